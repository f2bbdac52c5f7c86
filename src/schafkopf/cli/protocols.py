"""Other programs' protocols for the table on the network: fills the port `server.around.replay.Importer`."""

from __future__ import annotations

from collections.abc import Iterator

from schafkopf.formats.netschafkopf import import_protocol
from schafkopf.game.errors import InvalidRecord
from schafkopf.server.around.replay import Found


def read_protocol(text: str) -> Iterator[Found]:
    """The deals of a NetSchafkopf protocol; never raises for what is in the text."""
    for hand in import_protocol(text.encode("utf-8", "replace")):
        if hand.record is not None:
            yield Found(hand.line, hand.record)
        else:
            fault = hand.error or {}
            error = InvalidRecord(fault.get("code", "import/syntax"), fault.get("message", ""))
            yield Found(hand.line, None, error)
