"""The arena: the same cards for everybody, the same result for the same seed, and what the estimate means."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from typing import Any

import pytest

from schafkopf.engine.bots import player as players
from schafkopf.engine.bots.player import Budget, ByRules
from schafkopf.game import View, load_ruleset
from schafkopf.research.arena import Settings, deal_of, outcome, play_deal, run
from schafkopf.research.estimate import estimate, report
from schafkopf.research.results import Results, WrongFile

BAVARIA = load_ruleset("bavaria")


def settings(a: str = "rules", b: str = "random", **changes: Any) -> Settings:
    name = changes.pop("rules", "bavaria")
    return Settings(a, b, load_ruleset(name), name, **changes)


def games(line: dict[str, Any]) -> list[Any]:
    """What a line says without the time it took."""
    return [line["deal"], line["games"], [effort[:3] for effort in line["effort"].values()]]


def test_every_contestant_sits_on_every_seat() -> None:
    each = settings(lineups=("one", "opposite", "three"), split=True)
    assert each.seatings("opposite") == ("ABAB", "BABA")
    assert each.seatings("three") == ("BAAA", "ABAA", "AABA", "AAAB")
    assert each.seatings("one", "C") == ("CBBB", "BCBB", "BBCB", "BBBC")
    assert settings(rules="three").seatings("one") == ("ABB", "BAB", "BBA")
    played = [game["seats"] for game in play_deal(each, 0)["games"]]
    assert len(played) == len(set(played)) == 3 * (4 + 2 + 4)


def test_deals_are_duplicates_and_the_dealer_goes_round() -> None:
    assert deal_of(BAVARIA, 1, 7) == deal_of(BAVARIA, 1, 7)
    assert deal_of(BAVARIA, 1, 7).hands != deal_of(BAVARIA, 2, 7).hands
    assert Counter(deal_of(BAVARIA, 1, number).dealer for number in range(8)) == {0: 2, 1: 2, 2: 2, 3: 2}


def test_same_bots_get_exactly_nothing_from_each_other() -> None:
    """If A plays like B all games of a deal are the same, so every deal counts 0, not only their mean."""
    same = settings("random", "random", lineups=("one", "opposite", "three"))
    lines = list(run(same, range(30)))
    assert any(any(game["amounts"]) for line in lines for game in line["games"])
    for found in report(same, lines).lineups.values():
        assert found.a is not None
        assert (found.a.mean, found.a.error) == (0.0, 0.0)


def test_result_does_not_depend_on_processes_nor_on_other_deals() -> None:
    chosen = settings(split=True, budget=Budget(nodes=100))
    alone = [play_deal(chosen, number) for number in range(12)]
    assert [games(line) for line in run(chosen, range(12), jobs=2)] == [games(line) for line in alone]
    assert [games(line) for line in run(chosen, [7, 3])] == [games(alone[7]), games(alone[3])]


def test_estimate_is_the_mean_over_deals_with_its_normal_bounds() -> None:
    """The example is worked by hand: deviations -3, -1, 1, 3, so the variance is 20/3 and the error its root over 2."""
    found = estimate([1.0, 3.0, 5.0, 7.0])
    assert found is not None
    assert found.mean == 4.0
    assert found.error == pytest.approx((20 / 3) ** 0.5 / 2)
    assert found.low == pytest.approx(4.0 - 1.959964 * 1.290994, abs=1e-5)
    assert found.high == pytest.approx(4.0 + 1.959964 * 1.290994, abs=1e-5)
    single = estimate([2.0])
    assert single is not None
    assert (single.mean, single.low) == (2.0, None)
    assert estimate([]) is None


def test_bounds_hold_the_truth_in_19_of_20_cases() -> None:
    """400 samples of 200 deals each from amounts with mean 0."""
    dice = Random(4)
    held = 0
    for _ in range(400):
        found = estimate([dice.choice((-20, -20, 60, -40, 20)) for _ in range(200)])
        assert found is not None
        assert found.low is not None
        assert found.high is not None
        held += found.low <= 0.0 <= found.high
    assert 0.92 <= held / 400 <= 0.98


def test_report_averages_seats_then_deals() -> None:
    """Recomputed the long way from the lines: A's seat in each of four games, and the three Bs."""
    chosen = settings(lineups=("one", "opposite"))
    lines = list(run(chosen, range(25)))
    found = report(chosen, lines)
    by_deal = []
    for line in lines:
        four = {game["seats"]: game["amounts"] for game in line["games"]}
        by_deal.append(fmean(four[seats][seats.index("A")] for seats in ("ABBB", "BABB", "BBAB", "BBBA")))
    one, opposite = found.lineups["one"], found.lineups["opposite"]
    assert one.a is not None
    assert one.b is not None
    assert one.difference is not None
    assert one.a.mean == pytest.approx(fmean(by_deal))
    assert one.a.error == pytest.approx(stdev(by_deal) / 5)
    assert one.b.mean == pytest.approx(-one.a.mean / 3)
    assert one.difference.mean == pytest.approx(one.a.mean - one.b.mean)
    assert opposite.a is not None
    assert opposite.b is not None
    assert opposite.a.mean == pytest.approx(-opposite.b.mean)
    for letter, total in (("A", one.a.mean), ("B", one.b.mean)):
        roles = one.roles[letter].values()
        assert sum(role.share for role in roles) == pytest.approx(1.0)
        assert sum(role.share * role.mean for role in roles) == pytest.approx(total)


