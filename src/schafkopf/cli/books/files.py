"""The file of a book: read whole, replaced whole, by one process at a time.

A write goes to a file beside it that then takes its place, so a crash leaves the state before or after it. Who writes
holds a lock on the file; where there are no locks, a file that somebody else has changed meanwhile is left alone.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import stat
import time
from collections.abc import Iterator
from pathlib import Path

from schafkopf.game.errors import SchafkopfError

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

PATIENCE = 10.0
"""Seconds to wait for another process that writes."""
LARGEST = 256 << 20
"""Bytes of a file that is read at all."""


class FileFault(SchafkopfError):
    """A file that cannot be used as it should; `where` is its path.

    `file/missing`, `file/exists`, `file/kind` (no file), `file/large`, `file/unreadable`, `file/unwritable`,
    `file/busy` (another process keeps it), `file/changed` (somebody else wrote it meanwhile).
    """


def read(path: Path) -> bytes:
    """The whole file. Raises FileFault."""
    try:
        if path.exists() and not path.is_file():
            raise FileFault("file/kind", where=str(path))
        with open(path, "rb") as file:
            data = file.read(LARGEST + 1)
    except FileNotFoundError:
        raise FileFault("file/missing", where=str(path)) from None
    except OSError as fault:
        raise FileFault("file/unreadable", fault.strerror or "", where=str(path)) from None
    if len(data) > LARGEST:
        raise FileFault("file/large", where=str(path))
    return data


def create(path: Path, data: bytes) -> None:
    """A new file; what is there already stays. Raises FileFault."""
    if path.exists() or path.is_symlink():
        raise FileFault("file/exists", where=str(path))
    fresh = _written_beside(path, data)
    try:
        os.link(fresh, path)
    except FileExistsError:
        raise FileFault("file/exists", where=str(path)) from None
    except OSError:
        # A file system without links: the check above has to do.
        _taking_place(fresh, path)
    finally:
        with contextlib.suppress(OSError):
            fresh.unlink()


class Held:
    """A file that this process alone may write."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._stamp = _stamp(path)
        self.data = read(path)

    def write(self, data: bytes) -> None:
        """Put this into the place of what was read. Raises FileFault."""
        if data == self.data:
            return
        if _stamp(self.path) != self._stamp:
            raise FileFault("file/changed", where=str(self.path))
        replace(self.path, data)
        self.data, self._stamp = data, _stamp(self.path)


@contextlib.contextmanager
def held(path: Path, *, patience: float = PATIENCE) -> Iterator[Held]:
    """The file, kept from other processes. Raises FileFault."""
    path = path.resolve()
    lock = None if fcntl is None else _locked(path, patience)
    try:
        yield Held(path)
    finally:
        if lock is not None:
            os.close(lock)


def replace(path: Path, data: bytes) -> None:
    """Write a file whole, or not at all. Raises FileFault."""
    fresh = _written_beside(path, data)
    try:
        _taking_place(fresh, path)
    finally:
        with contextlib.suppress(OSError):
            fresh.unlink()


def _locked(path: Path, patience: float) -> int | None:
    """A handle with the lock; None where the file system knows no locks.

    The lock lies on the file that is being replaced, so who waited for it looks whether the name still means that file.
    """
    until = time.monotonic() + patience
    while True:
        try:
            handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
        except FileNotFoundError:
            raise FileFault("file/missing", where=str(path)) from None
        except OSError as fault:
            raise FileFault("file/unreadable", fault.strerror or "", where=str(path)) from None
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if os.path.samestat(os.fstat(handle), os.stat(path)):
                return handle
        except FileNotFoundError:
            pass
        except BlockingIOError:
            if time.monotonic() > until:
                os.close(handle)
                raise FileFault("file/busy", where=str(path)) from None
            time.sleep(0.02)
        except OSError:
            os.close(handle)
            return None
        os.close(handle)


def _written_beside(path: Path, data: bytes) -> Path:
    """The data in a file of the same folder, on the disk, with the rights of the one that it shall replace."""
    fresh = path.with_name(f".{path.name}.{secrets.token_hex(6)}")
    try:
        with open(fresh, "xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        with contextlib.suppress(FileNotFoundError):
            fresh.chmod(stat.S_IMODE(path.stat().st_mode))
    except BaseException as fault:
        with contextlib.suppress(OSError):
            fresh.unlink()
        if isinstance(fault, OSError):
            raise FileFault("file/unwritable", fault.strerror or "", where=str(path)) from None
        raise
    return fresh


def _taking_place(fresh: Path, path: Path) -> None:
    try:
        os.replace(fresh, path)
    except OSError as fault:
        raise FileFault("file/unwritable", fault.strerror or "", where=str(path)) from None
    if os.name == "posix":
        # The name is on the disk only when the folder is.
        with contextlib.suppress(OSError):
            folder = os.open(path.parent, os.O_RDONLY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)


def _stamp(path: Path) -> tuple[int, int, int] | None:
    """What tells that a file has not been touched; None without a file."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_ino, found.st_mtime_ns, found.st_size
