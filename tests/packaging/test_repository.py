"""SX-10: what people have played or how to reach them is in no file of the repository, and never was."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

KEPT = re.compile(r"\.(db|sqlite3?|db-wal|db-shm|dump|bak|log|key|pem|p12|env|pst|vcf)$", re.IGNORECASE)
"""Names of databases, backups, logs, keys and address books."""
ADDRESS = re.compile(rb"[\w.%+-]+@[\w-]+(?:\.[\w-]+)*\.[A-Za-z]{2,}\b")
OURS = re.compile(rb"@(?:[\w-]+\.)*(?:example(?:\.(?:com|org|net))?|test|invalid|service|path)$")
"""Endings that are nobody's."""


# Made by building, testing and running; a checkout ignores them.
MADE = {"node_modules", "static", "generated", "build", "dist", "__pycache__"}


def _git(root: Path, *args: str) -> list[str]:
    """Names that git prints; none where there is no checkout, as in a source archive."""
    git = shutil.which("git")
    if git is None or not (root / ".git").exists():
        return []
    # It may belong to somebody else, as where a container has it mounted.
    command = [git, "-c", "safe.directory=*", *args, "-z"]
    return list(
        filter(None, subprocess.run(command, cwd=root, check=True, capture_output=True).stdout.decode().split("\0"))
    )


def _files(root: Path) -> list[str]:
    names = _git(root, "ls-files")
    if names:
        return names
    found = (Path(at).relative_to(root) / name for at, _, files in _walk(root) for name in files)
    return [str(path) for path in found]


def _walk(root: Path) -> Iterator[tuple[str, list[str], list[str]]]:
    for at, folders, files in os.walk(root):
        folders[:] = [name for name in folders if name not in MADE and not name.startswith(".")]
        yield at, folders, files


def test_sx_10_no_database_and_no_key_is_or_was_here(root: Path) -> None:
    # Of everything that was ever added, on any branch.
    names = _files(root) + _git(root, "log", "--all", "--diff-filter=A", "--name-only", "--format=")
    assert "pyproject.toml" in names
    assert not [name for name in names if KEPT.search(name.strip())]


def test_sx_10_no_address_and_no_database_under_another_name(root: Path) -> None:
    found: list[tuple[str, bytes]] = []
    read = 0
    for name in _files(root):
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
