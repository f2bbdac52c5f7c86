"""Commands of people: what they make happen in a tournament, or why they are refused."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from schafkopf.club.tournament import commands, events, rounds, scores, settings
from schafkopf.club.tournament.errors import Refused
from schafkopf.club.tournament.events import Event, Role, Stored
from schafkopf.club.tournament.fold import after
from schafkopf.club.tournament.state import State


@dataclass(frozen=True, slots=True)
class Asked:
    """Who asks, and what he had before him. id: of the command; seq: the last event he had seen; entropy: random
    bytes.
    """

    id: str
    role: Role
    by: str
    seq: int
    entropy: bytes = b""


def decide(state: State | None, command: commands.Doing, asked: Asked) -> tuple[Event, ...]:
    """The events that follow from a command; none: it is done already.

    A command may come late and may come twice. What was typed in at a table is never refused for coming late: it is
    kept beside what is there. Raises Refused.
    """
    if not commands.may(asked.role, command):
        raise Refused("tournament/forbidden", f"not for a {asked.role}")
    if state is None:
        if not isinstance(command, commands.Create):
            raise Refused("tournament/not-found")
        settings.check(command.settings)
        return (events.Created(settings.tidy(command.settings)),)
    if any(stored.command == asked.id for stored in state.log):
        return ()
    if isinstance(command, commands.Create):
        raise Refused("tournament/exists")
    if state.finished and type(command) not in _ALWAYS:
        raise Refused("tournament/over")
    return tuple(_DECISIONS[type(command)](state, command, asked))


def stored(state: State | None, found: Sequence[Event], asked: Asked, *, at_ms: int) -> tuple[Stored, ...]:
    """The events as they are stored next."""
    first = state.seq + 1 if state is not None else 1
    return tuple(
        Stored(first + index, at_ms, asked.id, asked.by, asked.role, event) for index, event in enumerate(found)
    )


def carry_out(state: State | None, command: commands.Doing, asked: Asked, *, at_ms: int) -> State:
    """The state after a command, for those who keep the events themselves."""
    for one in stored(state, decide(state, command, asked), asked, at_ms=at_ms):
        state = after(state, one)
    assert state is not None
    return state


def _change(state: State, command: commands.Change, asked: Asked) -> list[Event]:
    settings.check(command.settings)
    new, old = settings.tidy(command.settings), state.settings
    if new == old:
        return []
    if state.rounds:
        for key in ("rules", "overrides", "three_rules", "three_overrides", "scheme", "games"):
            if getattr(new, key) != getattr(old, key):
                raise Refused("tournament/has-results", "a round has been drawn by the old rules", where=key)
        if new.rounds < len(state.rounds):
            raise Refused("tournament/setting", f"{len(state.rounds)} rounds have been drawn", where="rounds")
    return [events.Changed(new)]


def _undo(state: State, command: commands.Undo, asked: Asked) -> list[Event]:
    if command.command in state.undone:
        return []
    done = [one for one in state.log if one.command not in state.undone and not isinstance(one.event, events.Undone)]
    last = done[-1]
    if last.command != command.command or isinstance(last.event, events.Created):
        raise Refused("tournament/not-last", "something has happened since", allowed=(last.command,))
    if asked.role != "host" and (last.by, last.role) != (asked.by, asked.role):
        raise Refused("tournament/forbidden", "somebody else's step")
    return [events.Undone(command.command)]


_ALWAYS = (commands.Undo, commands.Score, commands.Play, commands.ReopenRound, commands.Rule)
"""What is possible after the end, too."""

_DECISIONS: dict[type, Callable[[State, Any, Asked], list[Event]]] = {
    commands.Change: _change,
    commands.Enter: rounds.enter,
    commands.Edit: rounds.edit,
    commands.Leave: rounds.leave,
    commands.Return: rounds.come_back,
    commands.Substitute: rounds.substitute,
    commands.Commit: rounds.commit,
    commands.Draw: rounds.draw_round,
    commands.Exchange: rounds.exchange,
    commands.CloseRound: rounds.close,
    commands.ReopenRound: rounds.reopen,
    commands.DrawLots: rounds.draw_lots,
    commands.Finish: rounds.finish,
    commands.Score: scores.enter_totals,
    commands.Choose: scores.choose,
    commands.Play: scores.play,
    commands.ChangeGame: scores.change_game,
    commands.Adjust: scores.adjust,
    commands.Protest: scores.protest,
    commands.Rule: scores.rule,
    commands.Undo: _undo,
}
