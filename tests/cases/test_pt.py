"""The rule cases of the Portuguese document (`pt-units`). P1 to P4 are seats 0 to 3, the dealer is seat 3."""

import pytest

from schafkopf.game import Deal
from schafkopf.game.record import report

from .table import (
    amounts,
    at_once,
    cards,
    code,
    deal,
    game,
    game_record,
    options,
    replay,
    ruleset,
    spoken,
    terms,
    tricks,
)

PT = "pt-units"
SIE = "EO GO HO SO EU GU HU SU"


def after_cards(number: int, window: str | None = None) -> Deal:
    """A Rufspiel of P2 with P3 when so many cards have been played."""
    data = game_record(game("P06"), overrides={"kontra": {"window": window}} if window else None)
    data["actions"] = data["actions"][: 4 + number]
    return replay(data)


def test_p02_kontra_until_trick_2() -> None:
    """P02, Portuguese document: Kontra until trick 2."""
    after_trick_1 = after_cards(4)
    assert report(after_trick_1)["tricks"] == [0, 1, 0, 0]
    defenders = [seat for seat in range(4) if "kontra" in options(after_trick_1, seat)]
    assert defenders == [0, 3]
    assert terms(replay(game_record(game("P06"), "0 kontra")))["kontra"] == 2
    for seat in defenders:
        assert after_trick_1.after(f"{seat} kontra").said
        assert code(after_cards(5), f"{seat} kontra") == "kontra/window-closed"
    glossary = "before_2nd_card_trick2"
    assert "kontra" in options(after_cards(5, glossary), 0)
    assert after_cards(5, glossary).after("3 kontra").said
    assert code(after_cards(6, glossary), "3 kontra") == "kontra/window-closed"


def test_p03_holder_may_not_lead_the_called_suit() -> None:
    """P03, Portuguese document: Holder may not lead the called suit."""
    hand = {3: "EA E8 HO HZ GK S7 GU S9"}
    played = tricks("0: SA S8 SK S9", "0: HU H7 H8 GU")
    position = deal(PT, hand, at_once("rufspiel E", 1), played)
    assert position.turn == 3
    assert cards(position, 3) == {"HO", "HZ", "GK", "S7"}
    assert code(position, "3 EA") == code(position, "3 E8") == "play/called-ace-held"
    for rules in ("be-1989", "fi-table", "bavaria"):
        other = deal(rules, hand, spoken(ruleset(rules), "rufspiel E", 1), played)
        assert cards(other, 3) == {"EA", "HO", "HZ", "GK", "S7"}


def test_p05_forced_lead_at_the_end() -> None:
    """P05, Portuguese document: Forced lead at the end."""
    first_three = tricks("0: SA S9 SK S8", "0: SZ G8 E9 S7", "0: GA G9 GZ G7")
    ace_and_one = deal(
        PT,
        {3: "EA EK S8 S7 G7 H7 H8 EO"},
        at_once("rufspiel E", 1),
        first_three,
        tricks("0: GO H9 HK H7", "0: HO HU GU H8", "0: HA SU HZ EO"),
    )
    assert cards(ace_and_one, 3) == {"EA"}
    ace_and_two = deal(
        PT,
        {3: "EA EK E8 S8 S7 G7 H7 EO"},
        at_once("rufspiel E", 1),
        first_three,
        tricks("0: GO H9 HK H7", "0: HO HU GU EO"),
    )
    assert cards(ace_and_two, 3) == {"EK", "E8"}


def test_p06_schneider_at_exactly_90_30() -> None:
    """P06, Portuguese document: Schneider at exactly 90:30."""
    finished = replay(game_record(game("P06")))
    assert amounts(finished) == [-4, 4, 4, -4]
    assert terms(finished) == {"base": 1, "schneider": 1}
    tip = replay(game_record(game("P06"), overrides={"schneider": {"declarer_needs": 91}}))
    assert amounts(tip) == [-2, 2, 2, -2]
    assert terms(tip) == {"base": 1}


def test_p08_wenz_with_two_runners_re() -> None:
    """P08, Portuguese document: Wenz with two runners, Re."""
    finished = replay(game_record(game("P08"), "0 kontra", "2 re"))
    assert amounts(finished) == [-16, -16, 48, -16]
    assert terms(finished) == {"base": 2, "laufende": 2, "kontra": 4}


def test_p09_runners_of_the_losers_do_not_count() -> None:
    """P09, Portuguese document: Runners of the losers do not count."""
    finished = replay(game_record(game("P09")))
    assert report(finished)["points"][0] == 49
    assert amounts(finished) == [-6, 2, 2, 2]
    assert terms(finished) == {"base": 2}
    bavaria = replay(game_record(game("P09"), rules="bavaria"))
    assert amounts(bavaria) == [-270, 90, 90, 90]
    assert terms(bavaria) == {"base": 50, "laufende": 40}


@pytest.mark.parametrize(("base", "settled"), [(2, [-8, 24, -8, -8]), (3, [-12, 36, -12, -12])])
def test_p11_sie(base: int, settled: list[int]) -> None:
    """P11, Portuguese document: Sie."""
    laid_down = deal(PT, {1: SIE}, at_once("sie", 1), overrides={"tariff": {"solo": base}})
    found = report(laid_down)
    assert found["phase"] == "over"
    assert found["last_trick"] is None
    assert found["amounts"] == settled
    assert terms(laid_down) == {"base": base, "sie": 4}


def test_p11_sie_at_base_three() -> None:
    """P11, Portuguese document: the variant with three units for a lone game, by its name."""
    assert amounts(deal("pt-units+base-3", {1: SIE}, at_once("sie", 1))) == [-12, 36, -12, -12]


def test_p12_short_pack() -> None:
    """P12, Portuguese document: Kurze Karte."""
    data = game_record(game("P12"))
    finished = replay(data)
    found = report(finished)
    assert found["amounts"] == [8, -8, -8, 8]
    assert terms(finished) == {"base": 1, "laufende": 3}
    facts = finished.facts()
    assert facts is not None
    assert (facts.side_points, facts.laufende) == (71, 3)
    assert sum(found["tricks"]) == 6
    assert found["last_trick"] == {"leader": 0, "cards": ["EA", "HA", "E9", "SZ"], "winner": 1}
    before_last = replay(data | {"actions": data["actions"][:-4]})
    assert sum(report(before_last)["tricks"]) == 5
    assert cards(before_last, 0) == {"EA"}
    # The ace was held back until then: in trick 5 he could neither lead it nor another card of its suit.
    trick_5 = replay(data | {"actions": data["actions"][:-8]})
    assert cards(trick_5, 0) == {"GA"}
    named = replay(game_record(game("P12"), rules="pt-units+short-pack"))
    assert amounts(named) == [8, -8, -8, 8]
    short = ruleset("pt-units+short-pack")
    assert (short["schneider.declarer_needs"], short["win.declarer"]) == (90, 61)
