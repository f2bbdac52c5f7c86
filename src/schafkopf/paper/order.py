"""The order of names on a list, as readers of a language look for them.

Accents do not count at first (Ä with A, é with e), except that Finnish has å, ä and ö after z and that Cyrillic letters
are letters of their own. The reader's script comes first, then other letters, then the rest.
"""

from __future__ import annotations

import unicodedata

_LATIN = "abcdefghijklmnopqrstuvwxyz"
_CYRILLIC = "абвгґдеёєжзиіїйклмнопрстуўфхцчшщъыьэюя"
_AFTER_Z = {"fi": "åäö"}
_CYRILLIC_FIRST = frozenset({"be", "ru"})
_PLAIN = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "æ": "ae", "œ": "oe", "þ": "th", "ı": "i"})

Key = tuple[tuple[tuple[int, int], ...], str]


def key(name: str, language: str) -> Key:
    """What a name is sorted by.

    >>> sorted(["Zoe", "Ärmel", "Arber", "Ünal"], key=lambda name: key(name, "de"))
    ['Arber', 'Ärmel', 'Ünal', 'Zoe']
    >>> sorted(["Ärmel", "Zoe", "Анна"], key=lambda name: key(name, "fi"))
    ['Zoe', 'Ärmel', 'Анна']
    """
    latin = _LATIN + _AFTER_Z.get(language, "")
    scripts = (_CYRILLIC, latin) if language in _CYRILLIC_FIRST else (latin, _CYRILLIC)
    found: list[tuple[int, int]] = []
    folded = unicodedata.normalize("NFC", name.casefold()).translate(_PLAIN)
    if language == "ru":
        folded = folded.replace("ё", "е")
    for sign in folded:
        found += _weights(sign, scripts)
    return tuple(found), name


def _weights(sign: str, scripts: tuple[str, str]) -> list[tuple[int, int]]:
    if sign.isspace():
        return [(0, 0)]
    for rank, script in enumerate(scripts):
        if sign in script:
            return [(2 + rank, script.index(sign))]
    plain = unicodedata.normalize("NFKD", sign)
    if plain != sign:
        return [weight for part in plain if not unicodedata.combining(part) for weight in _weights(part, scripts)]
    if sign.isdecimal():
        return [(1, ord(sign))]
    return [(4, ord(sign))] if sign.isalpha() else []
