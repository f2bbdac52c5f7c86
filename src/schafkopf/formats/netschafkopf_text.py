"""Reading the text of a NetSchafkopf protocol: bytes -> sections -> blocks -> hands, without judging any rule.

A protocol is a title, a line ``gespielt von NAME am DATE ...`` and then one block a hand:

    Geber: PcOben
        PcRechts hat: H9 EZ EU S9 E9 HU            the hands, forehand first, dealer last
            Gast hat: SO SZ GA SA GO G9
         PcLinks hat: HA EA SK GZ GU SU
          PcOben hat: HO EO HK HZ EK GK
    Gast spielt Schellen-Geier                     or: Es wurde Ramsch gespielt.
        PcRechts spielt aus: EZ SO EA EK           the cards of a trick, clockwise from its leader
        ...
    Du gewinnst den Schellen-Geier. Die Gegner haben 42 Augen
    Das Einzelspiel kostet 5 Punkte.               the price, term by term, each with the price so far
    Spiel    Preis      PcLinks       PcOben     PcRechts         Gast    Stock
        1        5           -5           -5           -5          +15        0

Sentences are wrapped at about 72 columns. "Du" is the player at whose machine the protocol was written.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import takewhile

from schafkopf.game.cards import NAMES, card_name, deck, parse_card
from schafkopf.game.errors import InvalidRecord

SUITS = {"Eichel": "E", "Kreuz": "E", "Herz": "H", "Rot": "H", "Schellen": "S", "Karo": "S"}
DECK_32, DECK_24 = (frozenset(NAMES[card] for card in deck(size)) for size in (32, 24))

_HEADER = re.compile(r"Spiel\s+Preis\s(.+)\sStock")
_NUMBER = re.compile(r"[+-]?[0-9]{1,12}")
# Gr.{1,2}n: whatever an encoding has made of Grün. The other names are those of the same suits elsewhere in Bavaria,
# and on French cards.
_SUIT = r"(Eichel|Kreuz|Gr.{1,2}n|Gras|Laub|Blatt|Blau|Pik|Herz|Rot|Schellen|Karo)"
_CALL = re.compile(rf"Mit der {_SUIT}-(?:Ass?|Sau)")
_SINGLE = re.compile(rf"(?:{_SUIT}-)?(Solo|Wenz|Geier)( Tout)?")
_PRICE = re.compile(r"D(?:as|er) (?:Rufspiel|Einzelspiel|Ramsch) kostet ")
_LONGEST_TEXT = 2000

# The sentences of a price; a number before the last one is a count, the last one is the price so far.
_TERMS = {
    "base": re.compile(r"D(?:as|er) (?:Rufspiel|Einzelspiel|Ramsch) kostet ([0-9]{1,9}) Punkte?"),
    "schneider": re.compile(r"Mit Schneider ([0-9]{1,9}) Punkte?"),
    "schwarz": re.compile(r"Mit Schwarz ([0-9]{1,9}) Punkte?"),
    "laufende": re.compile(r"(?:Mit|Ohne) ([0-9]{1,2}) Laufenden? ([0-9]{1,9}) Punkte?"),
    "knock": re.compile(r"([0-9]{1,2}) mal aufgedoppelt ([0-9]{1,9}) Punkte?"),
    "kontra": re.compile(r"([0-9]{1,2}) mal gespritzt ([0-9]{1,9}) Punkte?"),
    "virgin": re.compile(r"Mit ([0-9]{1,2}) mal Jungfrau ([0-9]{1,9}) Punkte?"),
    "tout": re.compile(r"Doppelt f.{1,2}r Tout ([0-9]{1,9}) Punkte?"),
}


class ProtocolError(Exception):
    """A hand that cannot become a record. code: import/syntax or import/unsupported."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


def syntax(message: str) -> ProtocolError:
    return ProtocolError("import/syntax", message)


def unsupported(message: str) -> ProtocolError:
    return ProtocolError("import/unsupported", message)


@dataclass(frozen=True)
class Block:
    """The lines of one hand, from ``Geber:`` to the row of totals (or to where the next hand begins)."""

    lines: tuple[tuple[int, str], ...]  # (line in the file, text without surrounding blanks), no blank ones

    @property
    def line(self) -> int:
        return self.lines[0][0]


@dataclass(frozen=True)
class Row:
    """The row of totals after a hand. totals: running, in the order of columns (the names as printed)."""

    number: int
    price: int
    columns: str
    totals: tuple[int, ...]
    stock: int


@dataclass(frozen=True)
class Term:
    """One sentence of the price. price: what the hand costs with this term and those before it."""

    name: str
    count: int | None
    price: int


