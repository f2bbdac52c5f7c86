"""Nobody sees more than he may: no card of the others in page, console, storage or addresses. SX-07, RC-01, TW-09."""

from __future__ import annotations

import json

from tests.web.company import CARD, foreign
from tests.web.people import People
from tests.web.player import Data, Player, Seen
from tests.web.test_two_people import settled


def traces(player: Player) -> set[str]:
    """Every card that this browser has anywhere: in the page, in what it keeps, in addresses that were asked for."""
    found: dict[str, str] = player.page.evaluate(_TRACES)
    ids = set(CARD.findall(found["ids"]))
    texts = " ".join([found["kept"], found["addresses"], *player.console])
    names = {card for name, card in player.words.cards.items() if name in found["text"]}
    return ids | names | set(CARD.findall(texts))


# Ids of cards stand in attributes; what one reads names them in words.
_TRACES = """() => {
  const page = document.querySelector('#app');
  const live = [...document.querySelectorAll('[aria-live]')].map((e) => e.textContent).join(' ');
  const ids = [...page.querySelectorAll('*')].flatMap((e) => [...e.attributes].map((a) => a.value)).join(' ');
  const labels = [...page.querySelectorAll('[aria-label], [title]')].map((e) => `${e.ariaLabel} ${e.title}`).join(' ');
  const kept = JSON.stringify({ ...localStorage, ...sessionStorage });
  const addresses = performance.getEntriesByType('resource').map((e) => e.name).join(' ');
  return { ids, text: `${page.innerText} ${labels} ${live}`, kept, addresses };
}"""


def known(state: Data) -> set[str]:
    """What a player may know of the cards while a deal is played, beside the order of trumps."""
    open_ = {card for trick in (state["trick"], state["last_trick"]) if trick for card in trick["cards"]}
    called = {state["contract"]["card"]} - {None} if state["contract"] else set()
    return set(state["hand"]) | open_ | called


def test_the_browser_holds_no_card_of_the_others(invite: People) -> None:
    # SX-07: at every step of three deals. The last card does not play itself while one looks.
    player = invite("en", settings={"playLast": False}, seed=61)
    # Every deal is played, if by nobody else then by this player.
    player.bold = 1
    player.new_table("bavaria")
    player.press(player.begin)
    seen: set[str] = set()
    number = 0

    def look(_: object) -> None:
        nonlocal number
        settled(player)
        state = player.state()
        if state["phase"] != "deal":
            return
        if state["number"] != number:
            number = state["number"]
            seen.clear()
            # What was said of the last deal may still stand in the live region.
            player.page.reload()
            player.hand.first.wait_for()
            settled(player)
            state = player.state()
        seen.update(known(state))
        found = traces(player) - seen
        if state["step"] != "play":
            # Games that may be named show the ace that would be called; one's own options, no secret.
            found -= {card for option in state["options"] for card in CARD.findall(option["action"])}
            found -= {f"{suit}A" for suit in "EGS"}
        assert found == set(), sorted(seen)
        assert foreign(state) == set()
        # All backs are one picture.
        backs = player.page.evaluate(
            "() => [...new Set([...document.querySelectorAll('use')].map((e) => e.getAttribute('href')))]"
        )
        assert len([href for href in backs if "back" in href]) <= 1

    for _ in range(3):
        player.play_deal(look)
        player.go_on()


def test_before_the_second_packet_nobody_has_it(invite: People) -> None:
    # RC-01: while one may knock, page and payload hold four cards, however often one reloads.
    player = invite("en", seed=62)
    player.new_table("bavaria+knocking")
    player.press(player.begin)
    player.answers.first.wait_for()
    state = player.state()
    assert state["step"] == "knock"
    first = state["hand"]
    assert len(first) == 4
    for _ in range(5):
        player.page.reload()
        player.answers.first.wait_for()
        assert player.cards() == first
        assert traces(player) <= set(first)
        body = player.page.context.request.get(f"/api/tables/{state['code']}").json()["state"]
        rest = json.dumps({**body, "rules": None})
        assert set(CARD.findall(rest)) == set(first)
    player.say(lambda names: names[-1])
    player.hand.nth(7).wait_for()
    assert set(first) < set(player.cards())


def test_who_wins_a_trick_is_what_the_server_says(invite: People) -> None:
    # TW-09: a Wenz, and right after it a Rufspiel, no reload between: winner, piles and turn as the server has them.
    player = invite("en", seed=63, settings={"playLast": False})
    # Every deal is played, if by nobody else then by this player.
    player.bold = 1
    player.new_table("bavaria")
    player.press(player.begin)
    words = player.words
    wenz, ruf = words("terms.contracts.wenz"), words("terms.contracts.rufspiel")
    games = [""]
    compared = [0]

    def look(seen: Seen) -> None:
        if seen == "card":
            settled(player)
            state = player.state()
            if state["phase"] == "deal" and state["step"] == "play":
                _compare(player, state)
                compared[-1] += state["last_trick"] is not None

    # Somebody else may say more: as many deals as it takes for the one to follow the other.
    for _ in range(40):
        player.prefer = lambda names: _game(names, ruf if games[-1] == "wenz" else wenz)
        player.play_deal(look)
        contract = player.state()["contract"]
        games.append("" if contract is None else contract["name"])
        if games[-2:] == ["wenz", "rufspiel"]:
            break
        compared.append(0)
        player.go_on()
    assert games[-2:] == ["wenz", "rufspiel"], games
    # The winner of every trick but the last, which the bill follows.
    assert min(compared[-2:]) >= 7


def _game(names: list[str], wanted: str) -> str | None:
    """The wanted game where it may be named: `Herz in Solo, 50 Cent` or `Wenz, 50 Cent`."""
    return next((name for name in names if name.startswith(wanted) and "Tout" not in name), None)


def _compare(player: Player, state: Data) -> None:
    words = player.words
    seats = player.seats()
    own = state["you"]["seat"]
    count = len(state["seats"])
    for step, text in enumerate(seats):
        seat = (own + 1 + step) % count
        name = state["seats"][seat]["name"]
        assert name in text
        tricks = state["tricks_taken"][seat]
        said = [part for part in text.split(", ") if words.pattern("table.seat.tricks").match(part)]
        assert [part.split()[0] for part in said] == ([str(tricks)] if tricks else [])
        assert (words("table.seat.turn") in text.split(", ")) == (state["turn"] == seat)
        assert (words("table.seat.declarer") in text.split(", ")) == (state["contract"]["declarer"] == seat)
    last = state["last_trick"]
    if last is not None:
        player.page.keyboard.press("l")
        dialog = player.page.get_by_role("dialog", name=words("table.trick.last"))
        name = state["seats"][last["winner"]]["name"]
        dialog.get_by_text(words("table.trick.winner", name=name), exact=True).wait_for()
        taken = dialog.get_by_role("listitem").filter(has=player.page.locator("strong"))
        assert name in taken.inner_text()
        player.page.keyboard.press("Escape")
        dialog.wait_for(state="hidden")
