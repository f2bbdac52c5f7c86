"""The hand: swipes, clicks anywhere on a card at every zoom, impatient clicks, cards chosen ahead of one's turn."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable

import pytest
from playwright.sync_api import APIResponse, Locator, Request, Route
from tests.web.people import PHONE, People
from tests.web.player import Data, Player

THRESHOLD = 48


class Touch:
    """Fingers on the glass, as the browser's own protocol has them."""

    def __init__(self, player: Player) -> None:
        self.cdp = player.page.context.new_cdp_session(player.page)

    def send(self, kind: str, *fingers: tuple[float, float]) -> None:
        points = [{"x": x, "y": y, "id": index} for index, (x, y) in enumerate(fingers)]
        self.cdp.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def swipe(self, x: float, y: float, up: float) -> None:
        """One finger, upwards."""
        self.send("touchStart", (x, y))
        for part in range(1, 7):
            self.send("touchMove", (x, y - up * part / 6))
        self.send("touchEnd")


def at_the_table(player: Player, rules: str = "bavaria", pace: str = "instant") -> None:
    # The first deal is played, if by nobody else then by this player.
    player.bold = 1
    player.new_table(rules, pace=pace)
    player.press(player.begin)
    player.hand.first.wait_for()


def my_turn(player: Player, least: int = 2) -> None:
    """Play on until it is one's turn and there is a choice."""
    player.play_until(lambda: player.seen() == "card" and player.playable.count() >= least)
    player.page.wait_for_timeout(600)


def soon(player: Player, true: Callable[[], bool], within_s: float = 20) -> None:
    """Until something is so, while the page goes on."""
    end = time.monotonic() + within_s
    while not true():
        assert time.monotonic() < end, true
        player.page.wait_for_timeout(20)


def acts(player: Player) -> list[Data]:
    """Everything that this browser says or plays from now on, as it is sent."""
    sent: list[Data] = []

    def note(request: Request) -> None:
        if request.method == "POST" and request.url.endswith("/commands"):
            doing = json.loads(request.post_data or "{}")
            if doing["do"]["kind"] == "act":
                sent.append(doing)

    player.page.on("request", note)
    return sent


def middle(card: Locator) -> tuple[float, float]:
    box = card.bounding_box()
    assert box is not None
    return box["x"] + min(20, box["width"] / 2), box["y"] + 24


def test_a_swipe_up_plays_a_short_one_does_not(invite: People) -> None:
    # LY-02
    own = {"playLast": False}
    player = invite("en", manner="touch", viewport=PHONE, reduced_motion="reduce", settings=own, seed=21)
    at_the_table(player)
    my_turn(player)
    touch, sent = Touch(player), acts(player)
    card = player.playable.first
    name = player.names(card)[0]
    before = player.cards()
    x, y = middle(card)
    place = card.bounding_box()
    # Less than the threshold: the card comes back.
    touch.swipe(x, y, THRESHOLD - 14)
    player.page.wait_for_timeout(900)
    assert sent == []
    assert player.cards() == before
    assert player.playable.first.bounding_box() == place
    # A second finger is ignored, whatever it does; the first one still plays.
    other = player.hand.nth(player.hand.count() - 1)
    ox, oy = middle(other)
    touch.send("touchStart", (x, y))
    touch.send("touchStart", (x, y), (ox, oy))
    touch.send("touchMove", (x, y - 4), (ox, oy - 150))
    touch.send("touchEnd", (x, y - 4))
    player.page.wait_for_timeout(300)
    assert sent == []
    touch.send("touchEnd")
    player.page.wait_for_timeout(900)
    assert player.cards() == before
    touch.swipe(x, y, THRESHOLD + 60)
    soon(player, lambda: sent != [])
    assert sent[0]["do"]["action"] == card_of(player, name)
    soon(player, lambda: card_of(player, name) not in player.cards())


def card_of(player: Player, name: str) -> str:
    return next(card for text, card in player.words.cards.items() if name.startswith(f"{text},"))


