"""The save file of an evening: records, one a line, the last one unfinished while a deal is being played.

Beside it lies a small file of the same name with `.table.json`: which seat is the person's, the language, the cards,
the bots, the seed. Every change replaces the whole file at once, so a crash leaves the state before or after it.
"""

from __future__ import annotations

import contextlib
import itertools
import json
import os
import re
import shutil
import tempfile
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any

from schafkopf.cli.play.faces import STYLES
from schafkopf.game.deal import Deal
from schafkopf.game.errors import InvalidRecord, SchafkopfError
from schafkopf.game.record import Record, check_follows, parse_record, print_record, record_of
from schafkopf.game.ruleset import Ruleset
from schafkopf.game.session import Session
from schafkopf.text.catalog import LANGUAGES


class SaveFault(Exception):
    """A save that cannot be used. `key` names the text for people.

    damaged, not_text, not_file, unreadable, changed, exists, unwritable, missing, over. `cause`: the fault in the
    record, where there is one. `intact`: how many records before the damaged line are good.
    """

    def __init__(
        self,
        key: str,
        path: Path,
        *,
        line: int = 0,
        detail: str = "",
        cause: SchafkopfError | None = None,
        intact: int = 0,
    ) -> None:
        self.key = key
        self.path = path
        self.line = line
        self.detail = detail
        self.cause = cause
        self.intact = intact
        super().__init__(f"{path}: {key} {detail}")


@dataclass(frozen=True, slots=True)
class Seating:
    """How the person sits at the table."""

    seat: int = 0
    language: str = "en"
    cards: str = "german"
    bots: str = "rules"
    seed: int | None = None


_TYPES: dict[str, tuple[type, ...]] = {
    "seat": (int,),
    "language": (str,),
    "cards": (str,),
    "bots": (str,),
    "seed": (int, type(None)),
}


@dataclass(frozen=True, slots=True)
class Evening:
    """What a save file holds: the session after all finished deals and the deal that is being played, if any."""

    session: Session
    names: tuple[str, ...]
    deal: Deal | None = None
    records: int = 0
    """Finished deals in the file, those that nobody played included."""

    @property
    def rules(self) -> Ruleset:
        """The rules of the evening."""
        return self.session.rules

    @property
    def over(self) -> bool:
        """The agreed length is reached."""
        return self.deal is None and self.session.over


class Save:
    """The file of one evening. Never overwrites what it has not read or written itself."""

    def __init__(self, path: Path, *, lines: str = "", stamp: tuple[int, int] | None = None) -> None:
        self.path = path
        self._finished = lines
        """The lines of the finished deals."""
        self._stamp = stamp

    @property
    def seating_path(self) -> Path:
        """Where the seating is kept."""
        return self.path.with_name(f"{self.path.stem}.table.json")

    def write(self, deal: Deal, names: tuple[str, ...]) -> None:
        """Keep a deal as it stands. Raises SaveFault."""
        over = deal.phase == "over"
        line = print_record(record_of(deal, names, with_result=over)) + "\n"
        self._replace(self._finished + line)
        if over:
            self._finished += line

    def write_seating(self, seating: Seating) -> None:
        """Keep who sits where. Raises SaveFault."""
        _replace(self.seating_path, json.dumps(asdict(seating), ensure_ascii=False) + "\n")

    def restore(self, text: str) -> None:
        """Put this text into the place of what was read. Raises SaveFault."""
        self._replace(text)

    def _replace(self, text: str) -> None:
        if _stamp(self.path) != self._stamp:
            raise SaveFault("changed" if self._stamp else "exists", self.path)
        _replace(self.path, text)
        self._stamp = _stamp(self.path)


def _stamp(path: Path) -> tuple[int, int] | None:
    """What tells that a file has not been touched; None without a file."""
    try:
        found = path.stat()
    except OSError:
        return None
    return (found.st_mtime_ns, found.st_size)


