"""Points for a game: the usual schemes, money, and schemes of one's own."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from schafkopf.club.tournament.errors import Refused
from schafkopf.club.tournament.scoring import SCHEMES, Row, Scheme, Scored, scheme_dict, scheme_of, score
from schafkopf.game import Entry, Session, load_ruleset
from schafkopf.game.settlement import value_of

RULES = load_ruleset("bavaria").with_overrides(
    {"contracts": ["rufspiel", "solo", "wenz", "solo-tout", "sie", "bettel"]}
)


def scored(scheme: str | Scheme, rules: Any = RULES, seats: int = 4, **entry: Any) -> Scored:
    session = Session.new(rules, seats)
    found = session.price(Entry(**entry))
    assert found.facts is not None
    return score(SCHEMES[scheme] if isinstance(scheme, str) else scheme, rules, found.facts, found.settlement)


def points(scheme: str | Scheme, rules: Any = RULES, seats: int = 4, **entry: Any) -> tuple[int, ...]:
    return scored(scheme, rules, seats, **entry).points


RUF = {"contract": "rufspiel", "declarer": 0, "partner": 2}
SOLO = {"contract": "solo", "declarer": 1}


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        ({**RUF, "won": True}, (1, -1, 1, -1)),
        ({**RUF, "won": False}, (-1, 1, -1, 1)),
        ({**RUF, "won": True, "schneider": True}, (2, -2, 2, -2)),
        ({**RUF, "won": False, "schwarz": True}, (-3, 3, -3, 3)),
        ({**SOLO, "won": True}, (-2, 6, -2, -2)),
        ({**SOLO, "won": False}, (2, -6, 2, 2)),
        ({**SOLO, "won": True, "schneider": True}, (-3, 9, -3, -3)),
        ({**SOLO, "won": True, "schwarz": True}, (-4, 12, -4, -4)),
        ({"contract": "solo-tout", "declarer": 1, "won": True}, (-6, 18, -6, -6)),
        ({"contract": "solo-tout", "declarer": 1, "won": False}, (6, -18, 6, 6)),
        ({"contract": "wenz", "declarer": 3, "points": 91}, (-3, -3, -3, 9)),
        # Laufende and Kontra are for the purse, not for the list.
        ({**SOLO, "won": True, "laufende": 5, "kontra": 1}, (-2, 6, -2, -2)),
    ],
)
def test_the_usual_points(entry: dict[str, Any], expected: tuple[int, ...]) -> None:
    assert points("points-6", **entry) == expected


def test_the_dearer_solo() -> None:
    assert points("points-15", **SOLO, won=True) == (-5, 15, -5, -5)
    assert points("points-15", **SOLO, won=False, schneider=True) == (6, -18, 6, 6)


def test_money_is_what_the_bill_says() -> None:
    assert points("money", **SOLO, won=True, laufende=3) == (-80, 240, -80, -80)


def test_plus_points_only() -> None:
    assert points("plus", **SOLO, won=True) == (0, 6, 0, 0)
    assert points("plus", **RUF, won=False, schneider=True) == (0, 2, 0, 2)
    assert points("short-5-10-15", **RUF, won=True, schwarz=True) == (15, 0, 15, 0)
    assert points("short-5-10-15", **RUF, won=True, schneider=True) == (10, 0, 10, 0)
    assert points("short-5-10-15", **SOLO, suit="H", won=True) == (0, 30, 0, 0)
    assert points("short-5-10-15", **SOLO, suit="G", won=True) == (0, 20, 0, 0)


def test_every_term_is_named() -> None:
    found = scored("points-6", **RUF, won=True, schwarz=True)
    assert [(term.name, term.amount) for term in found.terms] == [("base", 1), ("schneider", 1), ("schwarz", 1)]
    assert value_of(found.terms) == 3


def test_a_solo_is_counted_and_a_lost_one_is_not_won() -> None:
    won, lost = scored("points-6", **SOLO, won=True), scored("points-6", **SOLO, won=False)
    assert (won.solo, won.winners, lost.solo, lost.winners) == (1, (1,), 1, (0, 2, 3))
    assert scored("points-6", **RUF, won=True).solo is None


def test_ramsch_and_march() -> None:
    rules = load_ruleset("bavaria").with_overrides({"all_pass": {"do": "ramsch"}})
    assert points("points-6", rules, contract="ramsch", losers=(2,)) == (1, 1, -3, 1)
    assert points("points-6", rules, contract="ramsch", losers=(0, 2)) == (-2, 2, -2, 2)
    assert points("points-6", rules, contract="ramsch", march=1) == (-1, 3, -1, -1)


def test_three_at_a_table_and_five() -> None:
    assert points("points-6", load_ruleset("three"), 3, contract="solo", declarer=1, won=True) == (-2, 4, -2)
    five = RULES.with_overrides({"table": {"seated": 5}})
    assert points("points-6", five, 5, **SOLO, won=True) == (0, 6, -2, -2, -2)


def test_laufende_and_doublings_count_if_a_scheme_says_so() -> None:
    own = Scheme("own", SCHEMES["points-6"].rows, laufende=1, doublings=True)
    assert points(own, **SOLO, won=True, laufende=3, kontra=1) == (-10, 30, -10, -10)
    assert points(own, **SOLO, won=True, laufende=2) == (-2, 6, -2, -2)


@given(
    st.sampled_from(sorted(SCHEMES)),
    st.sampled_from(["rufspiel", "solo", "wenz", "solo-tout", "bettel"]),
    st.booleans(),
    st.booleans(),
    st.booleans(),
    st.integers(0, 4),
    st.integers(0, 2),
    st.permutations(range(4)),
)
@settings(max_examples=200)
def test_points_sum_to_nothing_unless_only_plus_is_written(
    name: str, contract: str, won: bool, schneider: bool, schwarz: bool, run: int, kontra: int, seats: list[int]
) -> None:
    entry: dict[str, Any] = {"contract": contract, "declarer": seats[0], "won": won, "kontra": kontra}
    entry["laufende"] = 0 if contract == "bettel" else run
    if contract == "rufspiel":
        entry["partner"] = seats[1]
    found = points(name, **entry, schneider=schneider or schwarz, schwarz=schwarz)
    if SCHEMES[name].write == "plus":
        assert min(found) >= 0 < sum(found)
    else:
        assert sum(found) == 0 != max(found)


def test_schemes_are_data() -> None:
    for scheme in SCHEMES.values():
        assert scheme_of(scheme_dict(scheme)) == scheme == scheme_of(scheme.id)
    assert SCHEMES["points-6"].expected(4) == 0
    assert Scheme("chips", (Row((1, 2, 3)),), per_player=100).expected(3) == 300
    assert SCHEMES["plus"].expected(4) is None


@pytest.mark.parametrize(
    "data",
    [
        "unknown",
        None,
        7,
        {"rows": []},
        {"id": "x", "rows": [{"values": [1, 2, 3], "lines": ["called"]}]},
        {"id": "x", "rows": [{"values": [1, 2]}]},
        {"id": "x", "rows": [{"values": [1, 2, -3]}]},
        {"id": "x", "rows": [{"values": [1, 2, "3"]}]},
        {"id": "x", "rows": [{"values": [1, 2, 3], "line": ["called"]}]},
        {"id": "x", "colour": "red"},
        {"id": "x", "write": "minus"},
        {"id": "x", "laufende": "1"},
        {"id": "x", "laufende": 10**9},
        {"id": "x", "per_player": -1},
    ],
)
def test_a_wrong_scheme_is_refused_with_a_code(data: Any) -> None:
    with pytest.raises(Refused) as refused:
        scheme_of(data)
    assert refused.value.code == "tournament/scheme"
