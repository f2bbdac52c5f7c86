"""The results of an arena as a file: a line with the settings, then a line for each deal. It can be continued."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from types import TracebackType
from typing import Any, TextIO


class WrongFile(ValueError):
    """A file that holds something else, or results of other settings."""


class Results(AbstractContextManager["Results"]):
    """Lines of `arena.play_deal` by deal number, kept in a file if there is a path.

    What a broken-off run has left is read; half a line at the end is dropped. Raises WrongFile (nothing is changed
    then) if the file was made with other settings, and OSError.
    """

    def __init__(self, header: dict[str, Any], path: Path | None = None) -> None:
        self.lines: dict[int, dict[str, Any]] = {}
        self._file: TextIO | None = None
        if path is None:
            return
        whole = self._read(header, path) if path.exists() else 0
        self._file = path.open("r+" if path.exists() else "x", encoding="utf-8", newline="\n")
        self._file.truncate(whole)
        self._file.seek(whole)
        if not whole:
            self._write(header)

    def _read(self, header: dict[str, Any], path: Path) -> int:
        """Take in the whole lines of the file; returns how many bytes they are."""
        data = path.read_bytes()
        if not data:
            return 0
        whole = data.rfind(b"\n") + 1
        lines = data[:whole].split(b"\n")[:-1]
        try:
            entries = [json.loads(line) for line in lines]
            found = dict(entries[0])
            self.lines = {entry["deal"]: entry for entry in reversed(entries[1:])}
        except (ValueError, LookupError, TypeError):
            raise WrongFile(f"{path} does not hold results of the arena") from None
        if "arena" not in found:
            raise WrongFile(f"{path} does not hold results of the arena")
        other = [key for key in header | found if header.get(key) != found.get(key)]
        if other:
            differences = ", ".join(f"{key} {found.get(key)!r} instead of {header.get(key)!r}" for key in other)
            raise WrongFile(f"{path} has results of other settings: {differences}")
        return whole

    def add(self, line: dict[str, Any]) -> None:
        """Keep the line of one deal."""
        self.lines[line["deal"]] = line
        self._write(line)

    def missing(self, deals: int) -> Iterator[int]:
        """The numbers below `deals` that have no line yet."""
        return (number for number in range(deals) if number not in self.lines)

    def of(self, deals: int) -> list[dict[str, Any]]:
        """The lines of the deals with numbers below `deals`, in order."""
        return [self.lines[number] for number in sorted(self.lines) if number < deals]

    def _write(self, entry: dict[str, Any]) -> None:
        if self._file is not None:
            self._file.write(json.dumps(entry, ensure_ascii=False) + "\n")
            self._file.flush()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._file is not None:
            self._file.close()
