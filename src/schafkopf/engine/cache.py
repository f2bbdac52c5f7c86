"""Where compiled kernels are kept, and whether they are there yet. Imports neither NumPy nor Numba: commands ask before
they load what may take some seconds.

The machine code lies in the user's cache folder, below a name made from the text of all kernels: a change in any of
them, also in one that another only calls, makes a new folder. Numba alone would look at one file's date only.
"""

from __future__ import annotations

import hashlib
import os
import stat
import sys
import tempfile
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

SOURCES = ("compiled.py", "kernels/*.py", "*/*kernel.py")
"""The files whose text makes the machine code, below `engine`."""

PARTS = {
    "solver": ("kernels_*/solve.many-*.nbi", 9),
    "ramsch": ("kernels_*/everyone.deepen-*.nbi", 12),
    "worlds": ("worlds_*/kernel.draw-*.nbi", 6),
    "playouts": ("kernels_*/playout.playouts-*.nbi", 1),
    "pimc": ("bots_*/kernel.*.nbi", 5),
}
"""What is compiled by itself: the index of its last kernel, and about how many seconds that takes."""


@cache
def _fingerprint() -> str:
    home = Path(__file__).parent
    try:
        numba = version("numba")
    except PackageNotFoundError:
        numba = "?"
    text = hashlib.sha256(f"{numba} {sys.version_info[:2]}".encode())
    for pattern in SOURCES:
        for path in sorted(home.glob(pattern)):
            text.update(path.read_bytes())
    return text.hexdigest()[:16]


def _usual() -> Path:
    named = os.environ.get("NUMBA_CACHE_DIR")
    if named:
        return Path(named)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData/Local") / "schafkopf"
    if sys.platform == "darwin":
        return Path.home() / "Library/Caches/schafkopf"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "schafkopf"


def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def _temporary() -> Path | None:
    """A folder among the temporary files that is this user's alone: what lies there is run as a program."""
    own = os.getuid() if hasattr(os, "getuid") else 0
    folder = Path(tempfile.gettempdir()) / f"schafkopf-{own}"
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        found = folder.lstat()
    except OSError:
        return None
    if hasattr(os, "getuid"):
        if not stat.S_ISDIR(found.st_mode) or found.st_uid != own or found.st_mode & 0o022:
            return None
    return folder


@cache
def cache_folder() -> Path | None:
    """Where the compiled kernels of this version lie; among the temporary files if the user's cache folder cannot be
    written, None if nothing can: then they are compiled anew each time."""
    name = f"kernels-{_fingerprint()}"
    for parent in (_home(), _temporary()):
        if parent is not None and _writable(parent / name):
            return parent / name
    return None


def _home() -> Path | None:
    try:
        return _usual()
    except RuntimeError:
        # No home folder is known.
        return None


def ahead(*parts: str) -> int:
    """About how many seconds of compiling lie ahead of who needs these `PARTS`; 0 if they are there."""
    folder = cache_folder()
    wanted = (PARTS[part] for part in parts)
    return sum(seconds for index, seconds in wanted if folder is None or not any(folder.glob(index)))


def first_use() -> bool:
    """Whether the solver is still to be compiled."""
    return ahead("solver") > 0
