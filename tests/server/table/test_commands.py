"""Commands sent twice, late, or at the same time; what the host may do; undo, practice, the chalk game's teams."""

from __future__ import annotations

import hashlib

import pytest
from tests.server.table.kit import (
    ANNA,
    BEN,
    CLEO,
    DORA,
    EMIL,
    GUEST,
    PEOPLE,
    Evening,
    four_people,
    quick,
    to_rufspiel,
)

from schafkopf.game.cards import NAMES
from schafkopf.server import wire
from schafkopf.server.errors import CODES, Refused
from schafkopf.server.table.events import Acted
from schafkopf.server.table.state import Table


def dealt(seed: int = 1, **new: object) -> Evening:
    """Four people with cards."""
    evening = four_people(seed, **new)
    evening.share_secrets()
    return evening


def to_cards(evening: Evening) -> None:
    """Until the first card."""
    while evening.table.deal is None or evening.table.deal.phase != "play":
        evening.step()


def turn_of(evening: Evening) -> str:
    """Whose turn it is."""
    deal = evening.table.deal
    assert deal is not None
    assert deal.turn is not None
    return evening.person(deal.turn)


# -- twice and late --------------------------------------------------------------------------------------------------


def test_a_card_sent_twice_falls_once() -> None:
    """RD-01, RD-09: impatient clicks, each a command of its own, made on the same sight of the table."""
    evening = dealt()
    to_cards(evening)
    person = turn_of(evening)
    seen = evening.table.seq
    card = evening.state(person).options[0].action
    act = wire.Act(evening.table.number, card)
    evening.do(person, act, seq=seen)
    log = evening.table.deal.log  # type: ignore[union-attr]
    for _ in range(5):
        assert evening.refused(person, act, seq=seen) == "table/stale"
    other = next(text for text in NAMES if text != card)
    assert evening.refused(person, wire.Act(evening.table.number, other), seq=seen) == "table/stale"
    assert evening.table.deal is not None
    assert evening.table.deal.log == log


def test_the_last_card_sent_twice_does_not_act_on_the_bill() -> None:
    evening = dealt(3)
    evening.to("between")
    while not evening.state(ANNA).tricks:
        evening.play(1)
        evening.to("between")
    last = [stored for stored in evening.stored if isinstance(stored.event, Acted) and stored.event.by == "person"][-1]
    assert isinstance(last.event, Acted)
    person = evening.person(last.event.seat)
    again = wire.Act(evening.table.number, last.event.text)
    assert evening.refused(person, again, seq=last.seq - 1) == "table/stale"


def test_an_answer_on_an_old_sight_of_somebody_elses_move_is_taken() -> None:
    """Only one's own decision can be stale: whoever is to play need not have seen a phrase or a Kontra."""
    evening = dealt()
    to_cards(evening)
    person = turn_of(evening)
    seen = evening.table.seq
    other = next(p for p in PEOPLE[:4] if p != person)
    evening.do(other, wire.Phrase("luck"))
    assert evening.do(person, wire.Act(evening.table.number, evening.state(person).options[0].action), seq=seen)


def test_what_was_said_in_the_last_deal_does_not_count_in_the_next() -> None:
    """BI-05, SC-04: no answer survives into the next hand, and a late one is refused."""
    evening = Evening(wire.NewTable(rules="bavaria+knocking", name="Anna"), seed=2)
    evening.come(BEN, CLEO, DORA)
    evening.do(ANNA, wire.Start())
    evening.share_secrets()
    for _ in range(4):
        evening.act(turn_of(evening), "knock")
    assert evening.state(ANNA).knocks
    first = evening.table.number
    seen = evening.table.seq
    evening.play(1)
    evening.share_secrets()
    assert evening.table.number == first + 1
    state = evening.state(ANNA)
    assert (state.step, state.knocks, state.said, state.kontra, state.contract) == ("knock", [], [], [], None)
    for person in PEOPLE[:4]:
        assert evening.refused(person, wire.Act(first, "knock")) == "table/stale"
        assert evening.refused(person, wire.Act(first + 1, "knock"), seq=seen) == "table/stale"
        assert evening.refused(person, wire.Next(first)) == "table/stale"
    assert evening.state(ANNA).knocks == []


