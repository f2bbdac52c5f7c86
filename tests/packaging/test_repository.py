"""SX-10: what people have played or how to reach them is in no file of the repository, and never was."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

KEPT = re.compile(r"\.(db|sqlite3?|db-wal|db-shm|dump|bak|log|key|pem|p12|env|pst|vcf)$", re.IGNORECASE)
"""Names of databases, backups, logs, keys and address books."""
ADDRESS = re.compile(rb"[\w.%+-]+@[\w-]+(?:\.[\w-]+)*\.[A-Za-z]{2,}\b")
OURS = re.compile(rb"@(?:[\w-]+\.)*(?:example(?:\.(?:com|org|net))?|test|invalid|service|path)$")
"""Endings that are nobody's."""


def _git(root: Path, *args: str) -> bytes:
    git = shutil.which("git")
    if git is None or not (root / ".git").exists():
        pytest.skip("no checkout")
    # It may belong to somebody else, as where a container has it mounted.
    return subprocess.run([git, "-c", "safe.directory=*", *args], cwd=root, check=True, capture_output=True).stdout


def test_sx_10_no_database_and_no_key_is_or_was_here(root: Path) -> None:
    # Of everything that was ever added, on any branch.
    names = _git(root, "log", "--all", "--diff-filter=A", "--name-only", "--format=", "-z").decode().split("\0")
    names += _git(root, "ls-files", "-z").decode().split("\0")
    assert "pyproject.toml" in names
    assert not [name for name in names if KEPT.search(name.strip())]


def test_sx_10_no_address_and_no_database_under_another_name(root: Path) -> None:
    found: list[tuple[str, bytes]] = []
    read = 0
    for name in filter(None, _git(root, "ls-files", "-z").decode().split("\0")):
        path = root / name
        if not path.is_file():
            continue  # taken away, and not yet said so
        content = path.read_bytes()
        read += 1
        assert not content.startswith(b"SQLite format 3\0"), name
        if b"\0" not in content:
            found += [(name, one) for one in ADDRESS.findall(content) if not OURS.search(one)]
    assert read > 100
    assert found == []
