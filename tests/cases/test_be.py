"""The rule cases of the Belarusian document (`be-1989`). P1 to P4 are seats 0 to 3, the dealer is seat 3."""

from schafkopf.game import Session
from schafkopf.game.dealing import Hand
from schafkopf.game.record import parse_record, report

from .table import (
    amounts,
    cards,
    code,
    contracts,
    deal,
    from_the_top,
    game,
    game_record,
    named,
    options,
    passed,
    record,
    replay,
    ruleset,
    terms,
    tricks,
)

BE = "be-1989"
SOLOS = {f"solo {suit}" for suit in "EGHS"}
TOUTS = {"wenz-tout", *(f"solo-tout {suit}" for suit in "EGHS")}
SIE = "EO GO HO SO EU GU HU SU"


def test_b01_run_away_with_three_lowest_only() -> None:
    """B01, Belarusian document: Run-away with three, lowest only."""
    hand = "GO HU HZ GA GK G8 EZ S9"
    position = deal(BE, {0: hand}, named("rufspiel G", 2))
    assert cards(position, 0) == {"GO", "HU", "HZ", "GA", "G8", "EZ", "S9"}
    assert code(position, "0 GK") == "play/called-ace"
    two = deal(BE, {0: hand.replace("GK", "SK")}, named("rufspiel G", 2))
    assert cards(two, 0) == {"GO", "HU", "HZ", "GA", "SK", "EZ", "S9"}
    official = deal(BE, {0: hand}, named("rufspiel G", 2), overrides={"ace": {"run_min": 4}})
    assert cards(official, 0) == {"GO", "HU", "HZ", "GA", "EZ", "S9"}


def test_b02_run_away_with_four_still_lowest_only() -> None:
    """B02, Belarusian document: Run-away with four, still lowest only."""
    hand = "GA GZ G9 G7 HK EU EK SZ"
    assert cards(deal(BE, {0: hand}, named("rufspiel G", 1)), 0) == {"GA", "G7", "HK", "EU", "EK", "SZ"}
    for rules in ("fi-table", "bavaria"):
        assert cards(deal(rules, {0: hand}, named("rufspiel G", 1)), 0) == set(hand.split())


def test_b04_freed_after_running_away() -> None:
    """B04, Belarusian document: Freed after running away."""
    # GZ and G8 in trick 4 cannot both have been held back in trick 2; the other hands are unknown, so nobody objects.
    ran = tricks("0: HU H8 EO H9", "2: G7 SU E9 GK")
    followed = deal(
        BE,
        {2: "EO GA G9 G7 HK EK SZ S7"},
        named("rufspiel G", 1),
        ran,
        tricks("3: SA S9 E8 S7", "3: GZ G8 E7"),
    )
    assert cards(followed, 2) == {"GA", "G9"}
    void = deal(
        BE,
        {2: "EO GA G9 G7 HK EK SZ H7"},
        named("rufspiel G", 1),
        ran,
        tricks("3: HA HZ E8 H7", "3: GZ G8 E7 G9", "3: SA S9 SK SZ", "3: S8 S7 EZ"),
    )
    assert cards(void, 2) == {"GA", "HK", "EK"}


def test_b05_called_ace_is_not_thrown_before_the_last_trick() -> None:
    """B05, Belarusian document: No throwing the called ace before the last trick."""
    hand = {2: "GA HK S9 E9 SZ H7 H8 SO"}
    start = [
        *named("rufspiel G", 0),
        *tricks("0: EZ EA E9 SU", "3: SA S8 SK SZ", "3: HA H9 HU H7", "1: EO H8 HO HZ", "1: GO SO G7 EU"),
    ]
    position = deal(BE, hand, start, tricks("1: E7"))
    assert cards(position, 2) == {"HK", "S9"}
    assert code(position, "2 GA") == "play/called-ace-held"
    last = deal(BE, hand, start, tricks("1: E7 S9 S7 G8", "1: GU HK G9 EK", "1: E8"))
    assert cards(last, 2) == {"GA"}


