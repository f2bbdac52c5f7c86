"""Whatever a seat or a spectator is sent is the same when the cards they have not seen lie elsewhere."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

import msgspec
import pytest
from tests.laws.test_views import announced, seen
from tests.server.table.kit import ANNA, GUEST, PEOPLE, Evening, four_people, quick, to_rufspiel

from schafkopf.game import IllegalAction, View
from schafkopf.game.alphabet import CARDS, LEVELS
from schafkopf.game.cards import NAMES
from schafkopf.server import wire
from schafkopf.server.errors import Refused
from schafkopf.server.table import arrive, project
from schafkopf.server.table.decide import decide
from schafkopf.server.table.due import dues, tick
from schafkopf.server.table.events import Acted, Dealt, Event, Stored
from schafkopf.server.table.state import Table

WATCHERS = (ANNA, GUEST, None)
RULES = (
    *("bavaria", "bavaria", "bavaria-short", "three", "be-1989", "pt-units", "fi-table", "ru-chalk"),
    *("bavaria+hochzeit", "bavaria+knocking", "be-1989+ramsch", "bavaria+kreuz", "bavaria+five", "bavaria+muss"),
    *("bavaria+whole-hand-kontra", "bavaria+own-ace", "bavaria+kontra-four"),
)
WORDS = (*NAMES, *LEVELS, "pass", "play", "rest", "concede", "throw-in", "claim", "cut", "knock", "keep", "accept")
WORDS = (*WORDS, "rufspiel G", "rufspiel E", "solo H", "wenz", "hochzeit", "trump E", "give EO", "give S7", "nonsense")


@dataclass(frozen=True)
class Input:
    """Something from outside, with everything needed to let it happen again."""

    kind: str
    now_ms: int
    entropy: bytes
    person: str = ""
    do: Any = None
    seq: int = 0
    seat: int | None = None
    text: str | None = None


class Recorded(Evening):
    """An evening that remembers what came from outside."""

    def __init__(self, new: wire.NewTable | wire.Quick, *, seed: int) -> None:
        super().__init__(new, seed=seed)
        self.new = new
        self.start = self.table
        self.inputs: list[Input] = []

    def do(self, person: str, do: wire.Doing, *, seq: int | None = None) -> int:
        self.now_ms += 50
        one = Input("do", self.now_ms, self.rng.randbytes(32), person, do, self.table.seq if seq is None else seq)
        return self._let(one)

    def connect(self, person: str) -> int:
        return self._let(Input("connect", self.now_ms, self.rng.randbytes(32), person))

    def disconnect(self, person: str) -> int:
        return self._let(Input("disconnect", self.now_ms, self.rng.randbytes(32), person))

    def tick(self, answer: str | None = "") -> Any:
        found = self.due
        assert found is not None
        self.now_ms = max(self.now_ms, found.at_ms)
        if answer == "" and found.kind in ("bot", "clock", "double"):
            answer = self.answer(found)
        one = Input("tick", self.now_ms, self.rng.randbytes(32), found.kind, seat=found.seat, text=answer or None)
        if not self._let(one):
            self.asked.add(found.key)
        return found

    def _let(self, one: Input) -> int:
        events = happens(self.table, one)
        if events:
            # What leads to nothing is nowhere seen.
            self.inputs.append(one)
        return self.take(events)


def happens(table: Table, one: Input) -> tuple[Event, ...]:
    """The events that an input leads to."""
    if one.kind == "do":
        return decide(table, one.person, one.do, seq=one.seq, now_ms=one.now_ms, entropy=one.entropy)
    if one.kind == "connect":
        return arrive.connected(table, one.person, now_ms=one.now_ms, entropy=one.entropy)
    if one.kind == "disconnect":
        return arrive.disconnected(table, one.person, now_ms=one.now_ms, entropy=one.entropy)
    found = [due for due in dues(table) if due.kind == one.person and due.seat == one.seat]
    return tick(table, found[0], now_ms=one.now_ms, entropy=one.entropy, answer=one.text) if found else ()


class Twin(Exception):
    """With the cards swapped it could not have come so."""


def sent(start: Table, inputs: list[Input], exchange: dict[str, str], seat: int | None) -> tuple[list[bytes], Table]:
    """Everything that is sent or could be asked for by the watchers, byte for byte, when cards are exchanged."""
    found: list[bytes] = []
    table = start
    for one in inputs:
        try:
            events = happens(table, given(one, exchange, seat))
        except (Refused, IllegalAction):
            raise Twin from None
        if any(isinstance(event, Acted) and event.defaulted for event in events):
            # The bot would not have had that card.
            raise Twin
        for event in events:
            stored = Stored(table.seq + 1, one.now_ms, dealt(event, exchange))
            before, table = table, table.after(stored)
            for person in WATCHERS:
                found.append(msgspec.json.encode(project.message(before, stored, table, person, one.now_ms)))
                found.append(msgspec.json.encode(project.snapshot(table, person, one.now_ms)))
            before.forget()
        # A bot out of turn is asked in secret; everything else that is going to happen can be seen coming.
        found.append(repr([due for due in dues(table) if due.kind != "double"]).encode())
    return found, table


def dealt(event: Event, exchange: dict[str, str]) -> Event:
    """The event with some cards exchanged."""
    if not isinstance(event, Dealt):
        return event
    hands = [" ".join(exchange.get(card, card) for card in hand.split()) for hand in event.hands]
    return Dealt(hands)


def given(one: Input, exchange: dict[str, str], seat: int | None) -> Input:
    """The input with a card exchanged that is given face down."""

    def other(text: str | None) -> str | None:
        if text is None or not text.startswith("give "):
            return text
        return f"give {exchange.get(text[5:], text[5:])}"

    do = one.do
    if isinstance(do, wire.Act) and one.person != ANNA:
        do = wire.Act(do.number, other(do.action) or "")
    return Input(one.kind, one.now_ms, one.entropy, one.person, do, one.seq, one.seat, other(one.text))


def refusals(table: Table) -> list[tuple[Any, ...]]:
    """What seat 0 and a spectator hear when they try everything."""
    found: list[tuple[Any, ...]] = []
    for person in (ANNA, GUEST):
        for word in WORDS:
            do = wire.Act(table.number, word)
            try:
                decide(table, person, do, seq=table.seq, now_ms=10**9, entropy=bytes(32))
                found.append((person, word))
            except Refused as error:
                found.append((person, word, error.as_dict()))
    return found


def swaps(table: Table, seat: int | None, known: set[str], rng: random.Random, number: int) -> list[dict[str, str]]:
    """Some exchanges of two cards that `seat` has not seen, in two other hands."""
    deal = table.deal
    assert deal is not None
    hands = [[NAMES[c] for c in hand if c is not None and NAMES[c] not in known] for hand in deal.hands]
    places = [i for i, hand in enumerate(hands) if hand and i != seat]
    found = []
    for _ in range(number if len(places) > 1 else 0):
        a, b = (rng.choice(hands[i]) for i in rng.sample(places, 2))
        found.append({a: b, b: a})
    called = None if deal.contract is None else deal.contract.line.card
    if called is not None and NAMES[called] not in known and found:
        # Who has the called ace is the secret of secrets.
        others = [card for i in places for card in hands[i] if NAMES[called] not in hands[i]]
        found += [{card: NAMES[called], NAMES[called]: card} for card in rng.sample(others, min(len(others), 4))]
    return found


def some_deal(seed: int) -> Recorded:
    """A deal by any rules, up to any point of it; people come and go, and bots or people play."""
    rng = random.Random(seed)
    rules = RULES[seed % len(RULES)]
    settings = wire.Settings(clock_s=rng.choice((None, 20)), grace_s=3)
    if rng.random() < 0.5:
        evening = Recorded(wire.Quick(rules=rules, name="Anna"), seed=seed)
    else:
        evening = Recorded(wire.NewTable(rules=rules, settings=settings, name="Anna"), seed=seed)
        for person in PEOPLE[1 : len(evening.table.seats)]:
            evening.do(person, wire.Sit(name=person))
        evening.do(ANNA, wire.Start())
    evening.connect(GUEST)
    evening.share_secrets()
    if seed % 2 and len(evening.table.seated) == 4:
        to_rufspiel(evening)
    for _ in range(rng.randint(1, 8 if seed % 4 == 1 else 60)):
        roll = rng.random()
        person = rng.choice(PEOPLE[1:4])
        before = evening.table
        if roll < 0.05:
            evening.disconnect(person)
        elif roll < 0.1:
            evening.connect(person)
        elif roll < 0.13 and "undo" in evening.state(ANNA).can:
            evening.do(ANNA, wire.Undo())
        elif not evening.step():
            break
        if evening.table.phase != "deal":
            # Its end shows all cards: compare what was sent before.
            while evening.inputs and _replayed(evening).phase != "deal":
                evening.inputs.pop()
            break
        assert evening.table.phase == "deal" or before.phase != "deal"
    return evening


def _replayed(evening: Recorded) -> Table:
    return sent(evening.start, evening.inputs, {}, 0)[1]


@pytest.mark.parametrize("seed", range(200))
def test_nothing_that_is_sent_depends_on_unseen_cards(seed: int) -> None:
    """SX-01, SX-02, SX-04: events, snapshots at every point, refusals and the times of what is to come."""
    evening = some_deal(seed)
    rng = random.Random(seed)
    plain, table = sent(evening.start, evening.inputs, {}, 0)
    if table.phase != "deal" or table.deal is None:
        pytest.skip("over before anything could be compared")
    known = _seen_in_all(evening)
    for exchange in swaps(table, 0, known, rng, 3):
        try:
            twin, other = sent(evening.start, evening.inputs, exchange, 0)
        except Twin:
            continue
        assert other.deal is not None
        assert other.deal != table.deal
        if not _looks_alike(table, other):
            continue
        assert twin == plain
        assert refusals(other) == refusals(table)


def _looks_alike(table: Table, other: Table) -> bool:
    """Whether the rules have told nobody of the difference: who must play, who names trumps."""
    assert table.deal is not None
    assert other.deal is not None
    return announced(table.deal) == announced(other.deal)


def _seen_in_all(evening: Recorded) -> set[str]:
    """The cards that seat 0 has seen at any point, also before something was taken back."""
    table = evening.start
    found: set[str] = set()
    for one in evening.inputs:
        for event in happens(table, one):
            table = table.after(Stored(table.seq + 1, one.now_ms, event))
            if table.deal is not None:
                found |= seen(table.deal, 0)
            if isinstance(event, Acted) and event.text in CARDS:
                found.add(event.text)
    return found


def test_enough_twins_are_compared() -> None:
    """The law above would say nothing if hardly any exchange were possible."""
    compared = 0
    for seed in range(40):
        evening = some_deal(seed)
        _, table = sent(evening.start, evening.inputs, {}, 0)
        if table.phase != "deal" or table.deal is None:
            continue
        for exchange in swaps(table, 0, _seen_in_all(evening), random.Random(seed), 8):
            try:
                _, other = sent(evening.start, evening.inputs, exchange, 0)
            except Twin:
                continue
            compared += _looks_alike(table, other)
    assert compared > 60


def test_while_somebody_may_knock_nobody_is_sent_more_than_the_first_packet() -> None:
    """RC-01: also after a reload; the rest comes for all at once, and the own second packet makes no difference."""
    for seed in range(20):
        evening = quick(seed, rules="bavaria+knocking", pace="instant")
        evening.share_secrets()
        evening.bots()
        state = evening.state(ANNA)
        assert state.step == "knock"
        assert len(state.hand) == 4
        assert state.sizes == [4, 4, 4, 4]
        for _ in range(5):
            evening.disconnect(ANNA)
            evening.connect(ANNA)
            assert evening.state(ANNA).hand == state.hand
        deal = evening.table.deal
        assert deal is not None
        own, other = NAMES[deal.hands[0][7]], NAMES[deal.hands[1][6]]  # type: ignore[index]
        events = [Stored(s.seq, s.at_ms, dealt(s.event, {own: other, other: own})) for s in evening.stored]
        twin = Table.of(events)
        for person in WATCHERS:
            assert project.state_for(twin, person) == evening.state(person)
        evening.act(ANNA, "keep")
        while evening.state(ANNA).step == "knock":
            evening.step()
        assert len(evening.state(ANNA).hand) == 8


def test_the_face_down_card_of_a_hochzeit_is_seen_by_the_two_only() -> None:
    found = 0
    for seed in range(400):
        evening = four_people(seed, rules="bavaria+hochzeit")
        evening.share_secrets()
        deal = evening.table.deal
        assert deal is not None
        bride = next((s for s in deal.seats if "hochzeit" in _could_say(evening, s)), None)
        if bride is None:
            continue
        messages: dict[str | None, list[wire.Message]] = {person: [] for person in (*PEOPLE[:4], None)}

        def watch(before: Table, stored: Stored, after: Table, told: Any = messages) -> None:
            for person, list_ in told.items():
                list_.append(project.message(before, stored, after, person, 0))

        evening.watch = watch
        _to_hochzeit(evening, bride)
        deal = evening.table.deal
        if deal is None or deal.phase != "play" or not deal.given:
            continue
        found += 1
        parties = {evening.person(giver) for giver, _ in deal.given}
        for person, told in messages.items():
            gifts = [m.what.action for m in told if m.what.action and m.what.action.startswith("give")]
            assert ("give ??" in gifts) == (person not in parties)
            said = [one.text for one in evening.state(person).said if one.text.startswith("give")]
            assert said == gifts
        if found == 3:
            return
    raise AssertionError("no Hochzeit found")


def _could_say(evening: Evening, seat: int) -> tuple[str, ...]:
    deal = evening.table.deal
    assert deal is not None
    while deal.turn != seat and deal.turn is not None and deal.phase == "auction":
        deal = deal.after(f"{deal.turn} pass")
    return deal.options_of(seat)


def _to_hochzeit(evening: Evening, bride: int) -> None:
    for _ in range(20):
        deal = evening.table.deal
        assert deal is not None
        seat = deal.turn
        if deal.phase == "play" or seat is None:
            return
        options = deal.options_of(seat)
        wanted = [text for text in options if text in ("hochzeit", "accept") or text.startswith("give")]
        evening.act(evening.person(seat), (wanted or ["pass"])[0])
        if evening.table.phase != "deal":
            return


def test_the_partner_is_told_to_nobody_before_the_ace_has_shown_him() -> None:
    """SX-04: state, accounts, options and names of who is to be asked for a Kontra."""
    compared = 0
    for seed in range(30):
        evening = four_people(seed)
        evening.share_secrets()
        to_rufspiel(evening)
        deal = evening.table.deal
        if deal is None or deal.play is None:
            continue
        compared += 1
        holder, declarer = deal.play.holder, deal.play.plan.declarer
        for seat in range(4):
            contract = evening.state(evening.person(seat)).contract
            assert contract is not None
            assert contract.declarer == declarer
            assert contract.partner == (holder if seat == holder else None)
        spectator = evening.state(None)
        assert spectator.contract is not None
        assert spectator.contract.partner is None
        assert spectator.options == []
        assert spectator.hand == []
        assert spectator.hands == []
    assert compared > 10


def test_open_hands_need_everybody_and_are_for_watchers_only() -> None:
    evening = four_people(4)
    evening.share_secrets()
    evening.connect(GUEST)
    evening.do(ANNA, wire.Propose("open_hands"))
    for person in PEOPLE[1:3]:
        evening.do(person, wire.Answer(True))
        assert evening.state(GUEST).hands == []
    assert not evening.table.open_hands
    evening.do(PEOPLE[3], wire.Answer(True))
    assert evening.table.open_hands
    deal = evening.table.deal
    assert deal is not None
    assert evening.state(GUEST).hands == [evening.state(person).hand for person in PEOPLE[:4]]
    assert [set(hand) for hand in evening.state(GUEST).hands] == [set(View.of(deal, seat).dealt) for seat in range(4)]
    assert evening.state(ANNA).hands == []
    # Whoever has seen all hands plays none of them.
    evening.do(PEOPLE[3], wire.Leave())
    assert "sit" not in evening.state(GUEST).can
    assert evening.refused(GUEST, wire.Sit()) in ("table/phase", "table/full")
    evening.to("between")
    evening.play(1)
    evening.do(GUEST, wire.Sit(name="Guest"))
    # A newcomer has not agreed.
    assert not evening.table.open_hands


def test_open_hands_are_what_everybody_holds() -> None:
    for rules, step in (("bavaria", "auction"), ("bavaria+knocking", "knock")):
        evening = four_people(8, rules=rules)
        evening.share_secrets()
        assert evening.state(ANNA).step == step
        _held_by_all(evening)


def test_open_hands_show_what_a_hochzeit_has_exchanged() -> None:
    for seed in range(400):
        evening = four_people(seed, rules="bavaria+hochzeit")
        evening.share_secrets()
        deal = evening.table.deal
        assert deal is not None
        bride = next((s for s in deal.seats if "hochzeit" in _could_say(evening, s)), None)
        if bride is not None and _held_by_all(evening, bride):
            return
    raise AssertionError("no Hochzeit found")


def _held_by_all(evening: Evening, bride: int | None = None) -> bool:
    """Play a deal with open hands to its end; whether cards were given."""
    evening.connect(GUEST)
    evening.do(ANNA, wire.Propose("open_hands"))
    for person in PEOPLE[1:4]:
        evening.do(person, wire.Answer(True))
    gifts, sizes = False, set()

    def watch(before: Table, stored: Stored, after: Table) -> None:
        nonlocal gifts
        if after.phase == "deal":
            held = [project.state_for(after, evening.person(seat)).hand for seat in range(4)]
            assert project.state_for(after, GUEST).hands == held
            sizes.add(tuple(map(len, held)))
            gifts |= after.deal is not None and bool(after.deal.given)

    evening.watch = watch
    if bride is not None:
        _to_hochzeit(evening, bride)
    if evening.table.phase == "deal":
        evening.to("between")
    assert len(sizes) > 1
    deal = evening.table.deal
    assert deal is not None
    assert evening.state(GUEST).hands == [list(hand) for hand in View.of(deal, None).hands]
    return gifts


def test_a_table_that_is_not_to_be_watched_shows_no_deal() -> None:
    evening = four_people(5, settings=wire.Settings(watch=False))
    told: list[wire.Message] = []
    evening.watch = lambda b, s, a: told.append(project.message(b, s, a, GUEST, 0))
    evening.share_secrets()
    for _ in range(12):
        evening.step()
    state = evening.state(GUEST)
    assert (state.step, state.said, state.trick, state.contract, state.turn) == (None, [], None, None, None)
    assert not any(m.what.action or m.what.trick for m in told)
    assert not {"said", "trick", "contract", "tricks_taken"} & {name for m in told for name in m.changes}


def test_ids_of_persons_are_sent_to_nobody() -> None:
    """SX-05: whoever knew the id of another could act for him."""
    evening = Evening(wire.NewTable(name="A"), seed=1, host="person-one")
    told: list[bytes] = []
    evening.watch = lambda b, s, a: told.append(msgspec.json.encode(project.message(b, s, a, GUEST, 0)))
    evening.do("person-two", wire.Sit(name="B"))
    evening.connect("person-three")
    evening.do("person-one", wire.Start())
    evening.play(1)
    evening.do("person-one", wire.Remove(1))
    told.append(msgspec.json.encode(evening.state(GUEST)))
    assert not any(b"person-" in message for message in told if b'"kind":"person"' not in message)
    assert all(one not in message for message in told for one in (b"person-one", b"person-two", b"person-three"))