def test_a_kontra_by_two_at_once_counts_once() -> None:
    """KO-04: both opponents say it in the same millisecond."""
    for seed in range(60):
        evening = dealt(seed)
        to_rufspiel(evening)
        deal = evening.table.deal
        if deal is None or deal.play is None or deal.phase != "play":
            continue
        seen = evening.table.seq
        against = [s for s in deal.seats if "kontra" in deal.options_of(s)]
        assert len(against) == 2
        word = wire.Act(evening.table.number, "kontra")
        evening.do(evening.person(against[0]), word, seq=seen)
        assert evening.refused(evening.person(against[1]), word, seq=seen) == "kontra/limit"
        assert evening.state(ANNA).kontra == against[:1]
        return
    raise AssertionError("no Rufspiel")


def test_ready_and_votes_are_idempotent() -> None:
    """RD-04: each click ten times, the same outcome."""
    evening = dealt(2)
    evening.do(ANNA, wire.Propose("throw_in"))
    for _ in range(10):
        evening.do(BEN, wire.Answer(True))
    assert evening.state(ANNA).proposal == wire.ProposalInfo("throw_in", 0, [0, 1], [2, 3])
    evening.do(CLEO, wire.Answer(False))
    assert evening.table.proposal is None
    assert evening.refused(DORA, wire.Answer(True)) == "table/too-late"
    evening.to("between")
    assert evening.do(ANNA, wire.Next(evening.table.number)) == 1
    assert sum(evening.do(ANNA, wire.Next(evening.table.number)) for _ in range(10)) == 0
    assert [seat.ready for seat in evening.state(ANNA).seats] == [True, False, False, False]


def test_a_command_that_is_not_known_by_the_rules_says_why_and_changes_nothing() -> None:
    evening = dealt()
    to_cards(evening)
    person = turn_of(evening)
    held = evening.state(person).hand
    missing = next(card for card in NAMES if card not in held)
    assert evening.refused(person, wire.Act(evening.table.number, missing)) == "play/not-held"
    others = [p for p in PEOPLE[:4] if p != person]
    number = evening.table.number
    assert evening.refused(others[0], wire.Act(number, evening.state(others[0]).hand[0])) == "turn/not-yours"
    assert evening.refused(person, wire.Act(number, "abracadabra")) == "record/syntax"
    assert evening.refused(person, wire.Act(number, "1 GO\nx")) == "record/syntax"
    assert evening.refused(GUEST, wire.Act(number, "GO")) == "table/not-seated"


# -- SX-02: who watches does nothing ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "do",
    [
        wire.Act(1, "pass"),
        wire.Next(1),
        wire.Undo(),
        wire.Practise(),
        wire.Propose("throw_in"),
        wire.Answer(True),
        wire.Phrase("hello"),
        wire.Commit(1, "0" * 64),
        wire.Reveal(1, "0" * 64),
        wire.Stand(),
        wire.Back(),
        wire.Rename("X"),
    ],
)
def test_whoever_watches_can_do_nothing(do: wire.Doing) -> None:
    evening = dealt()
    evening.connect(GUEST)
    assert evening.refused(GUEST, do) == "table/not-seated"


@pytest.mark.parametrize(
    "do",
    [
        wire.AddBot(1),
        wire.Remove(1),
        wire.Swap(0, 1),
        wire.Set(wire.Settings()),
        wire.Start(),
        wire.Pause(),
        wire.Resume(),
        wire.Finish(),
    ],
)
def test_only_the_host_hosts(do: wire.Doing) -> None:
    evening = dealt()
    for person in (BEN, GUEST):
        assert evening.refused(person, do) == "table/not-host"


# -- the shuffle -----------------------------------------------------------------------------------------------------


