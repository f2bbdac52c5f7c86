"""The tournaments of one server process: what is stored is folded once and kept; commands are decided on top of it."""

from __future__ import annotations

import asyncio
import gzip
import secrets
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any, TypeVar
from weakref import WeakValueDictionary

import msgspec

from schafkopf.club.tournament import commands, decide, exports, settings
from schafkopf.club.tournament.decide import Asked
from schafkopf.club.tournament.errors import Refused
from schafkopf.club.tournament.state import State
from schafkopf.game.errors import SchafkopfError
from schafkopf.server.books import tournament_rights, tournament_view
from schafkopf.server.books.kinds import KINDS, Kind
from schafkopf.server.books.shelf import Seen, Shelf
from schafkopf.server.books.tournament_log import Kept, new_entry, who
from schafkopf.server.books.tournament_rights import Right
from schafkopf.server.books.tournament_sheet import plain_entry, sheet_info
from schafkopf.server.live.room import ENCODER, now_ms
from schafkopf.server.store.book_rows import BookRow, Entry, Most, NewEntry
from schafkopf.server.store.rows import Taken
from schafkopf.server.wire import tournament_do as do
from schafkopf.server.wire import tournaments as wire
from schafkopf.server.wire.books import BookChanged

_T = TypeVar("_T")
_KEPT = 32
"""Tournaments in memory."""
VIEWER = Right("viewer")
_TRIES = 20
_LARGEST = 10**9
"""Points of anybody: more cannot be typed in."""
_LATEST_MS = 10**14
_ENTRY_BYTES = 4_000
"""Of a game on a sheet, as it is stored."""
_WORKING = 2
_QUICK = (
    *(commands.Score, commands.Edit, commands.Leave, commands.Return, commands.Substitute, commands.Adjust),
    *(commands.Protest, commands.Rule, commands.Commit, commands.Exchange, commands.Choose),
)
"""Decided at once; the others may take their time, in a thread."""


def _news(book_id: str, seq: int, _entries: Sequence[Entry]) -> bytes:
    return ENCODER.encode(BookChanged(book_id, seq))


def _card(entries: Iterable[Entry]) -> dict[str, Any]:
    state = Kept().take(entries).now
    return {
        "title": state.settings.name,
        "place": state.settings.place,
        "start": state.settings.start,
        "players": len(state.entrants),
        "rounds": len(state.rounds),
        "of": state.settings.rounds,
        "finished": state.finished,
    }


def _path(book_id: str, role: str, place: str) -> str:
    number, _, table = place.partition("-")
    return f"/tournament/{book_id}/table/{number}/{table}" if role == "table" else f"/tournament/{book_id}"


KIND = KINDS["tournament"] = Kind(
    name="tournament",
    roles=tournament_rights.ROLES,
    passes={
        "host": ("host", "scorer", "viewer"),
        "scorer": ("scorer", "viewer"),
        "table": ("viewer",),
        "viewer": ("viewer",),
    },
    path=_path,
    news=_news,
    card=_card,
    most=Most(
        entries=100_000,
        size=32_000_000,
        # Whoever has a phone at one table cannot fill the book for all others.
        by_kind={"protested": 2_000, "played": 50_000, "game_changed": 10_000, "scored": 20_000},
    ),
)


def right_of(seen: Seen) -> Right:
    """What somebody may do, from the links that he came by."""
    if seen.role != "table":
        return Right(seen.role)  # type: ignore[arg-type]
    places = (place.split("-", 1) for place in seen.places)
    return Right("table", frozenset((int(number), int(table)) for number, table in places))


class _Held:
    """A tournament in memory with what was made from it. made_ms: when; another time, another tournament."""

    def __init__(self, made_ms: int) -> None:
        self.made_ms = made_ms
        self.kept = Kept()
        self.views: dict[Right, wire.TournamentView] = {}
        self.answers: dict[bool, tuple[wire.TournamentView, bytes]] = {}


