"""What a person may do at a table now; refusals and offers follow from the same functions."""

from __future__ import annotations

from schafkopf.game import Action, IllegalAction, View
from schafkopf.game.alphabet import CARDS
from schafkopf.game.dealing import Carried
from schafkopf.server import wire
from schafkopf.server.table.state import Table


def free_seats(table: Table) -> list[int]:
    """Where somebody who comes may sit down, best first: open seats; after the start, in place of a bot."""
    kinds = ("open",) if table.phase == "lobby" else ("open", "bot")
    return [i for kind in kinds for i, seat in enumerate(table.seats) if seat.kind == kind]


def may_swap(table: Table, a: int, b: int) -> bool:
    """In the chalk game nobody leaves his team while something is written."""
    booked = table.booked
    return not table.rules.chalk or booked is None or (b - a) % 2 == 0 or booked.carried == Carried()


def may_resume(table: Table, person: str) -> bool:
    """The host; if he is not there, whoever sits here."""
    if person == table.host:
        return True
    host = table.person_seat(table.host)
    there = table.host in table.watchers or (host is not None and table.seats[host].present)
    return not there and table.person_seat(person) is not None


def alone(table: Table, seat: int | None) -> bool:
    """Only this person and bots sit here."""
    return seat is not None and table.seated == (seat,)


def undo_to(table: Table, seat: int) -> int | None:
    """How many actions stay when a seat takes its last decision back; None if there is none to take back.

    The last card of a hand is no decision.
    """
    if table.deal is None or table.void or table.phase not in ("deal", "between"):
        return None
    own = [
        i
        for i, action in enumerate(table.deal.log)
        if action.seat == seat and i >= table.floor and action.text not in ("claim", "cut")
    ]
    played = sum(action.seat == seat and action.text in CARDS for action in table.deal.log)
    if len(own) > 1 and table.deal.log[own[-1]].text in CARDS and played == len(table.deal.hands[seat]):
        own.pop()
    return own[-1] if own else None


def may_propose(table: Table, what: str) -> bool:
    """Whether there is something to ask for now."""
    if table.proposal is not None:
        return False
    if what == "throw_in":
        return table.phase == "deal"
    return table.phase != "over" and table.settings.watch and not table.open_hands


def legal(table: Table, seat: int, text: str | None) -> bool:
    """Whether a seat may say or play this now."""
    if table.deal is None or text is None:
        return False
    try:
        table.deal.after(Action(seat, text))
    except IllegalAction:
        return False
    return True


def can(table: Table, seat: int | None, host: bool, reclaim: bool, view: View | None) -> list[wire.Can]:
    """What may be done beside the options of the deal, from the person's own cards and public facts only.

    reclaim: he has left his seat but may still take it back. view: the deal as he sees it, None without one.
    """
    if table.phase == "over":
        return [] if seat is None else ["say"]
    found: list[wire.Can] = []
    if seat is None:
        watched_hands = table.open_hands and table.phase == "deal"
        if (reclaim or free_seats(table)) and not watched_hands:
            found.append("sit")
    else:
        found += _seated(table, seat, view)
    if host:
        found += _hosting(table)
    return found


def _seated(table: Table, seat: int, view: View | None) -> list[wire.Can]:
    who = table.seats[seat]
    found: list[wire.Can] = ["leave", "rename", "say"]
    if table.phase in ("lobby", "between"):
        found.append("stand")
    if who.stand_in:
        found.append("back")
    if table.paused:
        if may_resume(table, who.person or ""):
            found.append("resume")
    else:
        found += _playing(table, seat, view)
    for what, name in _PROPOSALS.items():
        if may_propose(table, what) and not table.paused:
            found.append(name)
    if seat in table.waiting:
        found.append("answer")
    return found


_PROPOSALS: dict[str, wire.Can] = {"throw_in": "propose_throw_in", "open_hands": "propose_open_hands"}


def _playing(table: Table, seat: int, view: View | None) -> list[wire.Can]:
    found: list[wire.Can] = []
    if table.phase == "deal" and view is not None:
        found += _early_ends(table, seat, view)
        if table.settings.hints and view.options:
            found.append("hint")
    if table.phase == "between" and not table.seats[seat].ready:
        found.append("next")
    if alone(table, seat):
        if undo_to(table, seat) is not None:
            found.append("undo")
        if table.phase == "between":
            found.append("practise")
        if table.practice:
            found.append("finish_practice")
    return found


def _early_ends(table: Table, seat: int, view: View) -> list[wire.Can]:
    """Ways to end a deal that are not among its options."""
    deal = table.deal
    if deal is None or view.turn != seat:
        return []
    if view.phase == "auction" and deal.rules["deal.throw_in"]:
        return ["throw_in"] if legal(table, seat, "throw-in") else []
    if view.phase != "play" or deal.play is None:
        return []
    found: list[wire.Can] = ["rest"]
    contract = view.contract
    if contract is not None and contract.declarer == seat and legal(table, seat, "concede"):
        found.append("concede")
    return found


def _hosting(table: Table) -> list[wire.Can]:
    found: list[wire.Can] = ["set", "remove"]
    if table.phase in ("lobby", "between"):
        found += ["add_bot", "swap"]
    if table.phase == "lobby" and table.seated:
        found.append("start")
    if table.active and not table.paused:
        found.append("pause")
    if table.paused and table.person_seat(table.host) is None:
        found.append("resume")
    if table.phase != "deal" or table.practice:
        found.append("finish")
    return found
