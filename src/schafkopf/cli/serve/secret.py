"""The key that signs the cookies: made on the first start, readable by its owner only."""

from __future__ import annotations

import os
import secrets
import time
from pathlib import Path

_BYTES = 32
_LOOKS, _LOOK_S = 20, 0.05


def read_secret(path: Path) -> bytes:
    """The key in this file, made if there is no such file. Raises OSError, or ValueError for a file that holds none."""
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return _read(path)
    key = secrets.token_bytes(_BYTES)
    with os.fdopen(handle, "w", encoding="ascii") as file:
        file.write(key.hex() + "\n")
        file.flush()
        os.fsync(file.fileno())
    return key


def _read(path: Path) -> bytes:
    found = path.read_text("ascii").strip()
    for _ in range(_LOOKS):
        if found:
            break
        # Another process has just made it and is about to write.
        time.sleep(_LOOK_S)
        found = path.read_text("ascii").strip()
    try:
        key = bytes.fromhex(found)
    except ValueError:
        key = b""
    if len(key) < _BYTES:
        raise ValueError(f"{path} holds no key")
    return key