class Tournaments:
    """All of them. Whoever asks comes with what the shelf says of him (`Seen`)."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf
        self._held: OrderedDict[str, _Held] = OrderedDict()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._working = asyncio.Semaphore(_WORKING)

    # -- set-up --------------------------------------------------------------------------------------------------

    async def make(self, asked: do.NewTournament, person: str, by: str) -> Seen:
        """Set a tournament up. Raises Refused."""
        create = command_of({"do": "create", "settings": msgspec.to_builtins(asked.settings)})
        own = Asked(asked.id, "host", by, 0)
        events = await self._work(decide.decide, None, create, own)
        stored = decide.stored(None, events, own, at_ms=now_ms())
        return await self._shelf.make(
            KIND,
            asked.id,
            person,
            [new_entry(one, who(asked.id, person)) for one in stored],
            # One with a date has been announced: its entries come weeks later.
            begun=bool(asked.settings.start),
        )

    async def restore(self, book_id: str, text: str, person: str) -> Seen:
        """A tournament from a backup: the same events, so that whatever is exported is the same. Raises Refused."""
        entries, begun = await self._work(_restored, text)
        return await self._shelf.make(KIND, book_id, person, entries, begun=begun)

    # -- what there is -------------------------------------------------------------------------------------------

    async def state(self, seen: Seen) -> State:
        """The tournament as it is now, or later."""
        return (await self._current(seen.book)).kept.now

    async def view(self, seen: Seen, person: str) -> wire.TournamentView:
        """The tournament as somebody may see it; for all who only look on it is the same object."""
        right = right_of(seen)
        held = await self._current(seen.book)
        # Who scores a table has no view that is kept: it would be one for each table.
        kept = VIEWER if right.role == "table" else right
        async with self._lock(f"{seen.book.id} {kept.role}"):
            state = held.kept.now
            found = held.views.get(kept)
            if found is None or found.seq < state.seq:
                found = held.views[kept] = await self._work(tournament_view.view, state, seen.book.id, kept)
        if right.role == "table":
            return tournament_view.at_tables(state, found, right)
        last = tournament_rights.last_step(state) if found.seq == state.seq else None
        step = None
        if last is not None and self._may_undo(held.kept, last.seq, right, seen.book.id, person):
            step = tournament_view.step_info(state, last)
        if right.role == "viewer" and not seen.deletes:
            return found
        can = [name for name in found.can if name != "undo" or step is not None]
        return msgspec.structs.replace(found, deletes=seen.deletes, undo=step, can=can)

    async def answer(self, seen: Seen, person: str, *, small: bool) -> bytes:
        """The view as JSON, compressed if it is to be small; for all who only look on it is made once."""
        shown = await self.view(seen, person)
        async with self._lock(f"{seen.book.id} {shown.role} {small}"):
            held = self._held.get(seen.book.id)
            made = None if held is None else held.answers.get(small)
            if made is not None and made[0] is shown:
                return made[1]
            content = await self._work(_encoded, shown, small)
            if held is not None and shown is held.views.get(VIEWER):
                held.answers[small] = shown, content
            return content

    def _may_undo(self, kept: Kept, seq: int, right: Right, book_id: str, person: str) -> bool:
        return right.role == "host" or (right.role == "scorer" and kept.whose.get(seq) == who(book_id, person))

    # -- commands ------------------------------------------------------------------------------------------------

    async def perform(self, seen: Seen, asked: do.TournamentCommand, person: str, by: str) -> int:
        """Do what somebody commands; -> where the tournament is now. The same id has one effect. Raises Refused."""
        book_id, right = seen.book.id, right_of(seen)
        command = command_of(msgspec.to_builtins(asked.do))
        tournament_rights.check(right, command)
        own = Asked(asked.id, right.acts_as, by, asked.seq, secrets.token_bytes(32))
        async with self._lock(book_id):
            for _ in range(_TRIES):
                held = await self._follow(seen.book)
                state = held.kept.now
                if isinstance(command, commands.Undo):
                    own = self._as_before(held.kept, own, right, book_id, person)
                quick = isinstance(command, _QUICK)
                if quick:
                    events = decide.decide(state, command, own)
                else:
                    events = await self._work(decide.decide, state, command, own)
                if not events:
                    return state.seq
                stored = decide.stored(state, events, own, at_ms=max(now_ms(), state.log[-1].at_ms))
                entries = [new_entry(one, who(book_id, person)) for one in stored]
                if isinstance(command, commands.Play | commands.ChangeGame) and len(entries[0].body) > _ENTRY_BYTES:
                    raise Refused("tournament/syntax", "too long for a game", where="entry")
                begun = isinstance(command, commands.Enter | commands.Change)
                try:
                    await self._shelf.append(seen, entries, expected=state.seq, begun=begun)
                except Taken:
                    # Another process was faster: what is asked for is decided anew, on what is there now.
                    await self._read_on(held, book_id)
                    continue
                fresh = [Entry(one.seq, None, entry.body) for one, entry in zip(stored, entries, strict=True)]
                if quick:
                    held.kept.take(fresh)
                else:
                    await self._work(held.kept.take, fresh)
                return held.kept.seq
        raise Refused("tournament/busy")

    def _as_before(self, kept: Kept, own: Asked, right: Right, book_id: str, person: str) -> Asked:
        """To take a step back somebody has to be who took it, whatever he is called now. Raises Refused."""
        last = tournament_rights.last_step(kept.now)
        if last is None or right.role == "host":
            return own
        if not self._may_undo(kept, last.seq, right, book_id, person):
            raise Refused("tournament/forbidden", "somebody else's step")
        return replace(own, by=last.by)

    # -- memory --------------------------------------------------------------------------------------------------

    async def _current(self, book: BookRow) -> _Held:
        held = self._held.get(book.id)
        if held is not None and held.made_ms == book.created_ms and held.kept.seq >= book.seq:
            self._held.move_to_end(book.id)
            return held
        async with self._lock(book.id):
            return await self._follow(book)

    async def _follow(self, book: BookRow) -> _Held:
        """The tournament as it is in this row, or later; the caller has its lock."""
        held = self._held.get(book.id)
        if held is None or held.made_ms != book.created_ms:
            held = self._held[book.id] = _Held(book.created_ms)
        self._held.move_to_end(book.id)
        if len(self._held) > _KEPT:
            self._held.popitem(last=False)
        if held.kept.seq < book.seq:
            await self._read_on(held, book.id)
        if held.kept.seq < book.seq:
            # It was deleted at this moment.
            raise Refused("book/not-found")
        return held

    async def _read_on(self, held: _Held, book_id: str) -> None:
        entries = await self._shelf.read(book_id, held.kept.seq)
        await self._work(held.kept.take, entries)

    def _lock(self, key: str) -> asyncio.Lock:
        lock = self._locks.get(key)
        if lock is None:
            lock = self._locks[key] = asyncio.Lock()
        return lock

    async def _work(self, function: Callable[..., _T], *values: Any) -> _T:
        async with self._working:
            return await asyncio.to_thread(function, *values)


def _encoded(shown: wire.TournamentView, small: bool) -> bytes:
    content = ENCODER.encode(shown)
    return gzip.compress(content, compresslevel=5, mtime=0) if small else content


def command_of(data: dict[str, Any]) -> commands.Doing:
    """A command from its data. Raises Refused `tournament/syntax`."""
    if "entry" in data and isinstance(data["entry"], dict):
        data = {**data, "entry": plain_entry(data["entry"])}
    return commands.decode(data)


def _restored(text: str) -> tuple[list[NewEntry], bool]:
    state = exports.restore(text.encode())
    _show_all(state)
    return [new_entry(one) for one in state.log], bool(state.entrants or state.settings.start)


def _show_all(state: State) -> None:
    """What nobody could be shown is no tournament. Raises Refused `tournament/backup`."""
    host = Right("host")
    try:
        shown = tournament_view.view(state, "", host)
        ENCODER.encode(shown)
        rankings = (shown.ranking, *(one.ranking for one in shown.rounds))
        totals = [line.points for lines in rankings for line in lines]
        if any(abs(points) > _LARGEST for points in totals):
            raise ValueError("points beyond reason")
        if any(not 0 <= one.at_ms <= _LATEST_MS for one in state.log):
            raise ValueError("times beyond reason")
        for entrant in state.entrants.values():
            for words in (entrant.name, entrant.club, entrant.team, entrant.pair, *(old for old, *_ in entrant.before)):
                settings.text(words, "name")
        ENCODER.encode(tournament_view.history(state))
        for number, one in enumerate(state.rounds, 1):
            for place, table in enumerate(one.tables, 1):
                if table.games:
                    ENCODER.encode(sheet_info(state, "", number, place, host, ""))
    except (
        SchafkopfError,
        ValueError,
        LookupError,
        TypeError,
        AttributeError,
        ArithmeticError,
        AssertionError,
    ) as fault:
        raise Refused("tournament/backup") from fault