@dataclass(frozen=True)
class Hand:
    """One hand as printed, seats by name. Cards are known, dealt once, and played by those who hold them."""

    names: tuple[str, ...]  # clockwise from forehand; the dealer is last
    dealt: tuple[tuple[str, ...], ...]  # beside names, in dealt order
    contract: str  # rufspiel, solo, wenz, ..., wenz-tout, ...; ramsch
    suit: str | None
    declarer: str | None
    plays: tuple[tuple[str, str], ...]  # (name, card)
    text: str  # what is said about the end, unwrapped
    terms: tuple[Term, ...]

    def count(self, term: str) -> int:
        """The count of a term, 0 where the hand has none."""
        return next((t.count or 0 for t in self.terms if t.name == term), 0)


def decode(data: bytes) -> str:
    """UTF-8 if it is that, else Latin-1 (with the Windows characters where they mean something)."""
    for encoding in ("utf-8-sig", "cp1252"):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    return data.decode("latin-1")


def sections(text: str) -> list[list[Block]]:
    """Cut a protocol into sections (the hands under one ``gespielt von`` line: one table, one run of totals) of blocks.

    Text outside of hands that is no part of one is passed over.
    """
    found: list[list[Block]] = [[]]
    current: list[tuple[int, str]] = []
    row_next = done = False

    def close() -> None:
        # Pieces of a hand that lost its first line make a block too, so that the loss is reported.
        if current and (current[0][1].startswith("Geber:") or any(_is_piece(line) for _, line in current)):
            found[-1].append(Block(tuple(current)))
        current.clear()

    # Not str.splitlines: it would also cut at characters that Latin-1 has inside a line.
    for number, raw in enumerate(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"), 1):
        line = raw.strip()
        if not line:
            continue
        if line.startswith("Geber:") or done:
            close()
            done = False
        if line.startswith("gespielt von "):
            close()
            found.append([])
            continue
        current.append((number, line))
        done, row_next = row_next, bool(_HEADER.fullmatch(line))
    close()
    return found


def _is_piece(line: str) -> bool:
    return " hat: " in line or " spielt aus: " in line or bool(_HEADER.fullmatch(line))


def read_row(block: Block) -> Row | None:
    """The row of totals of a block, None where there is none that can be read."""
    for (_, header), (_, row) in zip(block.lines, block.lines[1:], strict=False):
        columns = _HEADER.fullmatch(header)
        numbers = _NUMBER.findall(row)
        if columns and len(numbers) == 7 and not _NUMBER.sub("", row).strip():
            number, price, *totals, stock = map(int, numbers)
            return Row(number, price, columns[1].strip(), tuple(totals), stock)
    return None


def order_columns(columns: str, names: tuple[str, ...]) -> list[str] | None:
    """The names in the order of the columns; names may hold blanks and, in the header, be cut short."""
    rest, order = columns.strip(), list[str]()
    while rest:
        token = rest.split()[0]
        fitting = [name for name in names if name not in order and (rest + " ").startswith(name + " ")]
        fitting = fitting or [name for name in names if name not in order and name.startswith(token)]
        if not fitting:
            return None
        name = max(fitting, key=len)
        order.append(name)
        rest = rest[len(name) if rest.startswith(name) else len(token) :].strip()
    return order if len(order) == len(names) else None


def read_hand(block: Block) -> Hand:
    """Read one hand. Raises ProtocolError."""
    lines = list(block.lines)
    first, dealer = lines.pop(0)
    if not dealer.startswith("Geber:"):
        raise syntax(f"line {first}: a hand begins with 'Geber:'")
    if not any(_HEADER.fullmatch(line) for _, line in lines):
        raise syntax(f"line {block.lines[-1][0]}: the hand breaks off before its totals")
    dealer = dealer.removeprefix("Geber:").strip()
    names, dealt = list[str](), list[tuple[str, ...]]()
    variant = None
    while lines and (" hat:" in lines[0][1] or lines[0][1].startswith("Spielart:")):
        number, line = lines.pop(0)
        if line.startswith("Spielart:"):
            variant = line.removeprefix("Spielart:").strip()
            continue
        name, _, cards = line.partition(" hat:")
        names.append(name.strip())
        dealt.append(_cards(cards))
    if variant is not None:
        raise unsupported(f"line {first}: the game '{_short(variant)}' is not among ours")
    if any("DU" in cards for cards in dealt):
        raise unsupported(f"line {first}: a hand with hidden cards (DU)")
    _check_hands(first, dealer, names, dealt)

    number, line = lines.pop(0)
    if line.startswith("Es wurde zusammengeworfen"):
        raise unsupported(f"line {number}: a hand that was thrown in")
    declarer, contract, suit = _announcement(number, line, names)
    plays, lines = _tricks(lines, names, dealt)
    text = " ".join(line for _, line in takewhile(lambda item: not _HEADER.fullmatch(item[1]), lines))
    return Hand(tuple(names), tuple(dealt), contract, suit, declarer, plays, text, _price(first, text))


def _cards(text: str) -> tuple[str, ...]:
    """Cards by our names, whichever pack they were written for; what is no card stays as it is."""
    return tuple(_card(word) for word in text.split())


def _card(word: str) -> str:
    try:
        return card_name(parse_card(word))
    except InvalidRecord:
        return word


def _short(text: str) -> str:
    return text if len(text) <= 60 else text[:57] + "..."


def _check_hands(line: int, dealer: str, names: list[str], dealt: list[tuple[str, ...]]) -> None:
    cards = [card for hand in dealt for card in hand]
    if len(set(names)) != 4 or len(names) != 4:
        raise syntax(f"line {line}: four players with a hand each are wanted, found {len(names)}")
    if dealer != names[-1]:
        raise syntax(f"line {line}: the dealer '{_short(dealer)}' is not the last player of the deal")
    for card in cards:
        if card not in DECK_32:
            raise syntax(f"line {line}: '{_short(card)}' is not a card")
    if len(set(map(len, dealt))) != 1 or len(cards) != len(set(cards)) or set(cards) not in (DECK_32, DECK_24):
        raise syntax(f"line {line}: the hands are not a pack of 32 or 24 cards, dealt evenly")


def _announcement(number: int, line: str, names: list[str]) -> tuple[str | None, str, str | None]:
    """What is played: (declarer, contract, suit)."""
    if line.rstrip(".") == "Es wurde Ramsch gespielt":
        return None, "ramsch", None
    name, _, game = line.partition(" spielt ")
    if name not in names or not game or game.startswith("aus:"):
        raise syntax(f"line {number}: expected what is played, found '{_short(line)}'")
    if call := _CALL.fullmatch(game):
        return name, "rufspiel", SUITS.get(call[1], "G")
    if single := _SINGLE.fullmatch(game):
        suit = SUITS.get(single[1], "G") if single[1] else None
        kind = single[2].lower()
        if kind != "solo" or suit is not None:
            contract = ("farb" if suit and kind != "solo" else "") + kind + ("-tout" if single[3] else "")
            return name, contract, suit
    raise unsupported(f"line {number}: the game '{_short(game)}' is not known")


def _tricks(
    lines: list[tuple[int, str]], names: list[str], dealt: list[tuple[str, ...]]
) -> tuple[tuple[tuple[str, str], ...], list[tuple[int, str]]]:
    """The plays, and the lines after them."""
    left = [set(hand) for hand in dealt]
    plays = list[tuple[str, str]]()
    at = 0
    for number, line in lines:
        leader, found, text = line.partition(" spielt aus:")
        if not found:
            break
        at += 1
        cards = _cards(text)
        if leader not in names or len(cards) != len(names):
            raise syntax(f"line {number}: a trick is a player and {len(names)} cards")
        for step, card in enumerate(cards):
            seat = (names.index(leader) + step) % len(names)
            if card not in left[seat]:
                raise syntax(f"line {number}: {names[seat]} does not hold '{_short(card)}'")
            left[seat].remove(card)
            plays.append((names[seat], card))
    if any(left):
        where = lines[min(at, len(lines) - 1)][0] if lines else "?"
        raise syntax(f"line {where}: {at} tricks of {len(dealt[0])} can be read")
    return tuple(plays), lines[at:]


def _price(line: int, text: str) -> tuple[Term, ...]:
    if len(text) > _LONGEST_TEXT:
        raise syntax(f"line {line}: the end of the hand is not told in a few sentences")
    begin = _PRICE.search(text)
    if not begin:
        raise syntax(f"line {line}: the hand has no price")
    return tuple(_term(line, sentence) for sentence in _sentences(text[begin.start() :]))


def _sentences(text: str) -> Iterator[str]:
    return (sentence.strip() for sentence in text.split(".") if sentence.strip())


def _term(line: int, sentence: str) -> Term:
    for name, pattern in _TERMS.items():
        if found := pattern.fullmatch(sentence):
            *counts, price = map(int, found.groups())
            return Term(name, counts[0] if counts else None, price)
    raise unsupported(f"line {line}: '{_short(sentence)}' is not a term of the price that is known")
