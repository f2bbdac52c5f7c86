"""Who sits where: coming, going, lost connections, stand-ins, sleep, five and six at a table."""

from __future__ import annotations

import pytest
from tests.server.table.kit import (
    ANNA,
    BEN,
    CLEO,
    DORA,
    EMIL,
    FRITZ,
    GUEST,
    PEOPLE,
    Evening,
    four_people,
    quick,
    sum_of,
)

from schafkopf.server import wire
from schafkopf.server.errors import Refused
from schafkopf.server.table import arrive
from schafkopf.server.table.due import tick
from schafkopf.server.table.names import clean, own
from schafkopf.server.table.state import Table

NEW = wire.NewTable(name="Anna")


def dealt(seed: int = 1, **new: object) -> Evening:
    """Four people with cards."""
    evening = four_people(seed, **new)
    evening.share_secrets()
    return evening


def _until_a_bot_sits_in(evening: Evening, seat: int) -> None:
    for _ in range(100):
        if evening.table.seats[seat].stand_in:
            return
        assert evening.tick() is not None
    raise AssertionError("nobody sits in")


# -- seats -----------------------------------------------------------------------------------------------------------


def test_a_second_tab_gets_no_second_seat() -> None:
    """RD-06."""
    evening = Evening(NEW)
    evening.come(BEN)
    assert evening.do(BEN, wire.Sit()) == 0
    assert evening.do(BEN, wire.Sit(seat=1)) == 0
    assert evening.refused(BEN, wire.Sit(seat=2)) == "table/already-seated"
    assert [seat.person for seat in evening.table.seats] == [ANNA, BEN, None, None]


def test_whoever_comes_gets_a_seat_that_is_free_and_the_fifth_none() -> None:
    """RD-07, RD-03: seats 0 and 2 taken, then 1, then 3, then nobody."""
    evening = Evening(NEW)
    evening.do(BEN, wire.Sit(seat=2))
    assert evening.refused(CLEO, wire.Sit(seat=2)) == "table/seat-taken"
    assert evening.refused(CLEO, wire.Sit(seat=4)) == "request/syntax"
    evening.come(CLEO, DORA)
    assert [seat.person for seat in evening.table.seats] == [ANNA, CLEO, BEN, DORA]
    assert evening.refused(EMIL, wire.Sit()) == "table/full"
    evening.connect(EMIL)
    assert evening.state(EMIL).you == wire.You(None, None, False)
    assert evening.state(ANNA).watchers == 1


def test_seats_can_be_given_up_in_the_lobby_and_the_host_is_whoever_is_left() -> None:
    evening = Evening(NEW)
    evening.come(BEN, CLEO)
    evening.do(BEN, wire.Stand())
    assert evening.table.seats[1].kind == "open"
    evening.do(ANNA, wire.Leave())
    assert evening.table.host == CLEO
    assert evening.state(CLEO).you.host
    evening.do(CLEO, wire.Leave())
    assert evening.table.phase == "over"


def test_the_host_who_stands_up_hands_over_to_whoever_is_there() -> None:
    evening = Evening(NEW)
    evening.come(BEN, CLEO)
    evening.disconnect(BEN)
    evening.do(ANNA, wire.Stand())
    assert evening.table.host == CLEO
    evening.do(ANNA, wire.Sit())
    assert evening.table.host == CLEO
    assert not evening.state(ANNA).you.host
    assert "start" in evening.state(CLEO).can


def test_a_host_without_a_seat_hosts_until_somebody_sits_down() -> None:
    evening = Evening(NEW)
    evening.do(ANNA, wire.Stand())
    assert evening.table.host == ANNA
    evening.do(BEN, wire.Sit())
    assert evening.table.host == BEN


def test_in_the_lobby_a_host_who_stays_away_hands_over_and_the_clock_stands_without_others() -> None:
    evening = Evening(NEW)
    evening.disconnect(ANNA)
    assert evening.due is None
    evening.come(BEN)
    evening.connect(ANNA)
    evening.disconnect(ANNA)
    gone_ms = evening.now_ms
    assert evening.table.host == ANNA
    found = evening.tick()
    assert found is not None
    assert (found.kind, found.at_ms) == ("grace", gone_ms + evening.table.settings.grace_s * 1000)
    assert evening.table.host == BEN
    evening.connect(ANNA)
    assert evening.table.host == BEN
    assert not evening.table.seats[0].stand_in
    evening.do(BEN, wire.Start())
    assert evening.table.phase == "shuffle"
    assert Table.of(evening.stored) == evening.table