@pytest.mark.parametrize("zoom", [0.67, 1.0, 1.5, 2.0])
def test_the_card_under_the_pointer_is_the_one_played(invite: People, zoom: float) -> None:
    # LY-03: what the browser's zoom does is a smaller window with bigger pixels.
    viewport = {"width": round(1280 / zoom), "height": round(800 / zoom)}
    player = invite(
        "en",
        viewport=viewport,
        device_scale_factor=zoom,
        settings={"playBy": "double"},
        reduced_motion="reduce",
        seed=int(zoom * 100),
    )
    at_the_table(player)
    my_turn(player, 3)
    ready = player.names(player.playable)
    chosen = player.page.get_by_role("toolbar").get_by_role("button", pressed=True)
    for part in range(9):
        for name in ready:
            points: list[tuple[float, float]] = player.page.evaluate(_POINTS, name)
            x, y = points[part]
            player.page.mouse.click(x, y)
            soon(player, lambda name=name: player.names(chosen) == [name])  # type: ignore[misc]
    # The second tap plays what is chosen.
    sent, card = acts(player), card_of(player, name)
    player.page.mouse.click(*player.page.evaluate(_POINTS, name)[4])
    soon(player, lambda: sent != [])
    assert sent[0]["do"]["action"] == card


# Nine points of a card's picture that no card over it covers, by the geometry of turned rectangles: a grid over what is
# seen of it.
_POINTS = """(name) => {
  const buttons = [...document.querySelectorAll('[role=toolbar] button')];
  const pictures = buttons.map((button) => {
    const chain = [];
    let element = button.querySelector('svg').parentElement;
    for (; element !== button.parentElement; element = element.parentElement) chain.unshift(element);
    let matrix = new DOMMatrix();
    const box = button.parentElement.getBoundingClientRect();
    matrix = matrix.translate(box.left, box.top);
    for (const one of chain) {
      const style = getComputedStyle(one);
      const [ox, oy] = style.transformOrigin.split(' ').map(parseFloat);
      const own = new DOMMatrix(style.transform === 'none' ? undefined : style.transform);
      matrix = matrix.translate(ox, oy).multiply(own).translate(-ox, -oy);
    }
    const inner = chain.at(-1);
    const z = Number(getComputedStyle(button).zIndex);
    return { matrix, back: matrix.inverse(), width: inner.offsetWidth, height: inner.offsetHeight, z };
  });
  const at = buttons.findIndex((button) => button.getAttribute('aria-label') === name);
  const mine = pictures[at];
  const covered = (point) => pictures.some((other) => {
    if (other.z <= mine.z) return false;
    const local = other.back.transformPoint(point);
    return local.x > -3 && local.x < other.width + 3 && local.y > -3 && local.y < other.height + 3;
  });
  const seen = [];
  for (let u = 0.04; u < 0.97; u += 0.02) for (let v = 0.04; v < 0.97; v += 0.02) {
    const point = mine.matrix.transformPoint(new DOMPoint(u * mine.width, v * mine.height));
    const inside = point.y < innerHeight - 2 && point.x > 2 && point.x < innerWidth - 2;
    if (inside && !covered(point)) seen.push({ u, v, x: point.x, y: point.y });
  }
  const [us, vs] = [seen.map((p) => p.u), seen.map((p) => p.v)];
  const [u0, u1, v0, v1] = [Math.min(...us), Math.max(...us), Math.min(...vs), Math.max(...vs)];
  return [0.05, 0.5, 0.95].flatMap((across) => [0.05, 0.5, 0.95].map((down) => {
    const [u, v] = [u0 + across * (u1 - u0), v0 + down * (v1 - v0)];
    const best = seen.reduce((a, b) => (Math.hypot(a.u - u, a.v - v) <= Math.hypot(b.u - u, b.v - v) ? a : b));
    return [best.x, best.y];
  }));
}"""


def test_impatient_clicks_on_a_slow_line_are_one_move(invite: People) -> None:
    # RD-09: two seconds, five clicks on five cards.
    # The last card does not play itself before one has looked.
    player = invite("en", settings={"playLast": False}, seed=31)
    at_the_table(player)
    my_turn(player)
    sent = acts(player)

    held: list[Route] = []
    before = player.state()
    player.page.route("**/commands", lambda route: held.append(route))
    for at in range(5):
        player.page.mouse.click(*middle(player.playable.nth(at % player.playable.count())))
        player.page.wait_for_timeout(300)
    player.page.wait_for_timeout(500)
    assert len(sent) == len(held) == 1
    held[0].continue_()
    player.page.unroute("**/commands")
    player.hand.nth(len(before["hand"]) - 1).wait_for(state="detached")
    after = player.state()
    assert set(before["hand"]) - set(after["hand"]) == {sent[0]["do"]["action"]}
    assert len(sent) == 1


