"""The key that signs the cookies: made on the first start, readable by its owner only."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

_BYTES = 32


def read_secret(path: Path) -> bytes:
    """The key in this file, made if there is no such file. Raises OSError, or ValueError for a file that holds none."""
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        found = path.read_text("ascii").strip()
        try:
            key = bytes.fromhex(found)
        except ValueError:
            raise ValueError(f"{path} holds no key") from None
        if len(key) < _BYTES:
            raise ValueError(f"{path} holds no key") from None
        return key
    key = secrets.token_bytes(_BYTES)
    with os.fdopen(handle, "w", encoding="ascii") as file:
        file.write(key.hex() + "\n")
        file.flush()
        os.fsync(file.fileno())
    return key