def test_nobody_sees_a_secret_before_all_hashes_are_in() -> None:
    evening = four_people()
    number = evening.table.number
    secrets = {person: hashlib.sha256(person.encode()).digest() for person in PEOPLE[:4]}
    assert evening.refused(ANNA, wire.Reveal(number, secrets[ANNA].hex())) == "table/bad-shuffle"
    for person, secret in secrets.items():
        hashed = hashlib.sha256(secret).hexdigest()
        evening.do(person, wire.Commit(number, hashed))
        assert evening.do(person, wire.Commit(number, hashed)) == 0
        assert evening.refused(person, wire.Commit(number, "0" * 64)) == "table/bad-shuffle"
    shuffle = evening.state(GUEST).shuffle
    assert shuffle is not None
    assert shuffle.stage == "reveal"
    assert shuffle.server_secret is None
    assert evening.refused(BEN, wire.Reveal(number, secrets[ANNA].hex())) == "table/bad-shuffle"
    for person, secret in secrets.items():
        evening.do(person, wire.Reveal(number, secret.hex()))
    assert evening.table.phase == "deal"
    shuffle = evening.state(GUEST).shuffle
    assert shuffle is not None
    assert shuffle.stage == "done"
    assert shuffle.server_secret is None
    evening.to("between")
    shuffle = evening.state(GUEST).shuffle
    assert shuffle is not None
    assert shuffle.server_secret is not None
    assert hashlib.sha256(bytes.fromhex(shuffle.server_secret)).hexdigest() == shuffle.server_hash


def test_whoever_does_not_answer_is_left_out_of_the_shuffle() -> None:
    evening = four_people()
    number = evening.table.number
    secret = b"a" * 32
    evening.do(ANNA, wire.Commit(number, hashlib.sha256(secret).hexdigest()))
    evening.tick()
    shuffle = evening.table.shuffle
    assert shuffle is not None
    assert shuffle.stage == "reveal"
    assert [entrant.left_out for entrant in shuffle.entrants] == [False, True, True, True]
    assert evening.refused(BEN, wire.Commit(number, "0" * 64)) == "table/too-late"
    evening.do(ANNA, wire.Reveal(number, secret.hex()))
    assert evening.table.phase == "deal"


def test_without_any_answer_the_cards_come_all_the_same() -> None:
    evening = four_people()
    start = evening.now_ms
    evening.tick()
    assert evening.table.phase == "deal"
    assert evening.now_ms - start <= 4_000


def test_one_person_alone_shows_his_secret_at_once() -> None:
    evening = quick()
    shuffle = evening.state(ANNA).shuffle
    assert shuffle is not None
    assert shuffle.stage == "reveal"
    evening.do(ANNA, wire.Reveal(evening.table.number, "ab" * 32))
    assert evening.table.phase == "deal"
    assert len(evening.state(ANNA).hand) == 8


# -- alone with bots -------------------------------------------------------------------------------------------------


def test_undo_goes_back_before_the_own_decision_and_shows_the_same_options() -> None:
    evening = quick(4)
    evening.share_secrets()
    evening.to_turn(ANNA)
    before = evening.state(ANNA)
    log = evening.table.deal.log  # type: ignore[union-attr]
    evening.act(ANNA, before.options[0].action)
    evening.bots()
    evening.do(ANNA, wire.Undo())
    after = evening.state(ANNA)
    assert (after.options, after.hand, after.said) == (before.options, before.hand, before.said)
    assert evening.table.deal is not None
    assert evening.table.deal.log == log
    assert "undo" not in after.can
    assert evening.refused(ANNA, wire.Undo()) == "table/phase"


def test_undo_takes_a_bill_back_that_was_not_booked() -> None:
    evening = quick(11)
    evening.play(1)
    evening.to("between")
    while not evening.state(ANNA).tricks:
        evening.play(1)
        evening.to("between")
    shown = evening.state(ANNA)
    assert shown.bill is not None
    evening.do(ANNA, wire.Undo())
    state = evening.state(ANNA)
    assert state.phase == "deal"
    assert state.bill is None
    assert state.hands == []
    assert state.outcome is None
    # The last card of a hand is no decision to take back.
    assert len(state.hand) > 1
    assert [p.balance for p in state.players] == list(evening.balances().values())
    assert len(state.history) == len(shown.history) - 1
    evening.to("between")
    evening.play(1)
    assert len(evening.table.history) == len(shown.history)


def test_a_double_click_on_undo_takes_one_decision_back() -> None:
    evening = quick(4)
    evening.share_secrets()
    for _ in range(3):
        evening.to_turn(ANNA)
        evening.step()
    evening.bots()
    seen = evening.table.seq
    evening.do(ANNA, wire.Undo(), seq=seen)
    assert evening.refused(ANNA, wire.Undo(), seq=seen) == "table/stale"


