"""Commands about people and rounds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schafkopf.club.tournament import commands, events, settings, standing
from schafkopf.club.tournament.draw import clashes, draw, rematches
from schafkopf.club.tournament.errors import Refused
from schafkopf.club.tournament.events import Event
from schafkopf.club.tournament.lot import seed_hash
from schafkopf.club.tournament.moves import move
from schafkopf.club.tournament.settings import text
from schafkopf.club.tournament.state import Entrant, RoundState, State

if TYPE_CHECKING:
    from schafkopf.club.tournament.decide import Asked


# -- people ----------------------------------------------------------------------------------------------------------


def enter(state: State, command: commands.Enter, asked: Asked) -> list[Event]:
    taken = set(state.entrants)
    if len(taken) + len(command.people) > settings.MOST_PLAYERS:
        raise Refused("tournament/limit", f"at most {settings.MOST_PLAYERS}", where="people")
    given = [person.number for person in command.people if person.number is not None]
    for number in given:
        if number in taken or given.count(number) > 1:
            raise Refused("tournament/number-taken", f"{number}", where="number")
        if not 1 <= number <= 99_999:
            raise Refused("tournament/number", "from 1 to 99999", where="number")
    taken |= set(given)
    found: list[Event] = []
    following = max(taken, default=0) + 1
    for person in command.people:
        number = person.number or following
        following += person.number is None
        found.append(events.Entered(number, *_words(person), since=len(state.rounds) + 1))
    return found


def _words(person: commands.Person) -> tuple[str, str, str, str]:
    return (
        text(person.name, "name", needed=True),
        text(person.club, "club"),
        text(person.team, "team"),
        text(person.pair, "pair"),
    )


def known(state: State, number: int) -> Entrant:
    """Who has the number. Raises Refused `tournament/no-entrant`."""
    if number not in state.entrants:
        raise Refused("tournament/no-entrant", f"{number}", where="number")
    return state.entrants[number]


def edit(state: State, command: commands.Edit, asked: Asked) -> list[Event]:
    old = known(state, command.number)
    if command.person.number not in (None, command.number):
        raise Refused("tournament/number", "a start number stays", where="number")
    words = _words(command.person)
    return [] if words == (old.name, old.club, old.team, old.pair) else [events.Edited(command.number, *words)]


def leave(state: State, command: commands.Leave, asked: Asked) -> list[Event]:
    if command.number not in state.entrants:
        return []
    if not state.seated(command.number):
        return [events.Struck(command.number)]
    return [] if state.entrants[command.number].left else [events.Left(command.number, len(state.rounds))]


def come_back(state: State, command: commands.Return, asked: Asked) -> list[Event]:
    entrant = known(state, command.number)
    return [events.Returned(command.number, len(state.rounds) + 1)] if entrant.left else []


def substitute(state: State, command: commands.Substitute, asked: Asked) -> list[Event]:
    entrant = known(state, command.number)
    name = text(command.name, "name", needed=True)
    if name == entrant.name:
        return []
    running = bool(state.rounds) and not state.rounds[-1].closed
    number = len(state.rounds) + (not running)
    return [events.Substituted(command.number, name, number, text(command.reason, "reason"))]


# -- rounds ----------------------------------------------------------------------------------------------------------


def drawn_round(state: State, number: int) -> RoundState:
    """The round. Raises Refused `tournament/no-round`."""
    found = state.round(number)
    if found is None:
        raise Refused("tournament/no-round", f"{number}", where="round")
    return found


def _may_draw(state: State, number: int) -> RoundState | None:
    """The round's earlier draw, if there is one that may be replaced."""
    if not 1 <= number <= min(len(state.rounds) + 1, state.settings.rounds):
        raise Refused("tournament/no-round", f"{number}", where="round")
    if number <= len(state.rounds):
        one = state.rounds[number - 1]
        if number < len(state.rounds) or one.closed or not all(table.empty for table in one.tables):
            raise Refused("tournament/has-results", f"round {number}", where="round")
        return one
    if state.rounds and not state.rounds[-1].closed:
        raise Refused("tournament/round-open", f"round {len(state.rounds)}", where="round")
    return None


def commit(state: State, command: commands.Commit, asked: Asked) -> list[Event]:
    if _may_draw(state, command.round) is not None:
        raise Refused("tournament/drawn", f"round {command.round}", where="round")
    if state.pending is not None and state.pending[0] == command.round:
        return []
    seed = _fresh(asked)
    return [events.Committed(command.round, seed, seed_hash(seed))]