def test_a_late_answer_does_not_bring_back_an_old_deal(invite: People) -> None:
    # SC-04: the answer to the last card, with the bill in it, comes when the next hand is on the table.
    player = invite("en", settings={"playLast": False}, reduced_motion="reduce", seed=33)
    at_the_table(player)
    second = invite.tab(player.page.context, player.words, seed=34)
    invite.expected |= {"table/bad-shuffle", "table/phase", "table/stale"}
    player.play_until(lambda: player.seen() == "card" and player.hand.count() == 1)
    second.page.goto(player.page.url)
    second.hand.first.wait_for()
    held: list[tuple[Route, APIResponse]] = []
    player.page.route("**/commands", lambda route: held.append((route, route.fetch())))
    player.play_card()
    second.next.wait_for()
    second.go_on()
    second.hand.nth(7).wait_for()
    player.hand.nth(7).wait_for()
    hand = player.state()["hand"]
    for route, answer in held:
        route.fulfill(response=answer)
    player.page.unroute("**/commands")
    player.page.wait_for_timeout(1000)
    assert player.state()["hand"] == hand
    assert player.cards() == hand
    assert player.deal_number() == player.state()["number"]


def test_a_card_chosen_ahead_goes_out_once_and_on_its_turn(invite: People) -> None:
    # SC-03, SC-06: in all four seats, with another one to lead; what may no longer be played is let go with a word.
    player = invite("en", seed=41, settings={"playLast": False})
    # A card that is tapped just when the turn comes is asked about, if it may not be played.
    invite.expected.add("play/")
    at_the_table(player, pace="fast")
    player.bold = 0
    sent = acts(player)
    page, words = player.page, player.words
    went: Counter[int] = Counter()
    dropped = 0
    # As long as it takes for the cards to bring both.
    end = time.monotonic() + 400
    while time.monotonic() < end and not (len(went) == 4 and dropped >= 1):
        if player.seen() == "say":
            player.say()
        elif player.seen() == "bill":
            _change_seats(player, went)
            player.go_on()
        state = player.state()
        mine = state["you"]["seat"]
        if state["phase"] != "deal" or state["step"] != "play" or state["turn"] == mine or player.seen() is not None:
            if player.seen() == "card":
                player.play_card()
            page.wait_for_timeout(50)
            continue
        trick = state["trick"] or {"cards": [], "leader": None}
        if not state["hand"] or len(trick["cards"]) == len(state["playing"]):
            continue
        if went[mine] and (dropped or len(went) < 4):
            # This seat has been seen; alone with bots the deal ends at once.
            _command(player, "throw-in", {"kind": "propose", "what": "throw_in"})
            player.next.wait_for()
            continue
        # The card that fits worst, so that it is sometimes not to be played.
        at = len(sent)
        card = player.chance.choice(state["hand"])
        box = page.get_by_role("button", name=words.card(card))
        try:
            box.click(position={"x": 10, "y": 14}, timeout=1000)
        except Exception:
            continue
        picked = page.get_by_role("button", name=words("table.cards.picked", card=words.card(card)), exact=True)
        if picked.count() == 0:
            continue
        # What goes out before one's turn would be refused, and that fails the test.
        while player.state()["turn"] not in (mine, None):
            page.wait_for_timeout(60)
        # On the screen: what was read out stays in the log for screen readers.
        note = page.locator("[popover]").get_by_text(words("table.ask.dropped", card=words.card(card)))
        soon(player, lambda at=at, note=note: len(sent) > at or note.count() > 0)  # type: ignore[misc]
        if note.count():
            dropped += 1
            assert len(sent) == at
            assert picked.count() == 0
            page.get_by_role("button", name=words("shell.close")).last.click()
        else:
            went[mine] += 1
            assert [one["do"]["action"] for one in sent[at:]] == [card]
            page.get_by_role("button", name=words.card(card)).wait_for(state="detached")
        page.wait_for_timeout(300)
    assert set(went) == {0, 1, 2, 3}
    assert dropped >= 1


def _change_seats(player: Player, went: Counter[int]) -> None:
    """With the next deal one sits where one has not been."""
    state = player.state()
    mine = state["you"]["seat"]
    free = [seat for seat in range(4) if seat != mine and not went[seat]]
    if went[mine] and free and state["phase"] == "between":
        _command(player, f"swap-{free[0]}", {"kind": "swap", "a": mine, "b": free[0]})


def _command(player: Player, id: str, do: Data) -> None:
    """Sent beside the page."""
    state = player.state()
    command = {"id": f"{id}-{state['number']}", "seq": 0, "do": do}
    answer = player.page.context.request.post(
        f"/api/tables/{state['code']}/commands", data=command, headers={"X-Schafkopf": "1"}
    )
    assert answer.ok, answer.text()
