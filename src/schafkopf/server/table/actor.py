"""Who sends a command, and what has to be so before it is done."""

from __future__ import annotations

from schafkopf.server.errors import Refused
from schafkopf.server.table import events
from schafkopf.server.table.flow import Draft
from schafkopf.server.table.state import Table


class Actor:
    """Who sends a command, and what he had seen."""

    def __init__(self, table: Table, person: str, seq: int) -> None:
        self.person = person
        self.seq = seq
        self.place = table.person_seat(person)
        self.is_host = table.host == person

    @property
    def seat(self) -> int:
        """Where he sits. Raises Refused if nowhere."""
        if self.place is None:
            raise Refused("table/not-seated")
        return self.place

    def must_be_host(self) -> None:
        """Raise Refused unless he is."""
        if not self.is_host:
            raise Refused("table/not-host")


def need_phase(table: Table, *phases: str) -> None:
    """Raise Refused in any other phase."""
    if table.phase not in phases:
        raise Refused("table/phase", f"not in {table.phase}")


def need_running(table: Table) -> None:
    """Raise Refused while the host has stopped the clocks."""
    if table.paused:
        raise Refused("table/paused")


def need_seat(table: Table, seat: int) -> int:
    """The seat; raise Refused if the table has no such seat."""
    if seat >= len(table.seats):
        raise Refused("request/syntax", f"the table has {len(table.seats)} seats", where="seat")
    return seat


def play_again(draft: Draft, seat: int) -> None:
    """Who does something plays for himself again."""
    if draft.table.seats[seat].stand_in:
        draft.add(events.Returned(seat))