def _replace(path: Path, text: str) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    except OSError as error:
        raise SaveFault("unwritable", path, detail=error.strerror or "") from None
    try:
        with open(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(name, path)
    except BaseException as error:
        with contextlib.suppress(OSError):
            os.unlink(name)
        if isinstance(error, OSError):
            raise SaveFault("unwritable", path, detail=error.strerror or "") from None
        raise


def load(path: Path) -> tuple[Save, Evening, Seating | None]:
    """A saved evening, every deal replayed. Raises SaveFault and leaves the file alone."""
    stamp = _stamp(path)
    lines = _lines(path)
    evening: Evening | None = None
    before: Deal | None = None
    for number, line in enumerate(lines, start=1):
        try:
            record = parse_record(_text(line))
            if evening is None:
                session = Session.new(record.ruleset(), len(record.names), dealer=record.dealer)
                evening = Evening(replace(session, carried=record.session), record.names)
            _check_belongs(evening, record)
            if before is not None:
                check_follows(before, record)
            before = record.replay()
            evening = _next(evening, before)
        except SchafkopfError as error:
            raise SaveFault("damaged", path, line=number, cause=error, intact=number - 1) from None
        except UnicodeDecodeError:
            key = "damaged" if number > 1 else "not_text"
            raise SaveFault(key, path, line=number, intact=number - 1) from None
    assert evening is not None
    unfinished = evening.deal is not None
    kept = "".join(_text(line) + "\n" for line in (lines[:-1] if unfinished else lines))
    save = Save(path, lines=kept, stamp=stamp)
    return save, evening, _load_seating(save.seating_path, len(evening.names))


def check_kind(path: Path) -> None:
    """Raise SaveFault if something other than a file is there: a folder, a device, a pipe."""
    if path.exists() and not path.is_file():
        raise SaveFault("not_file", path)


def mend(fault: SaveFault) -> Path:
    """Cut a damaged save after its last good record; returns where the whole damaged file is kept.

    Raises SaveFault if there is no good record, or a file cannot be written.
    """
    if not fault.intact:
        raise fault
    path = fault.path
    stamp = _stamp(path)
    whole = _lines(path)
    kept = damaged_path(path)
    try:
        shutil.copyfile(path, kept)
    except OSError as error:
        raise SaveFault("unwritable", kept, detail=error.strerror or "") from None
    text = "".join(_text(line) + "\n" for line in whole[: fault.intact])
    Save(path, stamp=stamp).restore(text)
    return kept


def damaged_path(path: Path) -> Path:
    """Where a damaged save is kept, beside it under a name that is free."""
    first = path.with_name(f"{path.name}.damaged")
    return first if not first.exists() else free_path(first)


def free_path(path: Path) -> Path:
    """A path like this one with a number in its name, that does not exist yet."""
    return next(
        found
        for number in itertools.count(2)
        if not (found := path.with_name(f"{path.stem}-{number}{path.suffix}")).exists()
    )


def _lines(path: Path) -> list[bytes]:
    check_kind(path)
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        raise SaveFault("missing", path) from None
    except OSError as error:
        raise SaveFault("unreadable", path, detail=error.strerror or "") from None
    return data.removesuffix(b"\n").replace(b"\r\n", b"\n").split(b"\n")


def _text(line: bytes) -> str:
    return line.decode("utf-8")


def _check_belongs(evening: Evening, record: Record) -> None:
    """Raise InvalidRecord unless the record is of the evening's table, and may come now."""
    if evening.deal is not None:
        raise InvalidRecord("record/syntax", "the deal before it is not finished", where="actions")
    for key, same in (("rules", record.ruleset() == evening.rules), ("names", record.names == evening.names)):
        if not same:
            raise InvalidRecord("record/syntax", f"{key} differs from the line before", where=key)


def _next(evening: Evening, deal: Deal) -> Evening:
    if deal.phase != "over":
        return replace(evening, deal=deal)
    return replace(evening, session=evening.session.after(deal), records=evening.records + 1)


def _load_seating(path: Path, at_table: int) -> Seating | None:
    try:
        data: Any = json.loads(path.read_bytes())
    except FileNotFoundError:
        return None
    except (OSError, ValueError):
        raise SaveFault("damaged", path, line=1) from None
    known = {field.name for field in fields(Seating)}
    good = isinstance(data, dict) and set(data) == known
    good = good and all(type(data[name]) in kinds for name, kinds in _TYPES.items())
    good = good and 0 <= data["seat"] < at_table and data["language"] in LANGUAGES and data["cards"] in STYLES
    if not good:
        raise SaveFault("damaged", path, line=1)
    return Seating(**data)


def data_folder() -> Path:
    """Where evenings are kept by default."""
    home = os.environ.get("XDG_DATA_HOME") or (os.environ.get("LOCALAPPDATA") if os.name == "nt" else None)
    return (Path(home) if home else Path.home() / ".local" / "share") / "schafkopf"


def evenings(folder: Path) -> list[Path]:
    """The evenings in a folder, the latest last."""
    found = [(int(match[1]), path) for path in folder.glob("evening-*.jsonl") if (match := _NUMBERED.match(path.name))]
    return [path for _, path in sorted(found)]


_NUMBERED = re.compile(r"evening-(\d+)\.jsonl$")


def next_path(folder: Path) -> Path:
    """A file for a new evening, that does not exist yet."""
    found = evenings(folder)
    number = 1
    if found and (match := _NUMBERED.match(found[-1].name)):
        number = int(match[1]) + 1
    return folder / f"evening-{number:03}.jsonl"
