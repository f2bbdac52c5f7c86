"""Compiling kernels with Numba, and keeping what was compiled.

The machine code lies in the user's cache folder, below a name made from the text of all kernels: a change in any of
them, also in one that another only calls, makes a new folder. Numba alone would look at one file's date only.
"""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
from numba.extending import intrinsic

__all__ = ["cache_folder", "first_use", "intrinsic", "kernel"]

_SOURCES = ("compiled.py", "kernels/*.py", "*/kernel.py")


def _fingerprint() -> str:
    home = Path(__file__).parent
    text = hashlib.sha256(f"{numba.__version__} {sys.version_info[:2]}".encode())
    for pattern in _SOURCES:
        for path in sorted(home.glob(pattern)):
            text.update(path.read_bytes())
    return text.hexdigest()[:16]


def _caches() -> Path:
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


def cache_folder() -> Path:
    """Where the compiled kernels of this version lie; in the temporary folder if nothing else is writable."""
    return _FOLDER


def first_use() -> bool:
    """Whether the kernels were still to be compiled when this module was loaded: that takes some seconds, once."""
    return _FIRST_USE


_NAME = f"kernels-{_fingerprint()}"
_FOLDER = _caches() / _NAME
_FIRST_USE = not _FOLDER.exists()
if not _writable(_FOLDER):
    _FOLDER = Path(tempfile.gettempdir()) / f"schafkopf-{os.getuid() if hasattr(os, 'getuid') else 0}" / _NAME
    _FIRST_USE = not _FOLDER.exists()


def kernel(signature: Any) -> Callable[[Callable[..., Any]], Any]:
    """Decorator: compile a function for this signature at once, from the cache if it is there.

    The interpreter's lock is released while it runs. The signature is explicit because recursive functions that were
    compiled for whatever came first cannot be loaded from the cache.
    """

    def compiled(function: Callable[..., Any]) -> Any:
        config: Any = numba.config
        before = config.CACHE_DIR
        config.CACHE_DIR = str(_FOLDER)
        try:
            return numba.njit(signature, cache=True, nogil=True, error_model="numpy")(function)
        finally:
            config.CACHE_DIR = before

    return compiled
