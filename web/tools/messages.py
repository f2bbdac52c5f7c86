"""The texts of the client as TypeScript modules, one for each language, and the type that each of them has.

English says what there is: every other language must have the same keys, and in each text the same placeholders.
A text is a string, or a function of its placeholders; a list holds the forms that go with `n`.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from schafkopf.text.catalog import LANGUAGES, plural_form

CATALOG = Path(__file__).resolve().parents[2] / "src" / "schafkopf" / "text" / "catalog"
ORIGINAL = "en"
# Of the texts that Python shares with the client: whole files, less what the server sends by itself or never sends.
SHARED = ("terms", "errors")
LEFT_TO_THE_SERVER = {("terms", "presets"), ("terms", "suits"), ("terms", "ranks")}
_CLERK = "total won lost with without"
_PROSE = "seat declarer partner defenders dealer forehand trump hand points stroke pot round"
_SAID = "pass play knock keep rest concede throw_in"
WORDS_FOR_OTHERS = {("terms", "settlement"): _CLERK.split(), ("terms", "game"): (_PROSE + " " + _SAID).split()}
"""Words of a table that only Python writes; what is said at the table stands in `table.plain`."""
NEVER_SENT = ("fairness/", "solve/")
"""Beginnings of the codes of errors that only programs on the command line meet."""
BOOKS = ("books", "sheet", "tournament")
"""Areas of the score sheets and tournaments: chunks of their own, which nobody fetches who only plays."""
BOOK_CODES = ("book/", "entry/", "sheet/", "tournament/", "import/")
"""Beginnings of the codes of errors that go with them."""
CODES_OF_RECORDS = ("import/unsupported", "import/syntax")
"""Codes that begin so and do not: whoever looks at an imported deal meets them."""
ERROR_VALUES = ("seat", "action", "allowed", "where", "detail")

_PLACEHOLDER = re.compile(r"\{(\w+)\}")
_OPTIONAL = re.compile(r"\[([^\[\]]*)\]")
_BRACE = re.compile(r"[{}]")

Texts = Mapping[str, Any]
"""Area (the name of a file), then the tables of that file."""


@dataclass(frozen=True)
class Modules:
    """File name -> TypeScript, and what is wrong with the catalogues; where something is, English stands in."""

    files: dict[str, str]
    faults: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Text:
    """A message: its forms, and which placeholders they have."""

    forms: tuple[str, ...]
    optional: bool
    """An error: parts in square brackets go where a placeholder in them is empty."""

    @property
    def values(self) -> tuple[str, ...]:
        """The placeholders, `n` also where only the number of forms asks for it."""
        if self.optional:
            return ERROR_VALUES
        found = {name for form in self.forms for name in _PLACEHOLDER.findall(form)}
        return tuple(sorted(found | ({"n"} if len(self.forms) > 1 else set())))


def read(catalog: Path = CATALOG) -> dict[str, Texts]:
    """Language -> area -> tables, of all that the client shows."""
    return {language: _areas(catalog / language) for language in LANGUAGES}


def _areas(folder: Path) -> Texts:
    paths = [folder / f"{name}.toml" for name in SHARED] + sorted((folder / "web").glob("*.toml"))
    areas: dict[str, Any] = {}
    for path in paths:
        try:
            areas[path.stem] = tomllib.loads(path.read_text("utf-8"))
        except tomllib.TOMLDecodeError as error:
            raise SystemExit(f"error: {path.parent.parent.name}/{path.name}: {error}") from None
    for area, table in LEFT_TO_THE_SERVER:
        areas[area].pop(table, None)
    for (area, table), words in WORDS_FOR_OTHERS.items():
        for word in words:
            areas[area][table].pop(word, None)
    areas["errors"] = {code: text for code, text in areas["errors"].items() if not code.startswith(NEVER_SENT)}
    return areas


def modules(languages: Mapping[str, Texts]) -> Modules:
    """The modules for these catalogues; English stands in for what another language lacks or has wrong."""
    faults: list[str] = []
    original = _with_forms(languages[ORIGINAL], [texts for name, texts in languages.items() if name != ORIGINAL])
    faults += _faults_of_original(original)
    played, booked = _played(original), _booked(original)
    files = {"types.ts": _types(played, booked), "index.ts": _index(languages), "plural.json": _plurals(languages)}
    files["books/index.ts"] = _book_index(languages)
    for language, texts in languages.items():
        files[f"{language}.ts"] = _module(language, "Messages", played, _played(texts), faults)
        files[f"books/{language}.ts"] = _module(language, "BookMessages", booked, _booked(texts), faults)
    return Modules(files, list(dict.fromkeys(faults)))


def _played(texts: Texts) -> Texts:
    """What everybody fetches."""
    return _part(texts, lambda area: area not in BOOKS, lambda code: not _of_books(code))


def _booked(texts: Texts) -> Texts:
    """What the pages of the books fetch besides."""
    return _part(texts, lambda area: area in BOOKS, _of_books)


def _of_books(code: str) -> bool:
    return code.startswith(BOOK_CODES) and code not in CODES_OF_RECORDS


def _part(texts: Texts, area_belongs: Callable[[str], bool], code_belongs: Callable[[str], bool]) -> Texts:
    found = {area: tables for area, tables in texts.items() if area != "errors" and area_belongs(area)}
    return found | {"errors": {code: text for code, text in texts.get("errors", {}).items() if code_belongs(code)}}


def _with_forms(original: Texts, others: Iterable[Texts], shared: bool = False) -> Texts:
    """English, with two forms where a word that Python shares with us has the same in English but not elsewhere."""
    result = dict(original)
    for key, value in original.items():
        found = [texts.get(key) for texts in others if isinstance(texts, Mapping)]
        if isinstance(value, Mapping):
            result[key] = _with_forms(value, [texts for texts in found if texts], shared or key in SHARED)
        elif shared and isinstance(value, str) and any(isinstance(forms, list) for forms in found):
            result[key] = [value, value]
    return result


def _faults_of_original(texts: Texts) -> Iterator[str]:
    for path, text in _walk(texts):
        yield from _faults(ORIGINAL, path, text, text)


def _walk(texts: Texts, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Text]]:
    """Every text with its path."""
    for key, value in texts.items():
        if isinstance(value, Mapping):
            yield from _walk(value, (*path, key))
        else:
            yield (*path, key), _text((*path, key), value)


def _text(path: tuple[str, ...], value: Any) -> Text:
    forms = tuple(value) if isinstance(value, list) else (value,)
    if not forms or not all(isinstance(form, str) for form in forms):
        raise SystemExit(f"error: {'/'.join(path)}: neither a text nor a list of texts")
    return Text(forms, optional=path[0] == "errors")


def _where(language: str, path: tuple[str, ...]) -> str:
    folder = "" if path[0] in SHARED else "web/"
    return f"{language}/{folder}{path[0]}.toml: {'.'.join(path[1:])}"


def _faults(language: str, path: tuple[str, ...], text: Text, original: Text) -> Iterator[str]:
    """What is wrong with a text."""
    where = _where(language, path)
    wanted = _forms(language)
    if len(text.forms) > 1 and len(text.forms) != wanted:
        yield f"{where}: has {len(text.forms)} forms, {language} needs {wanted}"
    if len(text.forms) > 1 and "n" not in original.values:
        yield f"{where}: has forms for a number, the English text has none"
    allowed = set(original.values)
    for form in text.forms:
        used = set(_PLACEHOLDER.findall(form))
        if used - allowed:
            yield f"{where}: has no such placeholder: {', '.join(sorted(used - allowed))}"
        missing = set() if text.optional else allowed - used - {"n"}
        if missing:
            yield f"{where}: lacks the placeholder {', '.join(sorted(missing))}"
        if _BRACE.search(_PLACEHOLDER.sub("", form)):
            yield f"{where}: a brace that belongs to no placeholder"
        if not form.strip():
            yield f"{where}: is empty"
    if not text.optional and "n" in allowed and not any("{n}" in form for form in text.forms):
        if any("{n}" in form for form in original.forms):
            yield f"{where}: lacks the placeholder n"


def _forms(language: str) -> int:
    return 1 + max(plural_form(language, n) for n in range(200))


def _module(language: str, kind: str, original: Texts, texts: Texts, faults: list[str]) -> str:
    above = "../" * (3 if kind == "BookMessages" else 2)
    body = _table(language, original, texts, (), faults, "  ")
    rules = [name for name in ("three", "two") if f"{name}(v.n)" in body]
    lines = [f"import {{ {', '.join(rules)} }} from '{above}lib/plural';"] if rules else []
    lines.append(f"import type {{ {kind} }} from '{'..' if kind == 'BookMessages' else '.'}/types';")
    lines += ["", f"const messages: {kind} = {{\n{body}}};", "", "export default messages;", ""]
    return "\n".join(lines)


def _table(language: str, original: Any, texts: Any, path: tuple[str, ...], faults: list[str], indent: str) -> str:
    texts = texts if isinstance(texts, Mapping) else {}
    for key in texts.keys() - original.keys():
        faults.append(f"{_where(language, (*path, key))}: is not there in English")
    lines = []
    for key, value in original.items():
        here = (*path, key)
        if isinstance(value, Mapping):
            if key not in texts and len(here) == 1:
                faults.append(f"{language}/web/{key}.toml: is missing")
                inner = _table(ORIGINAL, value, value, here, faults, indent + "  ")
            else:
                inner = _table(language, value, texts.get(key), here, faults, indent + "  ")
            lines.append(f"{indent}{_key(key)}: {{\n{inner}{indent}}},\n")
        else:
            source = _text(here, value)
            spoken, text = language, source
            if language != ORIGINAL:
                found = texts.get(key)
                wrong = [f"{_where(language, here)}: is missing"]
                if found is not None and not isinstance(found, Mapping):
                    text = _text(here, found)
                    wrong = list(_faults(language, here, text, source))
                faults += wrong
                if wrong:
                    spoken, text = ORIGINAL, source
            lines.append(f"{indent}{_key(key)}: {_spelled(spoken, text, source)},\n")
    return "".join(lines)


def _key(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z_]\w*", key) else json.dumps(key)


def _spelled(language: str, text: Text, original: Text) -> str:
    """A text as TypeScript."""
    if not original.values:
        return json.dumps(text.forms[0], ensure_ascii=False)
    forms = [_template(form, text.optional) for form in text.forms]
    if len(set(forms)) == 1:
        forms = forms[:1]
    chosen = forms[-1]
    choice = f"{'two' if _forms(language) == 2 else 'three'}(v.n)"
    for number, form in reversed(list(enumerate(forms[:-1]))):
        chosen = f"{choice} === {number} ? {form} : {chosen}"
    return f"(v) => {chosen}" if "v." in chosen else f"() => {chosen}"


def _template(form: str, optional: bool) -> str:
    def escaped(plain: str) -> str:
        return plain.replace("\\", "\\\\").replace("`", "\\`").replace("${", "\\${")

    def filled(part: str) -> str:
        return _PLACEHOLDER.sub(lambda found: f"${{v.{found[1]}}}", escaped(part))

    if not optional:
        return f"`{filled(form)}`"
    pieces, end = [], 0
    for part in _OPTIONAL.finditer(form):
        pieces.append(filled(form[end : part.start()]))
        needed = " && ".join(f"v.{name}" for name in dict.fromkeys(_PLACEHOLDER.findall(part[1])))
        inner = filled(part[1])
        pieces.append(f"${{{needed} ? `{inner}` : ''}}" if needed else inner)
        end = part.end()
    return f"`{''.join(pieces)}{filled(form[end:])}`"


def _types(played: Texts, booked: Texts) -> str:
    lines = [
        "/** What an error text may mention; empty where there is nothing to say. */",
        f"export type ErrorValues = {{ {'; '.join(f'{name}: string' for name in ERROR_VALUES)} }};",
        "",
        "type Shown = string | number;",
        "",
        f"export interface Messages {{\n{_type(played, (), '  ')}}}",
        "",
        "/** What the pages of the books say besides. */",
        f"export interface BookMessages {{\n{_type(booked, (), '  ')}}}",
        "",
    ]
    return "\n".join(lines)


def _type(texts: Texts, path: tuple[str, ...], indent: str) -> str:
    lines = []
    for key, value in texts.items():
        here = (*path, key)
        if isinstance(value, Mapping):
            lines.append(f"{indent}readonly {_key(key)}: {{\n{_type(value, here, indent + '  ')}{indent}}};\n")
        else:
            lines.append(f"{indent}readonly {_key(key)}: {_type_of(_text(here, value))};\n")
    return "".join(lines)


def _type_of(text: Text) -> str:
    if text.optional:
        return "(v: ErrorValues) => string"
    if not text.values:
        return "string"
    values = "; ".join(
        f"{name}: {'number' if name == 'n' and len(text.forms) > 1 else 'Shown'}" for name in text.values
    )
    return f"(v: {{ {values} }}) => string"


def _index(languages: Mapping[str, Texts]) -> str:
    order = [name for name in LANGUAGES if name in languages]
    lines = [
        "import type { BookMessages, Messages } from './types';",
        "",
        "export type { BookMessages, ErrorValues, Messages } from './types';",
        f"export const LANGUAGES = {json.dumps(order)} as const;",
        "export type Language = (typeof LANGUAGES)[number];",
        "",
        "/** The texts of the books, fetched where they are needed: `books/`. */",
        "export type BookTexts = Record<Language, () => Promise<{ default: BookMessages }>>;",
        "",
        "/** Each language is a chunk of its own. */",
        "export const load: Record<Language, () => Promise<{ default: Messages }>> = {",
        *(f"  {name}: () => import('./{name}')," for name in order),
        "};",
        "",
    ]
    return "\n".join(lines)


def _book_index(languages: Mapping[str, Texts]) -> str:
    order = [name for name in LANGUAGES if name in languages]
    lines = [
        "import type { BookTexts } from '..';",
        "",
        "export const loadBooks: BookTexts = {",
        *(f"  {name}: () => import('./{name}')," for name in order),
        "};",
        "",
    ]
    return "\n".join(lines)


def _plurals(languages: Mapping[str, Texts]) -> str:
    """The form for 0 to 200 in each language, for the client's tests."""
    return json.dumps({language: [plural_form(language, n) for n in range(201)] for language in languages}) + "\n"