def _fresh(asked: Asked) -> str:
    if len(asked.entropy) < 16:
        raise ValueError("a seed needs 16 random bytes")
    return asked.entropy.hex()


def draw_round(state: State, command: commands.Draw, asked: Asked) -> list[Event]:
    number, setup = command.round, state.settings
    old = _may_draw(state, number)
    if old is not None and asked.seq < old.draw_seq:
        # Drawn on two laptops at once: the first draw is the draw.
        return []
    seed = text(command.seed, "seed")
    brought = bool(seed) or (old is not None and old.draw.brought)
    if old is not None:
        seed = seed or old.draw.seed
    elif state.pending is not None:
        if seed not in ("", state.pending[1]):
            raise Refused("tournament/seed", "another seed's hash has been published", where="seed")
        seed = state.pending[1]
    seed = seed or _fresh(asked)
    attempt = old.draw.attempt + 1 if old is not None and old.draw.seed == seed else 1
    players = state.players(number)
    sizes = settings.sizes(setup, len(players))
    earlier = [one.seating for one in state.rounds[: number - 1]]
    if setup.seating == "moves" and earlier:
        points = {n: tally.points for n, tally in standing.tallies(state, number - 1).items()}
        numbers = [player.number for player in players]
        moved = move(numbers, earlier, points, sizes, seed=seed, attempt=attempt, movers=setup.movers)
        again, clashing = rematches(moved.seating, earlier), clashes(moved.seating, players)
        tables = moved.seating.tables
        return [
            events.Drawn(
                number, seed, attempt, "moves", tables, sizes, again, clashing, by_lot=moved.by_lot, brought=brought
            )
        ]
    drawn = draw(
        players,
        earlier,
        seed=seed,
        rounds=setup.rounds if setup.seating == "lot" else 1,
        attempt=attempt,
        odd=setup.split,
        size=settings.main_size(setup),
        small_allowed=settings.small_allowed(setup),
    )
    return [
        events.Drawn(
            number,
            seed,
            attempt,
            "lot",
            drawn.seating.tables,
            sizes,
            drawn.rematches,
            drawn.clashes,
            drawn.proven,
            drawn.planned,
            drawn.ahead,
            method=drawn.method,
            brought=brought,
        )
    ]


def exchange(state: State, command: commands.Exchange, asked: Asked) -> list[Event]:
    one = drawn_round(state, command.round)
    places = {player: table for table in one.tables for player in table.seats}
    for number in (command.a, command.b):
        if number not in places:
            raise Refused("tournament/no-entrant", f"{number} does not sit in round {command.round}", where="number")
        if one.closed or not places[number].empty:
            raise Refused("tournament/has-results", f"the table of {number}", where="number")
    if command.a == command.b:
        return []
    return [events.Exchanged(command.round, command.a, command.b, text(command.reason, "reason"))]


def close(state: State, command: commands.CloseRound, asked: Asked) -> list[Event]:
    one = drawn_round(state, command.round)
    if one.closed:
        return []
    found = standing.faults(state, command.round)
    reason = text(command.reason, "reason")
    conflicts = [fault for fault in found if fault.code == "tournament/conflict"]
    # What two people wrote differently has to be decided; what is missing or does not add up may be given up.
    stops = conflicts or ([] if reason else found)
    if stops:
        listed = "; ".join(f"table {fault.table} {fault.code} {fault.detail}".strip() for fault in stops)
        raise Refused(stops[0].code, listed, where=f"table {stops[0].table}")
    return [events.RoundClosed(command.round, reason if found else "")]


def reopen(state: State, command: commands.ReopenRound, asked: Asked) -> list[Event]:
    one = drawn_round(state, command.round)
    if not one.closed:
        return []
    if command.round != len(state.rounds):
        raise Refused("tournament/round-drawn", f"round {command.round + 1}", where="round")
    return [events.RoundReopened(command.round, text(command.reason, "reason", needed=True))]


def draw_lots(state: State, command: commands.DrawLots, asked: Asked) -> list[Event]:
    if "lot" not in state.settings.ties:
        raise Refused("tournament/setting", "no lot in the tie-breaks", where="ties")
    _need_closed(state)
    if state.lot_seed:
        return []
    seed = text(command.seed, "seed")
    return [events.LotsDrawn(seed or _fresh(asked), brought=bool(seed))]


def finish(state: State, command: commands.Finish, asked: Asked) -> list[Event]:
    _need_closed(state)
    return [events.Finished()]


def _need_closed(state: State) -> None:
    if not state.rounds or not state.rounds[-1].closed:
        raise Refused("tournament/round-open", f"round {len(state.rounds)}", where="round")
