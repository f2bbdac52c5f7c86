"""A tournament on the screen: how it stands, how it was announced, who takes part."""

from __future__ import annotations

from typing import Any

from schafkopf.cli.books.speech import Speech
from schafkopf.cli.books.tables import clean, grid
from schafkopf.cli.tournament.seating import fault_text, met
from schafkopf.club.tournament import settings, standing
from schafkopf.club.tournament.codec import to_data
from schafkopf.club.tournament.state import State
from schafkopf.game.errors import SchafkopfError


def show_status(state: State, speech: Speech) -> None:
    """How it stands: the rounds, what is missing, what can come next."""
    setup = state.settings
    playing = len(state.players(len(state.rounds) + 1))
    speech.out(speech.say("status", "head", name=setup.name, n=playing, rounds=setup.rounds, games=setup.games))
    for number, one in enumerate(state.rounds, 1):
        missing = standing.faults(state, number)
        done = sum(standing.result_of(state, table) is not None for table in one.tables)
        key = "open" if not one.closed else "because" if one.reason else "closed"
        told = speech.say("status", key, round=number, done=done, tables=len(one.tables), reason=one.reason)
        pairs = met(state, number)
        told += " " + speech.say("status", "pairs", rematches=len(pairs["rematches"]), clashes=len(pairs["clashes"]))
        speech.out(told)
        if not one.closed:
            for fault in missing:
                sentence = fault_text(fault.code, fault.detail, speech)
                speech.out(f"  {speech.say('round', 'table')} {fault.table}: {sentence}")
        if one.strays:
            speech.out("  " + speech.say("status", "strays", n=len(one.strays)))
    if state.published is not None:
        speech.out(speech.say("draw", "published", round=state.published[0], hash=state.published[1]))
    if state.finished:
        speech.out(speech.say("status", "finished"))
    speech.data(status_data(state))


def status_data(state: State) -> dict[str, Any]:
    """How it stands, for programs; without the seed of a draw to come."""
    rounds = []
    for number, one in enumerate(state.rounds, 1):
        done = sum(standing.result_of(state, table) is not None for table in one.tables)
        faults = [to_data(fault) for fault in standing.faults(state, number)]
        rounds.append(
            {"round": number, "closed": one.closed, "tables": len(one.tables), "done": done, "faults": faults}
            | {key: len(pairs) for key, pairs in met(state, number).items()}
        )
    return {
        "name": state.settings.name,
        "seq": state.seq,
        "entrants": len(state.entrants),
        "playing": len(state.players(len(state.rounds) + 1)),
        "rounds": rounds,
        "published": None if state.published is None else {"round": state.published[0], "hash": state.published[1]},
        "lots": state.lot_seed,
        "lots_needed": bool(state.rounds) and standing.lots_needed(state),
        "finished": state.finished,
    }


_CHOICES = ("split", "seating", "leavers", "prize_ties")
"""Settings that are a word to choose: shown as it is typed, with what it means."""


def show_settings(state: State, speech: Speech) -> None:
    """Everything that the host has set up."""
    setup = state.settings
    data = to_data(setup)
    shown = grid("", "")
    for key, value in data.items():
        if key == "prizes":
            value = ", ".join(_prize(prize.cents, prize.thing, speech) for prize in setup.prizes)
        elif isinstance(value, list):
            value = ", ".join(f"{one} ({speech.say('measures', one)})" for one in value)
        elif isinstance(value, dict):
            value = str(value.get("id", value)) if key == "scheme" else ", ".join(_switches(value))
        elif key in _CHOICES:
            value = f"{value} ({speech.say('values', value)})"
        shown.add_row(clean(speech.say("settings", key)), clean("–" if value in (None, "") else str(value)))
    speech.show(shown)
    playing = len(state.players(len(state.rounds) + 1))
    if playing:
        try:
            sizes = settings.sizes(setup, playing)
            told = ", ".join(f"{sizes.count(size)} × {size}" for size in dict.fromkeys(sizes))
            speech.out(speech.say("status", "sizes", n=playing, sizes=told))
        except SchafkopfError as fault:
            speech.out(speech.fault(fault))
    speech.data(data)


def _prize(cents: int, thing: str, speech: Speech) -> str:
    parts = [speech.money(cents, "cent")] if cents else []
    return " + ".join([*parts, *([thing] if thing else [])]) or "–"


def _switches(tree: dict[str, Any], before: str = "") -> list[str]:
    found = []
    for key, value in tree.items():
        found += _switches(value, f"{before}{key}.") if isinstance(value, dict) else [f"{before}{key}={value}"]
    return found


def show_entries(state: State, speech: Speech) -> None:
    """The entry list by start number."""
    shown = grid(*(speech.say("entry", key) for key in ("number", "name", "club", "team", "pair", "note")), left=6)
    rows = []
    for number, entrant in sorted(state.entrants.items()):
        notes = []
        if entrant.left:
            notes.append(speech.say("entry", "left", round=entrant.spells[-1][1]))
        elif entrant.spells[0][0] > 1:
            notes.append(speech.say("entry", "since", round=entrant.spells[0][0]))
        notes += [speech.say("entry", "before", name=name, round=round) for name, round, _ in entrant.before]
        words = (entrant.name, entrant.club, entrant.team, entrant.pair, ", ".join(notes))
        shown.add_row(str(number), *map(clean, words))
        rows.append({**to_data(entrant), "left": entrant.left})
    speech.show(shown)
    speech.out(speech.say("entry", "count", n=len(state.players(len(state.rounds) + 1))))
    speech.data(rows)


def show_protests(state: State, speech: Speech) -> None:
    """The protests by number."""
    for number, line in enumerate(state.protests, 1):
        where = speech.say("round", "at", round=line.round, table=line.table) if line.table else ""
        where = where or speech.say("round", "title", round=line.round, rounds=state.settings.rounds)
        speech.out(f"{number}. {where}: {line.text} ({line.by})")
        if line.ruling:
            speech.out("   " + speech.say("round", "ruling", text=line.ruling, by=line.ruled_by))
    if not state.protests:
        speech.out(speech.say("round", "no_protests"))
    speech.data([to_data(line) for line in state.protests])