def test_in_the_deal_the_host_hands_over_when_a_bot_sits_in_for_him() -> None:
    evening = dealt()
    evening.disconnect(BEN)
    evening.disconnect(ANNA)
    _until_a_bot_sits_in(evening, 0)
    assert evening.table.host == CLEO
    assert "pause" in evening.state(CLEO).can
    for person in (CLEO, DORA, BEN):
        evening.disconnect(person)
    assert evening.table.asleep
    assert evening.table.host == CLEO
    evening.connect(DORA)
    _until_a_bot_sits_in(evening, 2)
    assert evening.table.host == DORA


def test_at_the_start_bots_take_what_is_missing_and_open_seats_go() -> None:
    evening = Evening(wire.NewTable(seats=6, name="Anna"))
    evening.do(BEN, wire.Sit(seat=3))
    evening.do(CLEO, wire.Sit(seat=5))
    evening.do(ANNA, wire.Start())
    kinds = [seat.kind for seat in evening.table.seats]
    assert kinds.count("person") == 3
    assert kinds.count("bot") == 1
    assert len(kinds) == 4
    assert [seat.name for seat in evening.table.seats if seat.kind == "person"] == ["Anna", "Gast 4", "Gast 6"]


def test_bots_sit_where_the_host_put_them() -> None:
    evening = Evening(wire.NewTable(name="Anna", bots={"2": "hard"}))
    assert [seat.kind for seat in evening.table.seats] == ["person", "open", "bot", "open"]
    evening.do(ANNA, wire.AddBot(1, "easy"))
    assert evening.do(ANNA, wire.AddBot(1, "easy")) == 0
    assert evening.refused(BEN, wire.Sit(seat=1)) == "table/seat-taken"
    evening.do(ANNA, wire.Remove(1))
    evening.do(BEN, wire.Sit(seat=1))
    assert evening.refused(ANNA, wire.AddBot(1)) == "table/seat-taken"
    with pytest.raises(Refused):
        Evening(wire.NewTable(bots={"0": "easy"}))
    with pytest.raises(Refused):
        Evening(wire.NewTable(bots={"4": "easy"}))


def test_whoever_was_removed_does_not_come_back() -> None:
    evening = Evening(NEW)
    evening.come(BEN)
    evening.do(ANNA, wire.Remove(1))
    assert evening.refused(BEN, wire.Sit()) == "request/forbidden"
    assert "sit" not in evening.state(BEN).can
    assert evening.refused(ANNA, wire.Remove(0)) == "request/forbidden"


@pytest.mark.parametrize(("seats", "resting"), [(5, 1), (6, 2)])
def test_five_and_six_at_a_table_take_turns_to_sit_out(seats: int, resting: int) -> None:
    evening = Evening(wire.NewTable(name="Anna", seats=seats), seed=4)
    evening.come(*PEOPLE[1:seats])
    evening.do(ANNA, wire.Start())
    out: dict[int, int] = dict.fromkeys(range(seats), 0)
    for _ in range(seats):
        evening.share_secrets()
        state = evening.state(ANNA)
        idle = set(range(seats)) - set(state.playing)
        assert len(idle) == resting
        assert state.dealer in idle
        for seat in idle:
            out[seat] += 1
            looking = evening.state(evening.person(seat))
            assert looking.hand == []
            assert looking.options == []
            assert looking.sizes[seat] == 0
        evening.play(1)
    assert set(out.values()) == {resting}
    assert sum_of(evening.table.players) == 0


# -- leaving and coming in the middle --------------------------------------------------------------------------------