def test_b07_hand_without_a_callable_ace() -> None:
    """B07, Belarusian document: Hand without a callable ace."""
    hand = {0: "EO GO HA HK EA EZ SA S9"}
    assert options(deal(BE, hand), 0) == ["pass", "play"]
    naming = deal(BE, hand, "0 play", "1 pass", "2 pass", "3 pass")
    assert contracts(naming, 0) == SOLOS | TOUTS | {"wenz"}
    assert code(naming, "0 rufspiel E") == "call/own-ace"
    assert code(naming, "0 rufspiel S") == "call/own-ace"
    assert code(naming, "0 rufspiel G") == "call/no-card-of-suit"
    assert code(naming, "0 rufspiel H") == "call/trump-suit"
    assert code(naming, "0 sie") == "auction/not-eligible"


def test_b08_two_step_auction() -> None:
    """B08, Belarusian document: Two-step auction."""
    said = ["0 play", "1 play", "2 pass", "3 play", "0 pass", "1 wenz"]
    hands = {1: "EU GU HU SA SZ SK GA EA", 3: "EO GO HO SO EZ EK E9 SU"}
    position = deal(BE, hands, said)
    assert position.turn == 3
    assert contracts(position, 3) == SOLOS | TOUTS
    assert code(position, "3 wenz") == "auction/not-higher"
    assert code(position, "3 rufspiel E") == "auction/not-higher"
    given_way = position.after("3 pass")
    contract = report(given_way)["contract"]
    assert (contract["name"], contract["declarer"]) == ("wenz", 1)
    raised = position.after("3 solo E")
    assert code(raised, "1 solo S") == "auction/not-higher"
    solo = report(raised.after("1 pass"))["contract"]
    assert (solo["name"], solo["declarer"]) == ("solo", 3)
    assert contracts(deal(BE, {3: SIE}, said), 3) == SOLOS | TOUTS | {"sie"}
    # Whoever said that he plays too has promised a lone game, even when the first one gives way.
    second = deal(BE, hands, said[:-1])
    assert contracts(second, 1) == SOLOS | TOUTS | {"wenz"}
    assert code(second, "1 rufspiel G") == "auction/not-higher"


def test_b10_ober_in_wenz() -> None:
    """B10, Belarusian document: Ober in Wenz."""
    for last, taker, points in (("E9", 0, 17), ("SU", 3, 19)):
        found = report(deal(BE, {}, named("wenz", 2), tricks(f"0: EZ EO EK {last}")))
        assert found["last_trick"] == {"leader": 0, "cards": ["EZ", "EO", "EK", last], "winner": taker}
        assert found["points"][taker] == sum(found["points"]) == points


def test_b11_ninety_is_not_schneider() -> None:
    """B11, Belarusian document: Ninety is not Schneider."""
    finished = replay(game_record(game("B11")))
    assert amounts(finished) == [1, 1, -1, -1]
    assert terms(finished) == {"base": 1}
    facts = finished.facts()
    assert facts is not None
    assert (facts.side_points, facts.won, facts.schneider) == (90, True, False)
    each = replay(game_record(game("B11"), overrides={"settle": {"partnership": "each_to_each"}}))
    assert amounts(each) == [2, 2, -2, -2]


def test_b13_schwarz_four_matadors_rekontra() -> None:
    """B13, Belarusian document: Schwarz, four matadors, Rekontra."""
    played = replay(game_record(game("B13"), "1 kontra", "0 re"))
    claimed = played.after("0 claim")
    assert amounts(claimed) == [132, -44, -44, -44]
    assert terms(claimed) == {"base": 5, "schneider": 1, "schwarz": 1, "laufende": 4, "kontra": 4}
    forgotten = played.after("2 cut")
    assert amounts(forgotten) == [84, -28, -28, -28]
    assert "laufende" not in terms(forgotten)
    assert code(forgotten, "0 claim") == "claim/too-late"


def test_b14_the_losers_held_the_matadors() -> None:
    """B14, Belarusian document: The losers held the matadors."""
    played = replay(game_record(game("B14")))
    assert report(played)["provisional"]
    assert amounts(played.after("0 claim")) == [6, -6, -6, 6]
    assert amounts(played.after("3 claim")) == [6, -6, -6, 6]
    assert code(played, "1 claim") == "claim/nothing"
    cut = played.after("0 cut")
    assert amounts(cut) == [1, -1, -1, 1]
    assert code(cut, "0 claim") == "claim/too-late"
    option = {"laufende": {"pay": "winners_only"}}
    unpaid = replay(game_record(game("B14"), overrides=option))
    assert code(unpaid, "0 claim") == "claim/nothing"
    assert amounts(unpaid) == amounts(unpaid.after("0 cut")) == [1, -1, -1, 1]