def test_with_a_second_person_nothing_is_taken_back_or_practised() -> None:
    evening = dealt()
    evening.step()
    for person in (ANNA, BEN):
        assert "undo" not in evening.state(person).can
        assert evening.refused(person, wire.Undo()) == "table/phase"
    evening.to("between")
    assert evening.refused(ANNA, wire.Practise()) == "table/phase"


def test_practice_is_the_same_cards_without_account() -> None:
    evening = quick(9)
    evening.to("between")
    while not evening.state(ANNA).hands:
        evening.play(1)
        evening.to("between")
    shown = evening.state(ANNA)
    evening.do(ANNA, wire.Practise())
    for _ in range(2):
        state = evening.state(ANNA)
        assert state.practice
        assert state.phase == "deal"
        assert state.dealer == shown.dealer
        assert sorted(state.hand) == sorted(shown.hands[0])
        balances, history = evening.balances(), evening.table.history
        evening.to("between")
        assert evening.balances() == balances
        assert evening.table.history == history
        assert [p.balance for p in evening.state(ANNA).players] == list(balances.values())
        evening.do(ANNA, wire.Practise())
    assert len(evening.table.history) == len(shown.history)
    assert [p.balance for p in shown.players] == list(evening.balances().values())
    evening.do(ANNA, wire.FinishPractice())
    assert not evening.table.practice
    assert evening.table.phase == "shuffle"
    assert evening.table.number == shown.number + 1
    evening.play(1)
    assert len(evening.table.history) == len(shown.history) + 1


def test_the_cards_of_a_record_are_played_as_practice_first() -> None:
    line = (
        '{"schafkopf": 1, "rules": "three", "names": ["A", "B", "C"], "dealer": 2, "hands": ['
        '"EO GO HO SO EU GU HU SU", "EA EZ EK E9 GA GZ GK G9", "HA HZ HK H9 SA SZ SK S9"]}'
    )
    evening = quick(1, record=line, rules="bavaria")
    state = evening.state(ANNA)
    assert state.rules.id == "three"
    assert state.practice
    assert state.phase == "deal"
    assert len(state.seats) == 3
    assert state.hand[:4] == ["EO", "GO", "HO", "SO"]
    assert state.playing == [0, 1, 2]
    evening.to("between")
    assert evening.table.history == ()
    evening.do(ANNA, wire.FinishPractice())
    evening.play(1)
    assert len(evening.table.history) == 1


@pytest.mark.parametrize(
    ("record", "code"),
    [
        ("nonsense", "record/syntax"),
        ('{"schafkopf": 1, "rules": "none", "names": [], "dealer": 0, "hands": []}', "record/syntax"),
        (
            '{"schafkopf": 1, "rules": "three", "names": ["A", "B", "C"], "dealer": 2, "hands": ['
            '"?? ?? ?? ?? ?? ?? ?? ??", "EA EZ EK E9 GA GZ GK G9", "HA HZ HK H9 SA SZ SK S9"]}',
            "record/cards",
        ),
    ],
)
def test_a_record_that_cannot_be_played_is_refused(record: str, code: str) -> None:
    with pytest.raises(Refused) as caught:
        quick(1, record=record)
    assert caught.value.code == code


# -- between deals ---------------------------------------------------------------------------------------------------


def test_thrown_in_by_agreement_the_same_dealer_deals_other_cards() -> None:
    """SR-04: after saving and loading it is the new deal, the void one is in the account as such."""
    evening = dealt(5)
    before = evening.state(ANNA)
    evening.do(ANNA, wire.Propose("throw_in"))
    for person in PEOPLE[1:4]:
        evening.do(person, wire.Answer(True))
    state = evening.state(ANNA)
    assert state.phase == "between"
    assert state.bill is not None
    assert state.bill.passed == "thrown_in"
    assert state.hands == []
    assert state.options == []
    assert not any(state.bill.amounts)
    for person in PEOPLE[:4]:
        evening.do(person, wire.Next(evening.table.number))
    evening.share_secrets()
    again = Table.restore(evening.table.snapshot())
    assert again == evening.table
    after = evening.state(ANNA)
    assert after.dealer == before.dealer
    assert after.number == before.number + 1
    assert sorted(after.hand) != sorted(before.hand)
    assert [past.passed for past in after.history] == ["thrown_in"]
    assert evening.balances() == dict.fromkeys(evening.balances(), 0)


