"""Coded errors. The codes are public: add, never change. Texts for people are made from them in `schafkopf.text`."""

from __future__ import annotations

from typing import Any


class SchafkopfError(ValueError):
    """A fault in what the caller gave: `code` for programs, `detail` as a short English hint.

    `seat`, `action`, `allowed` say what was tried and what would have been accepted; `at` is the index of the
    action in a record; `where` names a place in a text (file, key, line or column).
    """

    def __init__(
        self,
        code: str,
        detail: str = "",
        *,
        seat: int | None = None,
        action: str | None = None,
        allowed: tuple[str, ...] = (),
        at: int | None = None,
        where: str | None = None,
    ) -> None:
        self.code = code
        self.detail = detail
        self.seat = seat
        self.action = action
        self.allowed = allowed
        self.at = at
        self.where = where
        super().__init__(code, detail)

    def __str__(self) -> str:
        parts = [self.code]
        if self.where is not None:
            parts.append(f"in {self.where}")
        if self.seat is not None:
            parts.append(f"seat {self.seat}")
        if self.action is not None:
            parts.append(f"action {self.action!r}")
        text = ", ".join(parts)
        if self.detail:
            text += f": {self.detail}"
        if self.allowed:
            text += f" (accepted: {', '.join(self.allowed)})"
        return text

    def as_dict(self) -> dict[str, Any]:
        """The error as JSON-ready data: `code`, `seat`, `action`, `at`, `allowed`, and `where`/`detail` if known."""
        data: dict[str, Any] = {
            "code": self.code,
            "seat": self.seat,
            "action": self.action,
            "at": self.at,
            "allowed": list(self.allowed),
        }
        if self.where is not None:
            data["where"] = self.where
        if self.detail:
            data["detail"] = self.detail
        return data


class InvalidRuleset(SchafkopfError):
    """A ruleset that is unknown, incomplete or contradicts itself; `where` names file and key."""


class InvalidRecord(SchafkopfError):
    """A record that cannot be read or does not agree with its own result."""


class IllegalAction(SchafkopfError):
    """An action that the rules do not allow here."""
