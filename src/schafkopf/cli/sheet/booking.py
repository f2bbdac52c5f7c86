"""New lines and changed ones: made of what somebody typed, priced before they are written."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from schafkopf.cli.books.amounts import read_amount
from schafkopf.cli.books.names import person
from schafkopf.cli.books.phrase import read_phrase
from schafkopf.cli.books.speech import Misread
from schafkopf.cli.sheet.desk import Desk
from schafkopf.club.sheet import Line, Refused, State
from schafkopf.club.sheet.exports import labels
from schafkopf.club.sheet.ops import (
    Act,
    Content,
    Corrected,
    Deleted,
    Edited,
    Entered,
    Paid,
    Passed,
    Penalised,
    Played,
    Restored,
    Result,
)
from schafkopf.club.sheet.pricing import rules_of
from schafkopf.game.dealing import seats_with_cards, table_sizes

Make = Callable[[State], Content]
"""From the sheet as it stands to what the line says."""


@dataclass(frozen=True)
class There:
    """A deal's people: who dealt, who held cards (forehand first), who sat out."""

    dealer: str
    players: tuple[str, ...]
    resting: tuple[str, ...]
    ruled: str


def there(state: State, dealer: str | None = None) -> There:
    """The next deal, or the one that somebody else dealt. Raises Refused `sheet/table`, `sheet/rules`."""
    turn = state.turn
    if turn.error:
        raise Refused(turn.error)
    ruling = state.rulings[state.ruling]
    if dealer is None:
        return There(turn.dealer, turn.players, turn.resting, ruling.op)
    table, rules = state.table, rules_of(ruling.ruled)
    if dealer not in table or len(table) not in table_sizes(rules):
        raise Refused("sheet/table")
    players = tuple(table[seat] for seat in seats_with_cards(rules, len(table), table.index(dealer)))
    return There(dealer, players, tuple(one for one in table if one not in players), ruling.op)


def deal(words: Sequence[str], state: State, language: str, *, dealer: str = "") -> Content:
    """What a phrase says about the next deal. Raises Misread and Refused."""
    one = there(state, person(labels(state), dealer, state.table) if dealer else None)
    said = read_phrase(words, labels(state), language, players=one.players)
    return _content(one, said.result, said.how)


def _content(one: There, result: Result | None, how: str) -> Content:
    if result is None:
        return Passed(one.dealer, one.players, how, one.resting, one.ruled)
    return Played(one.dealer, one.players, result, one.resting, one.ruled)


def corrected(pairs: Sequence[str], state: State, note: str) -> Corrected:
    """A free line from `Anna=+10 Beni=-10`. Raises Misread; that they sum to 0 the sheet checks."""
    amounts: dict[str, int] = {}
    for pair in pairs:
        name, sign, amount = pair.rpartition("=")
        if not sign:
            raise Misread("say/pair", action=pair)
        id = person(labels(state), name)
        if id in amounts:
            raise Misread("say/too-many", action=name)
        amounts[id] = read_amount(amount, state.unit)
    return Corrected(amounts, note)


def penalty(
    kind: str, offender: str, words: Sequence[str], amount: str, state: State, language: str, *, dealer: str, note: str
) -> Penalised:
    """Somebody pays for a fault. words: the game that a revoke ended, or `Anna=10 …` where the table says freely."""
    if kind == "free":
        free = corrected(words, state, "")
        return Penalised(kind, person(labels(state), offender), amounts=free.amounts, note=note)
    one = there(state, person(labels(state), dealer, state.table) if dealer else None)
    result = None
    if kind == "revoke-game":
        result = read_phrase(words, labels(state), language, players=one.players).result
    elif words:
        raise Misread("say/word", action=words[0])
    much = read_amount(amount, state.unit) if amount else 0
    who = person(labels(state), offender, state.table)
    return Penalised(kind, who, one.dealer, one.players, one.resting, result, much, note=note, ruled=one.ruled)


def changed(line: Line, words: Sequence[str], state: State, language: str, *, dealer: str, note: str | None) -> Content:
    """A line with other facts. Of a deal only what the words say changes, unless they name another game."""
    content = line.content
    if isinstance(content, Corrected):
        free = corrected(words, state, content.note) if words else content
        return free if note is None else replace(free, note=note)
    if isinstance(content, Paid):
        paid = replace(content, amount=_one_amount(words, state)) if words else content
        return paid if note is None else replace(paid, note=note)
    one = There(content.dealer, content.players, content.resting, content.ruled)
    if dealer:
        one = replace(there(state, person(labels(state), dealer, state.table)), ruled=content.ruled)
    if isinstance(content, Penalised):
        return _penalised(content, words, state, language, one, note)
    old = content.result if isinstance(content, Played) else None
    if not words:
        return _content(one, old, content.how if isinstance(content, Passed) else "")
    said = read_phrase(words, labels(state), language, players=one.players, old=old)
    return _content(one, said.result, said.how)


