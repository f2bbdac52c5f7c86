"""Reading and writing that behave at the end of a pipe."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import TYPE_CHECKING, Any, BinaryIO

if TYPE_CHECKING:
    from rich.console import Console


@contextmanager
def opened(file: str) -> Iterator[BinaryIO]:
    """A file to read bytes from; `-` is standard input. Says what is wrong and exits with 2 if it cannot be read."""
    if file == "-":
        yield sys.stdin.buffer
        return
    try:
        stream = open(file, "rb")  # noqa: SIM115
    except OSError as error:
        print(f"schafkopf: {file}: {error.strerror}", file=sys.stderr)
        raise SystemExit(2) from None
    with stream:
        yield stream


@contextmanager
def plain_output() -> Iterator[None]:
    """Standard output in UTF-8, whatever the terminal says; quiet when the reader goes away."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="replace")
    try:
        yield
        sys.stdout.flush()
    except BrokenPipeError:
        _drop_output()
        # As if the signal had ended the program: not the 1 that says a line failed.
        raise SystemExit(141) from None
    except OSError as error:
        _drop_output()
        print(f"schafkopf: {error.strerror}", file=sys.stderr)
        raise SystemExit(2) from None


def _drop_output() -> None:
    """What is still in the buffer cannot be written any more; the interpreter must not try again at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def console(**options: Any) -> Console:
    """A Rich console on standard output for use in `plain_output`, which decides what a reader who goes away means."""
    from rich.console import Console

    class Piped(Console):
        def on_broken_pipe(self) -> None:
            # Rich would end the program with 1, which says that a line failed.
            raise BrokenPipeError

    return Piped(highlight=False, **options)


def watched(stream: BinaryIO, file: str, *, big: int) -> AbstractContextManager[Iterable[bytes]]:
    """The lines of a stream; for a file of `big` bytes or more with a progress bar when somebody watches.

    Not while the output goes to the same screen.
    """
    if file == "-" or not sys.stderr.isatty() or sys.stdout.isatty() or os.path.getsize(file) < big:
        return nullcontext(stream)
    from rich.console import Console
    from rich.progress import wrap_file

    return wrap_file(stream, os.path.getsize(file), console=Console(stderr=True), description=os.path.basename(file))


def printable(text: str) -> str:
    """Text with names and keys from a file, harmless on a terminal."""
    return "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text)


def refused(text: str) -> int:
    """Say what is wrong with what was asked for; returns the exit code for it."""
    print(f"schafkopf: {text}", file=sys.stderr)
    return 2
