"""The one place where a table is cut to what one person may know."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

from schafkopf.game import Ruleset, View
from schafkopf.game.alphabet import CARDS
from schafkopf.game.cards import parse_card
from schafkopf.game.plan import resting
from schafkopf.game.view import Public
from schafkopf.server import wire
from schafkopf.server.shown import sorted_hand
from schafkopf.server.table import may, public
from schafkopf.server.table.events import Acted, Stored
from schafkopf.server.table.price import plain_price
from schafkopf.server.table.state import Table


class Viewer(NamedTuple):
    """Who looks on, as far as it makes a difference to what is seen."""

    seat: int | None
    player: int | None
    host: bool
    reclaim: bool
    """Has left a seat that is still kept."""
    removed: bool


def viewer(table: Table, person: str | None) -> Viewer:
    """As whom a person looks on. Persons with equal viewers see the same.

    A message can be shared by all whose viewers are equal both before and after the event.
    """
    if person is None:
        return Viewer(None, None, False, False, False)
    return table.from_seats(("viewer", person), lambda: _found(table, person))


def _found(table: Table, person: str) -> Viewer:
    seat = table.person_seat(person)
    return Viewer(
        seat,
        table.player_of(person),
        table.host == person,
        seat is None and any(s.leaving and s.person == person for s in table.seats),
        person in table.removed,
    )


def state_for(table: Table, person: str | None) -> wire.State:
    """The table as a person sees it (None: somebody nobody knows). Equal for all tables that look alike from there."""
    return _state(table, viewer(table, person))


def snapshot(table: Table, person: str | None, now_ms: int) -> wire.Snapshot:
    """The whole table as a message."""
    return wire.Snapshot(table.id, table.seq, now_ms, state_for(table, person))


def message(before: Table, stored: Stored, after: Table, person: str | None, now_ms: int) -> wire.Message:
    """What a person is told of one event, and the fields of his State that it changed."""
    return message_as(before, viewer(before, person), stored, after, viewer(after, person), now_ms)


def message_as(before: Table, old: Viewer, stored: Stored, after: Table, new: Viewer, now_ms: int) -> wire.Message:
    """The same for whoever looks on as `old` before the event and as `new` after it."""
    what = _happening(before, stored, after, new)
    return wire.Message(after.id, stored.seq, stored.at_ms, now_ms, what, _changes(before, old, after, new))


_OWN = frozenset({"you", "can", "options", "hand", "contract", "said", "hands"})
"""The fields that are not the same for all who see the deal."""


def _changes(before: Table, old: Viewer, after: Table, new: Viewer) -> dict[str, Any]:
    found = dict(_common_changes(before, _kind(before, old), after, _kind(after, new)))
    was, is_ = _own(before, old), _own(after, new)
    found.update((name, value) for name, value in is_.items() if value is not was[name] and value != was[name])
    return found


def _common_changes(before: Table, old: str, after: Table, new: str) -> dict[str, Any]:
    """The other fields that have changed: found once for all who see the deal, or do not."""
    key = ("changes", before.seq, old, new)
    if key not in after.memo:
        was, is_ = _common(before, old), _common(after, new)
        after.memo[key] = {
            name: value
            for name, value in is_.items()
            if name not in _OWN and was[name] is not value and was[name] != value
        }
    found: dict[str, Any] = after.memo[key]
    return found


def _kind(table: Table, who: Viewer) -> str:
    return "seen" if _may_watch(table, who.seat) else "unseen"


def _view(table: Table, seat: int | None) -> View | None:
    """The deal as a seat sees it; the only way from a deal to what is sent."""
    deal = table.deal
    if deal is None:
        return None
    return table.from_deal(
        ("view", seat), lambda: View.of(deal, seat, table.from_deal("public", lambda: Public.of(deal)))
    )


def _may_watch(table: Table, seat: int | None) -> bool:
    return seat is not None or table.settings.watch


def _state(table: Table, who: Viewer) -> wire.State:
    return wire.State(**{**_common(table, _kind(table, who)), **_own(table, who)})


def _own(table: Table, who: Viewer) -> dict[str, Any]:
    """The fields that each sees in his own way."""
    key = ("own", who)
    if key not in table.memo:
        table.memo[key] = _made(table, who)
    found: dict[str, Any] = table.memo[key]
    return found


def _made(table: Table, who: Viewer) -> dict[str, Any]:
    kind = _kind(table, who)
    view = _view(table, who.seat) if kind == "seen" else None
    common = _common(table, kind)
    own: dict[str, Any] = {
        "you": wire.You(who.seat, who.player, who.host),
        "can": [] if who.removed else may.can(table, who.seat, who.host, who.reclaim, view),
        "options": [],
        "hand": [],
        **{name: common[name] for name in ("contract", "said", "hands")},
    }
    if view is not None and who.seat is not None:
        own["contract"] = public.contract(table, view)
        seen = _view(table, None)
        if seen is None or view.log is not seen.log:
            own["said"] = public.said(view)
        own["hand"] = _hand(view)
        own["options"] = _options(table, view, own["hand"])
    elif view is not None and table.open_hands and table.phase == "deal":
        own["hands"] = _open_hands(table)
    assert own.keys() == _OWN
    return own


def _common(table: Table, kind: str) -> dict[str, Any]:
    """The fields that are the same for all who see the deal, or do not; some of them each sees in his own way."""
    if kind not in table.memo:
        seen = _view(table, None) if kind == "seen" else None
        table.memo[kind] = {**public.of_table(table), **public.of_deal(table, seen)}
    found: dict[str, Any] = table.memo[kind]
    return found


def _hand(view: View) -> list[str]:
    if view.contract is not None:
        return list(view.hand)
    # Nothing is trump yet: as the hand would be held before the auction.
    return sorted_hand(_resting(view.rules), map(parse_card, view.hand))


@lru_cache(maxsize=256)
def _resting(rules: Ruleset) -> Any:
    return resting(rules)


def _options(table: Table, view: View, hand: list[str]) -> list[wire.Option]:
    """What may be said or played, in the order of the rules, cards in the order of the hand."""
    if table.void or not view.options:
        return []
    texts = list(view.options)
    if texts[0].startswith("give "):
        texts.sort(key=lambda text: hand.index(text[5:]))
    must = table.deal is not None and table.deal.auction is not None and table.deal.auction.stage == "must"
    return [wire.Option(text, plain_price(view.rules, text, must)) for text in texts]


def _open_hands(table: Table) -> list[list[str]]:
    """What each seat holds, for watchers, when everybody has agreed to that; in the order in which its player sees it.

    It is what each seat sees of its own cards, so nothing is shown that is not yet in a hand.
    """
    views = (_view(table, seat) for seat in range(len(table.seats)))
    return [[] if view is None else _hand(view) for view in views]


def _happening(before: Table, stored: Stored, after: Table, who: Viewer) -> wire.Happening:
    event = stored.event
    seat = getattr(event, "seat", None)
    if not isinstance(event, Acted):
        return public.happening(before, event, after)
    if not _may_watch(after, who.seat):
        return wire.Happening("acted", seat=seat)
    view = _view(after, who.seat)
    assert view is not None and view.log
    return _acted(after, event, view)


def _acted(after: Table, event: Acted, view: View) -> wire.Happening:
    """Made once for all who know the action by the same text."""
    action = view.log[-1].text
    key = ("acted", action)
    if key not in after.memo:
        trick = None
        if action in CARDS and view.tricks and view.trick is None:
            trick = public.trick(view.tricks[-1])
        after.memo[key] = wire.Happening("acted", seat=event.seat, action=action, by=event.by, trick=trick)
    found: wire.Happening = after.memo[key]
    return found