def _penalised(
    content: Penalised, words: Sequence[str], state: State, language: str, one: There, note: str | None
) -> Penalised:
    if words and content.kind == "free":
        content = replace(content, amounts=corrected(words, state, "").amounts)
    elif words and content.kind == "revoke-game":
        said = read_phrase(words, labels(state), language, players=one.players, old=content.result)
        content = replace(content, result=said.result)
    elif words:
        content = replace(content, amount=_one_amount(words, state))
    if one.dealer != content.dealer:
        content = replace(content, dealer=one.dealer, players=one.players, resting=one.resting)
    return content if note is None else replace(content, note=note)


def _one_amount(words: Sequence[str], state: State) -> int:
    if len(words) != 1:
        raise Misread("say/amount", action=" ".join(words))
    return read_amount(words[0], state.unit)


# -- pricing before writing ------------------------------------------------------------------------------------------


def enter_acts(state: State, content: Content) -> tuple[Act, ...]:
    """The act of entering a line. Raises Refused `sheet/closed`."""
    if state.closed and not isinstance(content, Paid):
        raise Refused("sheet/closed")
    return (Entered(content, state.lines[-1].id if state.lines else ""),)


def preview(desk: Desk, content: Content) -> tuple[State, Line]:
    """The sheet with the line on it, unwritten. Raises Refused; what is wrong with the line stands in its bill."""
    state, made = desk.preview(*enter_acts(desk.state, content))
    line = state.line(made[0].id)
    assert line is not None
    return state, line


def enter(desk: Desk, make: Make) -> Line:
    """Write a line if it can be priced. Raises Refused with what is wrong with it; then nothing was written."""
    before: set[str] = set()

    def acts() -> tuple[Act, ...]:
        before.update(line.id for line in desk.state.lines)
        return enter_acts(desk.state, make(desk.state))

    def check(state: State) -> None:
        must_count(next(line for line in state.lines if line.id not in before))

    made = desk.write(acts, check)
    line = desk.state.line(made[0].id)
    assert line is not None
    return line


def edit(desk: Desk, number: str, make: Callable[[State, Line], Content]) -> Line:
    """Write other facts of a line if they can be priced. Raises Refused and Misread."""
    meant: list[str] = []

    def acts() -> tuple[Act, ...]:
        line = numbered(desk.state, number)
        meant.append(line.id)
        content = make(desk.state, line)
        return () if content == line.content else (Edited(line.id, content, source(line)),)

    def check(state: State) -> None:
        line = state.line(meant[-1])
        assert line is not None
        must_count(line)

    desk.write(acts, check)
    line = desk.state.line(meant[-1])
    assert line is not None
    return line


def delete(desk: Desk, number: str) -> Line:
    """Take a line away; it can be brought back."""
    return on_line(desk, number, lambda line: () if line.deleted else (Deleted(line.id, source(line)),))


def restore(desk: Desk, number: str) -> Line:
    """Bring a deleted line back."""
    return on_line(desk, number, lambda line: (Restored(line.id),) if line.deleted or line.contested else ())


def on_line(desk: Desk, number: str, acts_of: Callable[[Line], tuple[Act, ...]]) -> Line:
    """Do something with a line; returns it as it stands then."""
    meant: list[str] = []

    def acts() -> tuple[Act, ...]:
        line = numbered(desk.state, number)
        meant.append(line.id)
        return acts_of(line)

    desk.write(acts)
    line = desk.state.line(meant[-1])
    assert line is not None
    return line


def source(line: Line) -> str:
    """The op whose facts the line shows now."""
    written = (step.op for step in reversed(line.history) if step.content is not None and not step.undone)
    return next(written, line.id)


def numbered(state: State, text: str) -> Line:
    """A line by its number; a deleted one by `x` and its place among the deleted ones, or by its id.

    Raises Misread `say/line`.
    """
    lines = {str(line.number): line for line in state.lines if not line.deleted}
    lines |= {f"x{place}": line for place, line in enumerate((one for one in state.lines if one.deleted), 1)}
    found = lines.get(text.strip().rstrip(".").casefold()) or state.line(text)
    if found is None:
        raise Misread("say/line", action=text)
    return found


def must_count(line: Line) -> None:
    """Raise Refused with what keeps the line from counting."""
    if line.bill.error and not line.deleted:
        raise Refused(line.bill.error, where=line.bill.where or None)
