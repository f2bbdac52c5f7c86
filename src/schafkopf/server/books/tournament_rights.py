"""Who may do what in a tournament, and what of it makes sense now."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from schafkopf.club.tournament import commands, events
from schafkopf.club.tournament.errors import Refused
from schafkopf.club.tournament.events import Stored
from schafkopf.club.tournament.state import State

Role = Literal["host", "scorer", "viewer", "table"]
ROLES: tuple[Role, ...] = ("host", "scorer", "table", "viewer")
"""From the one who may do most."""

_AT_A_TABLE = (commands.Score, commands.Play, commands.ChangeGame, commands.Protest)
"""What a scorer of one table may do there."""


@dataclass(frozen=True, slots=True)
class Right:
    """What somebody is in a tournament; places: round and table, of role `table`."""

    role: Role
    places: frozenset[tuple[int, int]] = frozenset()

    @property
    def trusted(self) -> bool:
        """Whether he sees reasons, who typed what, and protests."""
        return self.role in ("host", "scorer")

    @property
    def acts_as(self) -> events.Role:
        """The role that the tournament knows."""
        return "scorer" if self.role == "table" else self.role


def check(right: Right, command: commands.Doing) -> None:
    """Raises Refused `tournament/forbidden` for what is not his to do."""
    if right.role == "table":
        if not isinstance(command, _AT_A_TABLE) or (command.round, command.table) not in right.places:
            raise Refused("tournament/forbidden", "only at this table")
    elif not commands.may(right.acts_as, command):
        raise Refused("tournament/forbidden", f"not for a {right.role}")


def last_step(state: State) -> Stored | None:
    """The step that can be taken back: its last event. None: only the setting up."""
    undone = state.undone
    for stored in reversed(state.log):
        if stored.command not in undone and not isinstance(stored.event, events.Undone):
            return None if isinstance(stored.event, events.Created) else stored
    return None


def possible(state: State, right: Right) -> Iterator[str]:
    """The commands, by their `do`, that somebody may give now."""
    for name, kind in commands.TAGS.items():
        allowed = kind in _AT_A_TABLE if right.role == "table" else commands.may(right.acts_as, kind)
        open_now = not state.finished or kind in _AFTER
        if allowed and open_now and kind is not commands.Create and _sensible(state, right, kind):
            yield name


_AFTER = (commands.Undo, commands.Score, commands.Play, commands.ReopenRound, commands.Rule)
"""What goes on after the end; see `club.tournament.decide`."""


def _sensible(state: State, right: Right, kind: type) -> bool:
    rounds = state.rounds
    last = rounds[-1] if rounds else None
    closed = last is not None and last.closed
    drawable = len(rounds) < state.settings.rounds and (last is None or closed)
    again = last is not None and not closed and all(table.empty for table in last.tables)
    if kind is commands.Undo:
        step = last_step(state)
        # Whose step it is, is looked at where it is known who asks.
        return step is not None and right.role in ("host", step.role)
    if kind in (commands.Edit, commands.Leave, commands.Substitute):
        return bool(state.entrants)
    if kind is commands.Return:
        return any(entrant.left for entrant in state.entrants.values())
    if kind is commands.Commit:
        return drawable and (state.pending is None or state.pending[0] != len(rounds) + 1)
    if kind is commands.Draw:
        return drawable or again
    if kind in (commands.Exchange, commands.CloseRound):
        return last is not None and not closed
    if kind is commands.Choose:
        return any(table.conflict for one in rounds for table in one.tables)
    if kind is commands.Rule:
        return bool(state.protests)
    if kind is commands.ReopenRound:
        return closed
    if kind is commands.DrawLots:
        return closed and "lot" in state.settings.ties and not state.lot_seed
    if kind is commands.Finish:
        return closed
    if kind in (commands.Score, commands.Play, commands.ChangeGame, commands.Adjust, commands.Protest):
        return last is not None
    return True
