"""Errors, amounts and bills in words."""

from __future__ import annotations

import re

import pytest

from schafkopf.game.contract import CONTRACT_NAMES
from schafkopf.game.errors import IllegalAction, InvalidRecord, InvalidRuleset
from schafkopf.game.settlement import Term
from schafkopf.text.bill import amount_text, bill, money
from schafkopf.text.catalog import LANGUAGES, catalog
from schafkopf.text.errors import error_text

LANGUAGE = pytest.mark.parametrize("lang", LANGUAGES)


@LANGUAGE
def test_error_texts_read_well_with_and_without_their_values(lang: str) -> None:
    for code in catalog(lang).entry("errors"):
        bare = error_text(IllegalAction(code), lang)
        full = error_text(
            IllegalAction(code, "a {brace} [bracket]", seat=1, action="1 GA", allowed=("GA", "G7"), where="line 3"),
            lang,
            names=("Anna", "Ben"),
        )
        for text in (bare, full):
            assert not re.search(r"\s[.,;:!?)]|\(\s*\)|[:;,]\s*[.;)]|\s\s", text), (code, text)
        assert not set("{}[]") & set(bare), (code, bare)
        assert len(full) >= len(bare)


def test_error_text_names_the_player() -> None:
    error = IllegalAction("turn/not-yours", seat=1)
    assert "Ben" in error_text(error, "en", ("Anna", "Ben"))
    assert "seat 1" in error_text(error, "en")


def test_error_text_says_what_would_be_accepted() -> None:
    error = IllegalAction("play/called-ace", seat=2, action="G8", allowed=("GA",))
    assert error_text(error, "en") == "The called suit was led, so the called ace must be played: GA."
    contradiction = InvalidRuleset("ruleset/contradiction", "three players", where="house.toml: all_pass.do")
    assert error_text(contradiction, "en") == (
        "Two settings of the rules contradict each other (house.toml: all_pass.do): three players."
    )
    # Without a detail its part of the sentence goes, colon and all.
    assert error_text(InvalidRecord("record/syntax"), "en") == "This cannot be read as a record."


def test_unknown_code_is_a_missing_id() -> None:
    with pytest.raises(KeyError, match="en: errors/no/such"):
        error_text(IllegalAction("no/such"), "en")


@pytest.mark.parametrize(
    ("amount", "lang", "sign", "text"),
    [
        (-135, "de", False, "-1,35 €"),
        (135, "de", True, "+1,35 €"),
        (0, "de", True, "0,00 €"),
        (-5, "de", False, "-0,05 €"),
        (-100, "fi", False, "-1,00 €"),
        (123456, "pt", False, "1234,56 €"),
        (-135, "en", False, "-€1.35"),
        (20, "en", True, "+€0.20"),
    ],
)
def test_money_in_cents(amount: int, lang: str, sign: bool, text: str) -> None:
    assert money(amount, "cent", lang, sign) == text


@LANGUAGE
def test_money_has_one_sign_at_most(lang: str) -> None:
    for unit in ("cent", "stake", "stroke", "point"):
        for amount in (-1000, -101, -21, -1, 0, 1, 2, 5, 11, 135):
            for sign in (False, True):
                text = money(amount, unit, lang, sign)
                signs = re.findall(r"[-+−]", text)
                expected = "-" if amount < 0 else "+" if sign and amount > 0 else ""
                assert "".join(signs) == expected
                assert text.startswith(expected)
                assert "{" not in text


def test_plural_of_units() -> None:
    assert [amount_text(n, "stake", "en") for n in (1, 2)] == ["1 stake", "2 stakes"]
    for lang in ("be", "ru"):
        assert len({amount_text(n, "stake", lang).split()[-1] for n in (1, 2, 5)}) == 3


def test_bill_adds_up_from_left_to_right() -> None:
    terms = [
        Term("base", 20),
        Term("schneider", 10),
        Term("laufende", 30, count=3),
        Term("kontra", factor=2, count=1),
    ]
    line = bill([term.as_dict() for term in terms], "cent", "de", game="rufspiel")
    assert line == "Rufspiel 20 + Schneider 10 + 3 Laufende 30, Kontra ×2 = 120 Cent"
    assert bill([{"name": "base", "amount": 1}], "stake", "en") == "Game 1 = 1 stake"


def test_bill_takes_off_what_winners_pay() -> None:
    terms = [{"name": "base", "amount": 1}, {"name": "laufende", "amount": -3, "count": 3}]
    assert bill(terms, "stake", "en") == "Game 1 - 3 Laufende 3 = -2 stakes"


def test_bill_shows_pot_and_single_seats_after_the_total() -> None:
    terms = [Term("base", 2), Term("virgin", factor=2, count=1, seats=(3,)), Term("pot", 40)]
    line = bill([term.as_dict() for term in terms], "point", "en", names=("A", "B", "C", "Dora"))
    assert line == "Game 2 = 2 points; 1 Jungfrau ×2 (Dora); Pot +40 points"
    assert bill([{"name": "pot", "amount": -80}], "cent", "de") == "Stock -0,80 €"


@LANGUAGE
def test_every_term_has_a_word(lang: str) -> None:
    names = "base schneider schwarz laufende tout sie knock kontra double bock pot virgin march raise carry sweep tie"
    for name in names.split():
        for term in ({"name": name, "amount": 2, "count": 5}, {"name": name, "factor": 2, "count": 2}):
            assert bill([{"name": "base", "amount": 1}, term], "stroke", lang)
    for contract in CONTRACT_NAMES:
        assert catalog(lang).text("terms", "contracts", contract) in bill(
            [{"name": "base", "amount": 1}], "stake", lang, game=contract
        )