def test_the_last_trick_is_there_after_the_last_card() -> None:
    """SR-01: also after a reload."""
    evening = dealt(3)
    evening.to("between")
    while not evening.state(ANNA).tricks:
        evening.play(1)
        evening.to("between")
    for state in (evening.state(ANNA), evening.state(GUEST)):
        assert state.trick is None
        assert state.last_trick == state.tricks[-1]
        assert state.last_trick.winner is not None


def test_accounts_follow_the_players_not_the_seats() -> None:
    """SE-10: eight deals with changes of seats; each one's balance is the sum of his own results."""
    evening = Evening(wire.NewTable(rules="bavaria", seats=5, name="Anna"), seed=6)
    evening.come(BEN, CLEO, DORA, EMIL)
    evening.do(ANNA, wire.Start())
    expected = dict.fromkeys(PEOPLE[:5], 0)
    for deal in range(8):
        evening.to("between")
        state = evening.state(ANNA)
        assert state.bill is not None
        for seat, amount in enumerate(state.bill.amounts):
            expected[evening.person(seat)] += amount
        a, b = deal % 5, (deal * 2 + 1) % 5
        evening.do(ANNA, wire.Swap(a, b))
        # The bill on the table still stands beside those whom it concerns.
        assert evening.state(ANNA).bill == state.bill
        assert [s.name for s in evening.state(ANNA).seats] == [s.name for s in state.seats]
        people = [evening.person(seat) for seat in range(5)]
        evening.play(1)
        people[a], people[b] = people[b], people[a]
        assert [evening.person(seat) for seat in range(5)] == people
    found = {player.person: player.balance for player in evening.table.players}
    assert found == expected
    history = evening.table.history
    assert [sum(past.amounts[i] for past in history) for i in range(5)] == list(found.values())


def test_a_knock_stays_with_the_seat_that_knocked() -> None:
    """SE-18: seats change between deals only, and what was said stays with the deal it was said in."""
    evening = Evening(wire.NewTable(rules="bavaria+knocking", name="Anna"), seed=2)
    evening.come(BEN, CLEO, DORA)
    evening.do(ANNA, wire.Start())
    evening.share_secrets()
    evening.act(CLEO, "knock")
    assert evening.refused(ANNA, wire.Swap(2, 3)) == "table/phase"
    evening.to("between")
    evening.do(ANNA, wire.Swap(2, 3))
    state = evening.state(ANNA)
    assert state.knocks[0] == 2
    assert state.seats[2].name == "Cleo"
    evening.play(1)
    assert evening.state(ANNA).knocks == []
    assert evening.state(ANNA).seats[3].name == "Cleo"


def test_in_the_chalk_game_nobody_changes_teams_while_something_is_written() -> None:
    long = {"session": {"length": "heads 9"}}
    evening = Evening(wire.NewTable(rules="ru-chalk", overrides=long, name="Anna"), seed=2)
    assert evening.state(ANNA).rules.teams == [[0, 2], [1, 3]]
    evening.come(BEN, CLEO, DORA)
    evening.do(ANNA, wire.Swap(0, 1))
    assert evening.person(1) == ANNA
    evening.do(ANNA, wire.Start())
    evening.to("between")
    while not any(evening.state(ANNA).carried.strokes):
        evening.play(1)
        evening.to("between")
    assert evening.refused(ANNA, wire.Swap(0, 1)) == "table/phase"
    evening.do(ANNA, wire.Swap(0, 2))