def test_split_separates_cards_and_words() -> None:
    """A bold bidder differs by its words alone, a player of random cards by its cards alone."""
    bold = settings("rules:bold", "rules", split=True)
    found = report(bold, run(bold, range(40))).lineups["one"].parts
    assert found["cards"] is not None
    assert found["both"] is not None
    assert (found["cards"].mean, found["both"].error) == (0.0, 0.0)
    cards = settings("random", "rules", split=True)
    parts = report(cards, run(cards, range(40))).lineups["one"]
    assert parts.parts["words"] is not None
    assert parts.parts["words"].mean == 0.0
    assert parts.parts["cards"] == parts.a


def test_roles_and_amounts_are_those_of_the_deal() -> None:
    """A deal that nobody plays counts 0, also where it pays into a pot; chalk counts strokes less those against."""
    seen: set[str] = set()
    for number in range(40):
        for game in play_deal(settings(), number)["games"]:
            seen.update(game["roles"])
            assert sum(game["amounts"]) == 0
            if game["roles"] == "----":
                assert not any(game["amounts"])
                continue
            assert game["roles"].count("d") == 1
            side = [amount for role, amount in zip(game["roles"], game["amounts"], strict=True) if role in "dp"]
            assert all((amount > 0) == game["won"] for amount in side)
            assert ("p" in game["roles"]) == (game["line"] == "called")
    assert seen == set("dpo-")
    pot = BAVARIA.with_overrides({"all_pass": {"do": "pot"}})
    deal = deal_of(pot, 1, 0)
    for seat in deal.seats:
        deal = deal.after(f"{seat} pass")
    bill = deal.settlement()
    assert bill is not None
    assert any(bill.amounts)
    assert outcome(deal)["amounts"] == [0, 0, 0, 0]
    for game in play_deal(settings(rules="ru-chalk", lineups=("opposite",)), 1)["games"]:
        first, second, third, fourth = game["amounts"]
        assert first == third == -second == -fourth != 0


class Failing(ByRules):
    """Fails as declarer of a lone game."""

    def choose(self, view: View, rng: Random, budget: Budget) -> str:
        if view.contract is not None and view.contract.line == "alone" and view.contract.declarer == view.seat:
            return "EO and GO"
        return super().choose(view, rng, budget)


def test_a_failing_bot_is_counted_and_its_deals_are_not(monkeypatch: pytest.MonkeyPatch) -> None:
    """BX-02: nothing hides a fault, and nothing that it has distorted is measured."""
    monkeypatch.setitem(players._KINDS, "random", lambda option: Failing())
    chosen = settings("random", "rules")
    lines = list(run(chosen, range(40)))
    found = report(chosen, lines)
    lone = {
        line["deal"]
        for line in run(settings("rules", "rules"), range(40))
        for game in line["games"]
        if game["line"] == "alone"
    }
    assert found.broken == len(lone) >= 4
    assert found.deals == 40 - found.broken
    assert {error["deal"] for error in found.errors} == lone
    assert all("answered 'EO and GO'" in error["error"] for error in found.errors)
    assert found.lineups["one"].a is not None
    assert found.lineups["one"].a.mean == 0.0


def test_results_are_continued_and_other_settings_refused(tmp_path: Path) -> None:
    """A run that was broken off in the middle of a line goes on as if nothing had happened."""
    chosen, path = settings(), tmp_path / "results.jsonl"
    with Results(chosen.header(), path) as results:
        for line in run(chosen, range(6)):
            results.add(line)
    whole = path.read_bytes()
    path.write_bytes(whole[:-20])
    with Results(chosen.header(), path) as results:
        assert list(results.missing(8)) == [5, 6, 7]
        for line in run(chosen, results.missing(8)):
            results.add(line)
    with Results(chosen.header(), path) as results:
        assert not list(results.missing(8))
        kept = results.of(8)
    assert [games(line) for line in kept] == [games(play_deal(chosen, number)) for number in range(8)]
    before = path.read_bytes()
    for other in (settings(seed=2), settings(b="rules"), settings(lineups=("three",)), settings(rules="be-1989")):
        with pytest.raises(WrongFile, match="other settings"):
            Results(other.header(), path)
    assert path.read_bytes() == before


@pytest.mark.parametrize("text", ["something else", "something\nelse\n", "[]\n", "3\n", '{"schafkopf": 1}\n', "\n"])
def test_files_that_hold_something_else_are_left_alone(tmp_path: Path, text: str) -> None:
    path = tmp_path / "mine.txt"
    path.write_text(text)
    with pytest.raises(WrongFile, match="does not hold results"):
        Results(settings().header(), path)
    assert path.read_text() == text


def test_header_tells_rules_and_program_apart() -> None:
    """The name of a house ruleset does not say what stands in it."""
    changed = Settings("rules", "random", BAVARIA.with_overrides({"kontra": {"max": 4}}), "bavaria")
    assert changed.header() != settings().header()
    assert {key for key, value in changed.header().items() if value != settings().header()[key]} == {"rules_mark"}
    assert json.loads(json.dumps(settings().header())) == settings().header()


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"a": "nobody"}, "no bot is called 'nobody'"),
        ({"b": "rules:wild"}, "no 'wild'"),
        ({"lineups": ("two",)}, "no line-up is called 'two'"),
        ({"lineups": ()}, "no line-up"),
        ({"lineups": ("one", "one")}, "twice"),
        ({"rules": "three", "lineups": ("opposite",)}, "needs four players"),
    ],
)
def test_bad_settings_are_refused(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        settings(**changes)