def test_b14_two_top_trumps_pay_in_wenz_only() -> None:
    """B14, Belarusian document, note: two top trumps pay nothing in an Ace game, two top Unters pay 2 in Wenz."""
    ace_game = replay(game_record(game("P06"), rules=BE))
    facts = ace_game.facts()
    assert facts is not None
    assert (facts.laufende, facts.laufende_with) == (2, True)
    assert code(ace_game, "1 claim") == "claim/nothing"
    assert amounts(ace_game.after("1 cut")) == [-1, 1, 1, -1]
    wenz = replay(game_record(game("P08"), rules=BE))
    assert amounts(wenz.after("2 cut")) == [-5, -5, 15, -5]
    claimed = wenz.after("2 claim")
    assert terms(claimed) == {"base": 5, "laufende": 2}
    assert amounts(claimed) == [-7, -7, 21, -7]


def test_b16_ramsch_decided_by_the_highest_trump() -> None:
    """B16, Belarusian document: Ramsch decided by the highest trump."""
    finished = replay(game_record(game("B16")))
    facts = finished.facts()
    assert facts is not None
    assert facts.points == (60, 60, 0, 0)
    assert facts.tricks == (4, 4, 0, 0)
    assert facts.losers == (0,)
    assert facts.virgins == (2, 3)
    assert amounts(finished) == [-6, 2, 2, 2]
    assert terms(finished) == {"base": 2}


def test_b16_no_march_through_a_ramsch() -> None:
    """B16, Belarusian document: no Durchmarsch: who takes every trick has the most points and loses."""
    hands = [SIE, "HA HZ EA EZ EK E9 E8 E7", "HK H9 GA GZ GK G9 G8 G7", "H8 H7 SA SZ SK S9 S8 S7"]
    finished = from_the_top(deal(BE, hands, passed(), overrides={"all_pass": {"do": "ramsch"}}))
    assert report(finished)["tricks"] == [8, 0, 0, 0]
    assert amounts(finished) == [-6, 2, 2, 2]


def test_b17_five_at_the_table_and_the_sie() -> None:
    """B17, Belarusian document: Five at the table, and the Sie."""
    hands = ["EA EZ EK E9 E8 E7 HA HZ", "GA GZ GK G9 G8 G7 HK H9", SIE, "SA SZ SK S9 S8 S7 H8 H7", ""]
    five = {"table": {"seated": 5}}
    said = ["0 pass", "1 pass", "2 play", "3 pass", "2 sie"]
    laid_down = deal(BE, hands, said, dealer=4, overrides=five)
    assert laid_down.finished
    assert report(laid_down)["last_trick"] is None
    assert amounts(laid_down.after("2 claim")) == [-28, -28, 84, -28, 0]
    cut = laid_down.after("2 cut")
    assert amounts(cut) == [-20, -20, 60, -20, 0]
    assert report(cut)["next_dealer"] == 0
    session = Session.new(ruleset(BE, five), 5, dealer=4).after(cut)
    assert session.dealer == 0
    assert session.balances == (-20, -20, 60, -20, 0)
    dealt: list[Hand] = list(parse_record(record(BE, hands, dealer=4, overrides=five)).hands)
    next_deal = session.deal((dealt[4], *dealt[:4]))
    assert next_deal.seats == (1, 2, 3, 4)

    other = {2: "EO HO SU HA HZ HK H9 H7"}
    top8 = deal(BE, other, said[:4], dealer=4, at_table=5, overrides=five)
    assert code(top8, "2 sie") == "auction/not-eligible"
    any8 = deal(BE, other, said, dealer=4, at_table=5, overrides={**five, "sie": {"holding": "any8"}})
    assert amounts(any8.after("2 cut")) == [-20, -20, 60, -20, 0]