def test_a_leavers_deal_is_played_by_a_bot_on_his_account_then_the_seat_is_the_bots() -> None:
    evening = dealt(3)
    evening.do(BEN, wire.Leave())
    seat = evening.state(ANNA).seats[1]
    assert (seat.kind, seat.name, seat.stand_in, seat.level) == ("person", "Ben", True, "medium")
    assert evening.table.person_seat(BEN) is None
    evening.to("between")
    bill = evening.state(ANNA).bill
    assert bill is not None
    evening.play(1)
    account = next(player for player in evening.table.players if player.person == BEN)
    assert account.balance == bill.amounts[1]
    assert evening.table.seats[1].kind == "bot"
    assert evening.table.seats[1].name != "Ben"
    evening.play(2)
    account = next(player for player in evening.table.players if player.person == BEN)
    assert account.balance == bill.amounts[1]
    assert sum_of(evening.table.players) == 0


def test_a_leaver_can_take_his_seat_back_while_it_is_kept() -> None:
    evening = dealt(3)
    evening.do(BEN, wire.Leave())
    assert evening.refused(GUEST, wire.Sit(seat=1)) == "table/seat-taken"
    assert "sit" in evening.state(BEN).can
    evening.do(BEN, wire.Sit())
    assert evening.table.person_seat(BEN) == 1
    assert not evening.table.seats[1].automatic


def test_whoever_comes_in_the_middle_plays_for_the_bot_and_gets_an_account_with_the_next_deal() -> None:
    """SE-10: a fifth player coming in changes nobody's balance."""
    evening = quick(7)
    evening.share_secrets()
    evening.do(BEN, wire.Sit(seat=2, name="Ben"))
    assert len(evening.state(BEN).hand) == 8
    bot = evening.state(BEN).seats[2].player
    assert bot is not None
    assert evening.table.players[bot].kind == "bot"
    evening.to("between")
    bill = evening.state(ANNA).bill
    assert bill is not None
    evening.play(1)
    assert evening.table.players[bot].balance == bill.amounts[2]
    evening.share_secrets()
    own = evening.state(BEN).you.player
    assert own is not None
    assert evening.table.players[own].balance == 0
    before = evening.balances()
    evening.play(1)
    assert evening.table.players[bot].balance == before[evening.table.players[bot].name]


def test_whoever_comes_back_has_his_old_account() -> None:
    evening = dealt(3)
    evening.play(1)
    balance = evening.balances()["Ben"]
    evening.do(BEN, wire.Leave())
    evening.play(1)
    evening.to("between")
    evening.do(BEN, wire.Sit())
    evening.play(1)
    evening.share_secrets()
    assert [p.name for p in evening.table.players].count("Ben") == 1
    state = evening.state(BEN)
    assert state.you.player is not None
    assert state.players[state.you.player].name == "Ben"
    assert state.seats[state.you.seat or 0].player == state.you.player
    # What he had won or lost before he left is on it still.
    amounts = [past.amounts[state.you.player] for past in evening.table.history]
    assert amounts[0] == balance != 0
    assert sum(amounts) == evening.balances()["Ben"]


def test_when_the_last_person_leaves_the_evening_is_settled() -> None:
    for phase in ("shuffle", "deal", "between"):
        evening = quick(7)
        if phase != "shuffle":
            evening.to(phase)
        evening.do(ANNA, wire.Leave())
        assert evening.table.phase == "over"
        assert evening.due is None
        assert evening.do(ANNA, wire.Leave()) == 0
        assert evening.refused(ANNA, wire.Start()) == "table/not-host"


def test_an_abandoned_table_is_closed_and_settled() -> None:
    """PE-01."""
    evening = quick(7)
    evening.to("between")
    evening.disconnect(ANNA)
    bill = evening.state(ANNA).bill
    evening.take(arrive.expire(evening.table, now_ms=evening.now_ms))
    assert evening.table.phase == "over"
    assert bill is not None
    assert len(evening.table.history) == 1
    assert arrive.expire(evening.table, now_ms=evening.now_ms) == ()


# -- lost connections ------------------------------------------------------------------------------------------------


def test_a_bot_sits_in_after_the_grace_time_and_gives_the_seat_back() -> None:
    evening = dealt(settings=wire.Settings(grace_s=45))
    evening.disconnect(BEN)
    assert evening.disconnect(BEN) == 0
    away = evening.state(ANNA).seats[1]
    assert not away.connected
    assert away.away_until_ms == evening.now_ms + 45_000
    lost = evening.now_ms
    while not evening.table.seats[1].stand_in:
        found = evening.due
        assert found is not None
        evening.tick()
    assert evening.now_ms == lost + 45_000
    assert evening.state(ANNA).seats[1].stand_in
    assert evening.table.person_seat(BEN) == 1
    evening.connect(BEN)
    seat = evening.state(BEN).seats[1]
    assert seat.connected
    assert not seat.stand_in
    assert seat.level is None
    assert evening.connect(BEN) == 0


