"""The table on a phone: nothing jumps, nothing is covered, the bar above it tells what is so now."""

from __future__ import annotations

from tests.web.company import two
from tests.web.people import PHONE, People

# From now on, for each picture: where the title stands, how high the bar is, what it says, and which words of others
# lie under the answers.
_WATCH = """() => {
  const seen = { lefts: new Set(), heights: new Set(), said: [], covered: new Set(), bubbles: 0, answers: 0 };
  globalThis.seen = seen;
  const look = () => {
    requestAnimationFrame(look);
    const bar = document.querySelector('section[tabindex] > header');
    if (!bar) {
      if (seen.said.at(-1) !== null) seen.said.push(null);
      return;
    }
    const [, title] = bar.children;
    seen.lefts.add(Math.round(title.getBoundingClientRect().left + title.getBoundingClientRect().width / 2));
    seen.heights.add(Math.round(bar.getBoundingClientRect().height));
    const said = title.innerText.split('\\n').at(-1);
    if (seen.said.at(-1) !== said) seen.said.push(said);
    const panel = document.querySelector('section section [data-say]')?.closest('section').getBoundingClientRect();
    if (panel) seen.answers++;
    for (const bubble of document.querySelectorAll('[data-seat] p[aria-hidden]')) {
      const box = bubble.getBoundingClientRect();
      if (box.width === 0) continue;
      seen.bubbles++;
      if (panel && box.bottom > panel.top && box.top < panel.bottom) seen.covered.add(bubble.innerText);
    }
  };
  look();
}"""
_SEEN = "() => Object.fromEntries(Object.entries(seen).map(([k, v]) => [k, v instanceof Set ? [...v] : v]))"


def test_on_a_phone_the_bar_stays_and_no_word_is_covered(invite: People) -> None:
    # The lamp for advice comes and goes with one's turn, titles have one line or two.
    player = invite("de", manner="touch", viewport=PHONE, seed=61)
    player.new_table(pace="instant")
    player.press(player.begin)
    player.hand.first.wait_for()
    player.page.evaluate(_WATCH)
    player.play_deal()
    player.go_on()
    player.hand.first.wait_for()
    player.wait()
    seen = player.page.evaluate(_SEEN)
    assert seen["bubbles"] > 0
    assert seen["answers"] > 0
    assert seen["covered"] == []
    assert len(seen["lefts"]) == len(seen["heights"]) == 1, seen
    # The number of the old deal does not come back while the cards are shuffled.
    deals = [player.words("table.bar.deal", n=n) for n in (1, 2)]
    assert [text for text in seen["said"] if text in deals] == deals


def test_the_code_in_the_address_is_the_tables_own(invite: People) -> None:
    # A code that was typed in small letters.
    player = invite("en", seed=62)
    player.new_table()
    address = player.page.url
    code = address.rpartition("/")[2]
    assert code == code.upper() != code.lower()
    player.page.goto(address.replace(code, code.lower()))
    player.begin.wait_for()
    assert player.page.url == address
    assert code in player.page.title()


def test_who_is_muted_is_not_heard_and_who_is_removed_hears_of_it(invite: People) -> None:
    host, friend = two(invite, manner="touch", viewport=PHONE)
    words = host.words
    friend.press(friend.button(words("table.bar.menu")))
    friend.press(friend.button(words("table.phrases.wait")))
    # In a bubble, or among the answers.
    table = host.page.get_by_role("region", name=words("table.menu.title"))
    said = table.get_by_text(words("table.phrases.wait")).locator("visible=true")
    said.first.wait_for()
    host.press(host.button(words("table.bar.menu")))
    host.press(host.button(words("table.menu.people")))
    # What is being said already goes too.
    dialog = host.page.get_by_role("dialog", name=words("table.menu.people"))
    row = dialog.get_by_role("listitem").filter(has_text=words("table.menu.mute"))
    host.press(row.get_by_role("button", name=words("table.menu.mute"), exact=True))
    row = dialog.get_by_role("listitem").filter(has_text=words("table.menu.unmute"))
    row.wait_for()
    assert said.count() == 0
    host.press(row.get_by_role("button", name=words("table.menu.remove"), exact=True))
    name = friend.state()["seats"][friend.state()["you"]["seat"]]["name"]
    host.press(row.get_by_role("button", name=words("table.menu.remove_sure", name=name), exact=True))
    # A bot has the seat until the cards are gathered up.
    row.get_by_text(words("table.seat.stand_in")).wait_for()
    friend.page.get_by_text(words("table.tell.removed", name=name)).first.wait_for()
