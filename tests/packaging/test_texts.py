"""The client's texts: every language has every text with the placeholders of the English one."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import pytest

ENGLISH: dict[str, Any] = {
    "terms": {"suits": {"E": "acorn"}, "settlement": {"laufende": "Laufende"}},
    "errors": {"turn/not-yours": "It is not your turn[, {seat}]."},
    "table": {"title": "Table", "seat": {"plays": "{name} plays {card}", "left": ["{n} second", "{n} seconds"]}},
}
RUSSIAN: dict[str, Any] = {
    "terms": {"suits": {"E": "жёлудь"}, "settlement": {"laufende": ["лауфер", "лауфера", "лауферов"]}},
    "errors": {"turn/not-yours": "Сейчас не ваш ход[, {seat}]."},
    "table": {
        "title": "Стол",
        "seat": {"plays": "{name}: {card}", "left": ["{n} секунда", "{n} секунды", "{n} секунд"]},
    },
}


def _changed(texts: dict[str, Any], area: str, **tables: Any) -> dict[str, Any]:
    return {**texts, area: {**texts[area], **tables}}


def _faults(messages: ModuleType, **languages: dict[str, Any]) -> list[str]:
    return list(messages.modules({"en": ENGLISH, **languages}).faults)


def test_complete_texts_have_no_fault(messages: ModuleType) -> None:
    assert _faults(messages, ru=RUSSIAN) == []


@pytest.mark.parametrize(
    ("seat", "fault"),
    [
        ({"plays": "{name}: {card}"}, "seat.left: is missing"),
        ({**RUSSIAN["table"]["seat"], "more": "?"}, "seat.more: is not there in English"),
        ({**RUSSIAN["table"]["seat"], "plays": "{name}"}, "seat.plays: lacks the placeholder card"),
        ({**RUSSIAN["table"]["seat"], "plays": "{name}: {card} {suit}"}, "seat.plays: has no such placeholder: suit"),
        ({**RUSSIAN["table"]["seat"], "left": ["{n} секунда", "{n} секунд"]}, "seat.left: has 2 forms, ru needs 3"),
        ({**RUSSIAN["table"]["seat"], "left": ["секунда"] * 3}, "seat.left: lacks the placeholder n"),
        ({**RUSSIAN["table"]["seat"], "plays": ["{name} {card}"] * 3}, "seat.plays: has forms for a number"),
        ({**RUSSIAN["table"]["seat"], "plays": "{name}: {card"}, "a brace that belongs to no placeholder"),
        ({**RUSSIAN["table"]["seat"], "plays": " "}, "seat.plays: is empty"),
    ],
)
def test_a_fault_is_named_with_file_and_key(messages: ModuleType, seat: dict[str, Any], fault: str) -> None:
    found = _faults(messages, ru=_changed(RUSSIAN, "table", seat=seat))
    assert found
    assert all(text.startswith("ru/web/table.toml: ") for text in found)
    assert any(fault in text for text in found), found


def test_a_file_that_is_missing_is_named(messages: ModuleType) -> None:
    found = _faults(messages, ru={name: texts for name, texts in RUSSIAN.items() if name != "table"})
    assert found == ["ru/web/table.toml: is missing"]


def test_english_stands_in_with_its_own_plural(messages: ModuleType) -> None:
    made = messages.modules({"en": ENGLISH, "ru": {**RUSSIAN, "table": {"title": "Стол"}}}).files["ru.ts"]
    assert '"Стол"' in made
    assert "two(v.n) === 0 ? `${v.n} second` : `${v.n} seconds`" in made
    assert "import { three, two } from" in made  # the forms of Laufende are the Russian ones


def test_texts_become_strings_and_typed_functions(messages: ModuleType) -> None:
    made = messages.modules({"en": ENGLISH, "ru": RUSSIAN}).files
    assert "readonly title: string;" in made["types.ts"]
    assert "readonly plays: (v: { card: Shown; name: Shown }) => string;" in made["types.ts"]
    assert "readonly left: (v: { n: number }) => string;" in made["types.ts"]
    assert "readonly laufende: (v: { n: number }) => string;" in made["types.ts"]
    assert "plays: (v) => `${v.name} plays ${v.card}`," in made["en.ts"]
    assert "`It is not your turn${v.seat ? `, ${v.seat}` : ''}.`" in made["en.ts"]
    assert (
        "three(v.n) === 0 ? `${v.n} секунда` : three(v.n) === 1 ? `${v.n} секунды` : `${v.n} секунд`" in made["ru.ts"]
    )


def test_a_text_cannot_break_out_of_its_quotes(messages: ModuleType) -> None:
    sly = {**ENGLISH, "table": {"title": 'a "b" \\ c', "say": "`$ \\ {name}", "cost": "${name}"}}
    made = messages.modules({"en": sly}).files["en.ts"]
    assert '"a \\"b\\" \\\\ c"' in made
    assert "`\\`$ \\\\ ${v.name}`" in made
    assert "cost: (v) => `\\$${v.name}`" in made


def test_the_shipped_texts_are_complete(messages: ModuleType) -> None:
    assert messages.modules(messages.read()).faults == []
