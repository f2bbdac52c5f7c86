"""Shared by the tests of the terminal game."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def quick_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Do not wait for the disk after every card: thousands are played here."""
    monkeypatch.setattr("os.fsync", lambda handle: None)
