"""Why the tournament refuses something. The codes are public: add, never change."""

from __future__ import annotations

from schafkopf.game.errors import SchafkopfError


class Refused(SchafkopfError):
    """A command that cannot be carried out; `code` begins with `tournament/`, `where` names the field or the table."""
