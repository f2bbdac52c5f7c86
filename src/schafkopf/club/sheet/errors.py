"""What a sheet has against something. The codes are public: add, never change."""

from __future__ import annotations

from schafkopf.game.errors import SchafkopfError


class Refused(SchafkopfError):
    """What no phone writes (`sheet/syntax`), or a line that cannot be priced as it stands; `where` names the field."""