def test_the_grace_time_survives_a_restart() -> None:
    """RC-04: the deadline stands in the table, not in the process; or the player is back in time."""
    evening = dealt(settings=wire.Settings(grace_s=30))
    evening.disconnect(BEN)
    found = evening.due
    assert found is not None
    assert found.kind == "grace"
    again = Table.restore(evening.table.snapshot())
    assert tick(again, found, now_ms=found.at_ms - 1, entropy=bytes(32)) == ()
    evening.table = again
    evening.asked.clear()
    assert evening.due == found
    evening.tick()
    assert evening.table.seats[1].stand_in
    assert evening.now_ms == found.at_ms
    evening.table = again
    evening.connect(BEN)
    assert evening.due is None or evening.due.kind != "grace"


def test_with_somebody_away_it_goes_on_and_with_nobody_there_it_sleeps() -> None:
    """RC-06: the starter is offline, a bot plays for him; all offline: nothing happens until somebody is back."""
    evening = dealt(settings=wire.Settings(grace_s=1))
    deal = evening.table.deal
    assert deal is not None
    assert deal.turn is not None
    starter = evening.person(deal.turn)
    evening.disconnect(starter)
    log = len(deal.log)
    evening.tick()
    evening.tick()
    deal = evening.table.deal
    assert deal is not None
    assert len(deal.log) == log + 1
    for person in PEOPLE[:4]:
        evening.disconnect(person)
    state = evening.state(GUEST)
    assert state.asleep
    assert evening.due is None
    evening.now_ms += 10**9
    evening.connect(BEN)
    assert not evening.table.asleep
    assert not evening.table.seats[1].stand_in
    # The others have a moment to come back too.
    found = evening.due
    assert found is None or found.at_ms >= evening.now_ms
    evening.connect(CLEO)
    assert evening.state(CLEO).phase == "deal"


def test_a_reload_in_every_phase_shows_the_same_table() -> None:
    """RC-09, RC-07: lobby, shuffle, knocking, bidding, cards, bill."""
    evening = Evening(wire.NewTable(name="Anna", rules="bavaria+knocking"), seed=5)
    evening.come(BEN, CLEO, DORA)

    def reload() -> str | None:
        before = evening.state(CLEO)
        evening.disconnect(CLEO)
        evening.connect(CLEO)
        after = evening.state(CLEO)
        assert after == before
        assert after.you.seat == 2
        return after.step or after.phase

    seen = {reload()}
    evening.do(ANNA, wire.Start())
    seen.add(reload())
    for _ in range(120):
        evening.step()
        if evening.table.phase != "over":
            seen.add(reload())
    assert {"lobby", "shuffle", "knock", "auction", "play", "over"} <= seen


def test_a_turn_clock_plays_one_card_and_marks_it() -> None:
    evening = dealt(settings=wire.Settings(clock_s=10))
    deal = evening.table.deal
    assert deal is not None
    assert deal.turn is not None
    seat = deal.turn
    clock = evening.state(ANNA).clock
    assert clock == wire.ClockInfo(seat, evening.table.since_ms + 10_000, 10_000)
    found = evening.tick()
    assert found is not None
    assert found.kind == "clock"
    assert found.at_ms == clock.until_ms
    event = evening.stored[-1].event
    assert getattr(event, "by", None) == "clock"
    assert getattr(event, "seat", None) == seat
    assert not evening.table.seats[seat].stand_in


def test_leaving_and_coming_back_does_not_stop_the_clock() -> None:
    evening = four_people(1, settings=wire.Settings(clock_s=10))
    evening.share_secrets()
    turn = evening.table.deal.turn  # type: ignore[union-attr]
    assert turn is not None
    person, began = evening.person(turn), evening.now_ms
    while evening.due is not None and evening.due.at_ms > evening.now_ms:
        assert evening.now_ms - began < 11_000
        evening.do(person, wire.Leave())
        evening.do(person, wire.Sit(turn))
        evening.now_ms += 500
    found = evening.tick()
    assert found is not None
    assert (found.kind, found.seat) == ("clock", turn)