def test_the_slate_says_what_a_deal_wrote_and_that_a_head_is_finished() -> None:
    rules = {"session": {"length": "heads 2"}}
    evening = Evening(wire.NewTable(rules="ru-chalk", overrides=rules, name="Anna"), seed=3)
    evening.come(BEN, CLEO, DORA)
    evening.do(ANNA, wire.Start())
    head = evening.state(ANNA).rules.head
    assert head is not None
    stood, heads = [0, 0], [0, 0]
    while evening.table.phase != "over":
        evening.to("between")
        deal = evening.state(ANNA).history[-1]
        assert deal.slate is not None
        assert deal.strokes is not None
        assert deal.slate.before == stood
        drawn = [a + b for a, b in zip(deal.slate.before, deal.slate.fresh, strict=True)]
        assert max(drawn) <= head
        wanted = [min(a + b, head) for a, b in zip(stood, deal.strokes, strict=True)]
        assert drawn == wanted
        assert deal.slate.finished == [team == head for team in drawn]
        heads = [n + done for n, done in zip(heads, deal.slate.finished, strict=True)]
        assert deal.slate.heads == heads
        stood = [0, 0] if any(deal.slate.finished) else drawn
        number = evening.table.number
        while evening.table.number == number and evening.table.phase != "over":
            assert evening.step()
    assert max(heads) == 2
    assert evening.state(ANNA).history[-1].slate is not None
    assert evening.table == Table.restore(evening.table.snapshot())


def test_claims_can_be_made_until_the_last_one_is_ready() -> None:
    rules = {"laufende": {"claim": "until_cut"}}
    found = False
    for seed in range(200):
        evening = dealt(seed, overrides=rules)
        evening.to("between")
        claimants = [p for p in PEOPLE[:4] if any(o.action == "claim" for o in evening.state(p).options)]
        if not claimants:
            continue
        found = True
        bill = evening.state(ANNA).bill
        assert bill is not None
        assert bill.provisional
        others = [p for p in PEOPLE[:4] if p != claimants[0]]
        for person in others:
            evening.act(person, "cut")
        assert evening.table.phase == "between"
        evening.act(claimants[0], "claim")
        after = evening.state(ANNA).bill
        assert after is not None
        assert not after.provisional
        assert after.amounts != bill.amounts
        evening.do(claimants[0], wire.Next(evening.table.number))
        assert evening.table.history[-1].amounts == [
            after.amounts[evening.table.person_seat(p.person)]  # type: ignore[index]
            for p in evening.table.players
        ]
        break
    assert found


def test_the_host_pauses_and_everything_waits() -> None:
    evening = dealt(settings=wire.Settings(clock_s=10))
    evening.do(ANNA, wire.Pause())
    assert evening.due is None
    assert evening.state(ANNA).paused
    assert evening.state(ANNA).clock is None
    person = turn_of(evening)
    assert evening.refused(person, wire.Act(evening.table.number, "pass")) == "table/paused"
    evening.now_ms += 3_600_000
    evening.do(ANNA, wire.Resume())
    clock = evening.state(ANNA).clock
    assert clock is not None
    assert clock.until_ms == evening.now_ms + 10_000


def test_an_evening_of_agreed_length_ends_by_itself_and_settles() -> None:
    evening = dealt(1, rules="be-1989", overrides={"session": {"length": "deals 2"}})
    evening.play(9)
    state = evening.state(ANNA)
    assert state.phase == "over"
    assert len(state.history) >= 2
    assert evening.due is None
    assert all(payment.amount > 0 for payment in state.payments)
    assert evening.refused(ANNA, wire.Next(evening.table.number)) in ("table/phase", "table/stale")


def test_codes_of_refusals_are_public() -> None:
    for code in ("table/stale", "table/phase", "table/full", "table/seat-taken", "table/bad-shuffle", "table/limit"):
        assert code in CODES
    assert len(set(CODES)) == len(CODES)


def test_options_of_an_auction_carry_what_a_game_costs() -> None:
    for rules, game, value in (("bavaria", "solo H", 50), ("be-1989", "wenz", None), ("pt-units", "wenz", None)):
        evening = dealt(1, rules=rules)
        deal = evening.table.deal
        assert deal is not None
        for _ in range(12):
            state = evening.state(turn_of(evening))
            values = {option.action: option.value for option in state.options}
            assert values.get("pass") is None
            if game in values:
                priced = values[game]
                assert priced is not None
                assert priced > 0
                assert value is None or priced == value
                break
            evening.act(turn_of(evening), "play" if "play" in values else state.options[-1].action)
        else:
            raise AssertionError(f"{game} was never offered in {rules}")