def test_dropping_the_line_until_a_bot_sits_in_gives_no_more_time() -> None:
    evening = dealt(settings=wire.Settings(clock_s=60, grace_s=5))
    evening.to_turn(BEN)
    clock = evening.state(ANNA).clock
    assert clock is not None
    for _ in range(3):
        evening.disconnect(BEN)
        found = evening.tick("")
        assert found is not None
        assert found.kind == "grace"
        evening.connect(BEN)
        assert evening.state(ANNA).clock == clock


def test_with_a_clock_the_next_deal_does_not_wait_for_ever() -> None:
    evening = dealt(settings=wire.Settings(clock_s=10))
    evening.to("between")
    shown = evening.now_ms
    found = evening.tick()
    assert found is not None
    assert found.kind == "next"
    assert evening.now_ms <= shown + 60_000
    assert evening.table.phase == "shuffle"


def test_pauses_of_bots_do_not_depend_on_cards() -> None:
    """SX-04: the same table at the same event with other cards in other hands."""
    for pace, least, most in (("normal", 700, 2_300), ("instant", 0, 0)):
        hands, pauses = set(), set()
        for seed in range(12):
            evening = quick(seed, pace=pace)
            evening.share_secrets()
            found = evening.due
            # Where the person speaks first nothing is due.
            if found is not None:
                assert found.kind == "bot"
                hands.add(tuple(evening.state(ANNA).hand))
                pauses.add((evening.table.seq, found.at_ms - evening.table.since_ms))
        assert len(hands) > 3
        ((_, pause),) = pauses
        assert least <= pause <= most


def test_a_host_who_is_away_does_not_keep_the_table_paused() -> None:
    evening = dealt()
    evening.do(ANNA, wire.Pause())
    assert evening.refused(BEN, wire.Resume()) == "table/not-host"
    evening.disconnect(ANNA)
    assert "resume" in evening.state(BEN).can
    evening.do(BEN, wire.Resume())
    assert not evening.table.paused


# -- names and words -------------------------------------------------------------------------------------------------


def test_names_are_different_and_harmless() -> None:
    """LY-05, I18-02: umlauts stay, direction marks and control characters go, twins get a number."""
    evening = Evening(wire.NewTable(name="Jürgen Großböhm"))
    evening.do(BEN, wire.Sit(name="jürgen großböhm"))
    evening.do(CLEO, wire.Sit(name="\u202eevil\x00\n<b>"))
    assert [seat.name for seat in evening.table.seats[:3]] == ["Jürgen Großböhm", "jürgen großböhm 2", "evil<b>"]
    evening.do(BEN, wire.Rename("Ben"))
    assert evening.do(BEN, wire.Rename("Ben")) == 0
    assert evening.table.seats[1].name == "Ben"
    assert clean("a\u0301\u0301\u0301\u0301\u0301") == "á\u0301\u0301"
    assert len(own("x" * 40, ["x" * 32], "?")) == 32


def test_phrases_come_one_after_the_other() -> None:
    """SX-05: chat is limited."""
    evening = dealt()
    evening.do(BEN, wire.Phrase("hello"))
    assert evening.refused(BEN, wire.Phrase("bye")) == "table/limit"
    evening.do(CLEO, wire.Phrase("bye"))
    evening.now_ms += 2_000
    evening.do(BEN, wire.Phrase("bye"))


def test_six_people_at_a_table_of_six() -> None:
    evening = Evening(wire.NewTable(name="Anna", seats=6))
    evening.come(BEN, CLEO, DORA, EMIL, FRITZ)
    evening.do(ANNA, wire.Start())
    evening.play(2)
    assert len(evening.table.players) == 6


def test_rules_that_do_not_seat_so_many_are_refused() -> None:
    for rules, seats in (("ru-chalk", 5), ("three", 6), ("bavaria", 3)):
        with pytest.raises(Refused) as caught:
            Evening(wire.NewTable(rules=rules, seats=seats))
        assert caught.value.code == "record/cards"
    with pytest.raises(Refused) as caught:
        Evening(wire.NewTable(rules="bavarai"))
    assert caught.value.code == "ruleset/unknown"
