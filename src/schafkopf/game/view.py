"""What one seat, or a spectator, may know of a deal. Everything that leaves the table is made from a View."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from schafkopf.game.alphabet import Action
from schafkopf.game.cards import NAMES, UNKNOWN, Card
from schafkopf.game.deal import Deal
from schafkopf.game.dealing import Carried
from schafkopf.game.facts import Facts
from schafkopf.game.play import Play
from schafkopf.game.ruleset import Ruleset
from schafkopf.game.settlement import Settlement


@dataclass(frozen=True, slots=True)
class SeenTrick:
    """A trick by its cards' names, leader first; `winner` is None while it is being played."""

    leader: int
    cards: tuple[str, ...]
    winner: int | None = None


@dataclass(frozen=True, slots=True)
class SeenContract:
    """What is known of the contract to this seat."""

    name: str
    suit: str | None
    card: str | None
    """The called card."""
    line: str
    declarer: int | None
    """None in Ramsch, and in a Kreuz game until the Eichel-Ober has shown."""
    partner: int | None
    """None while this seat cannot know him, and for a lone declarer."""
    promise: int = 0
    by_club_jack: bool = False


@dataclass(frozen=True, slots=True)
class View:
    """A deal as one seat sees it (`seat` None: a spectator). Equal for all deals that look alike from there."""

    rules: Ruleset
    seat: int | None
    at_table: int
    dealer: int
    seats: tuple[int, ...]
    """Seats with cards, forehand first."""
    phase: str
    turn: int | None
    dealt: tuple[str, ...]
    """The seat's own cards as dealt; only the first packet while others may still knock."""
    hand: tuple[str, ...]
    """The cards the seat still holds, strongest first once there is a contract."""
    sizes: tuple[int, ...]
    """Cards held by each seat."""
    log: tuple[Action, ...]
    """Everything said and played; a card given face down is `??` to the others."""
    knocks: tuple[int, ...]
    """Seats that knocked."""
    kontra: tuple[int, ...]
    """Seats that doubled, in order."""
    contract: SeenContract | None
    without_called: frozenset[int]
    """Seats that everybody knows not to hold the called card (or no longer)."""
    tricks: tuple[SeenTrick, ...]
    trick: SeenTrick | None
    """The cards on the table."""
    points: tuple[int, ...]
    """Card points in each seat's tricks."""
    carried: Carried
    options: tuple[str, ...]
    """What this seat may say or play now."""
    bill: Settlement | None = None
    facts: Facts | None = None
    """What the deal came down to, once it is over."""
    passed: str | None = None
    """How a deal ended that nobody played: `redeal`, `pot`, `double`, `thrown_in`."""
    hands: tuple[tuple[str, ...], ...] = ()
    """All hands as dealt, once the play is over."""

    @classmethod
    def of(cls, deal: Deal, seat: int | None, public: Public | None = None) -> View:
        """What `seat` (None: a spectator) sees of this deal. Raises ValueError for a seat that does not exist.

        public: what all see of the same deal; whoever wants several views finds it only once.
        """
        if seat is not None and not 0 <= seat < len(deal.hands):
            raise ValueError(f"no seat {seat} among {len(deal.hands)}")
        if public is None:
            public = Public.of(deal)
        own = () if seat is None else _dealt(deal, seat)
        return cls(
            rules=deal.rules,
            seat=seat,
            at_table=len(deal.hands),
            dealer=deal.dealer,
            seats=deal.seats,
            phase=deal.phase,
            turn=public.turn,
            dealt=_names(own),
            hand=() if seat is None else hand_of(deal, seat),
            sizes=public.sizes,
            log=_log(deal, seat),
            knocks=public.knocks,
            kontra=public.kontra,
            contract=_contract(deal, seat),
            without_called=public.without_called,
            tricks=public.tricks,
            trick=public.trick,
            points=public.points,
            carried=deal.carried,
            options=() if seat is None or seat not in deal.seats else deal.options_of(seat),
            bill=public.bill,
            facts=public.facts,
            passed=public.passed,
            hands=public.hands,
        )


@dataclass(frozen=True, slots=True)
class Public:
    """What everybody sees of a deal in the same way; see View."""

    turn: int | None
    sizes: tuple[int, ...]
    knocks: tuple[int, ...]
    kontra: tuple[int, ...]
    without_called: frozenset[int]
    tricks: tuple[SeenTrick, ...]
    trick: SeenTrick | None
    points: tuple[int, ...]
    bill: Settlement | None
    facts: Facts | None
    passed: str | None
    hands: tuple[tuple[str, ...], ...]

    @classmethod
    def of(cls, deal: Deal) -> Public:
        """Of this deal."""
        play = deal.play
        finished_play = deal.finished and play is not None
        return cls(
            turn=deal.turn,
            sizes=_sizes(deal),
            knocks=tuple(s for s, knocked in deal.knocking if knocked),
            kontra=tuple(said.seat for said in deal.said),
            without_called=without_called(deal),
            tricks=() if play is None else _tricks(play),
            trick=None if play is None or not play.trick else _trick(play, play.leader, play.trick, None),
            points=tuple(play.plan.lanes.points_in(mask) for mask in play.taken)
            if play is not None
            else (0,) * len(deal.hands),
            bill=deal.settlement(),
            facts=deal.facts(),
            passed=deal.outcome.kind if deal.finished and play is None and deal.outcome is not None else None,
            hands=tuple(_names(hand) for hand in deal.hands) if finished_play else (),
        )


@lru_cache(maxsize=1024)
def _names(cards: tuple[Card | None, ...]) -> tuple[str, ...]:
    return tuple(UNKNOWN if card is None else NAMES[card] for card in cards)


def hand_of(deal: Deal, seat: int) -> tuple[str, ...]:
    """What a seat holds, the strongest first once there is a contract; a card that is not known is `??`."""
    if deal.play is not None:
        return deal.play.plan.lanes.names(deal.play.hands[seat]) + (UNKNOWN,) * deal.play.hidden[seat]
    return _names(held(deal, seat))


def held(deal: Deal, seat: int) -> tuple[Card | None, ...]:
    """The cards a seat holds while there is no contract, as they came; None for one that is not known."""
    own = _dealt(deal, seat)
    if deal.given and deal.outcome is not None:
        # The bride's trump has gone over, the card in return has not yet come.
        gift = deal.given[0][1]
        if seat == deal.outcome.declarer:
            place = own.index(gift if gift in own else None)
            return (*own[:place], *own[place + 1 :])
        if seat == deal.outcome.partner:
            return (*own, gift)
    return own


def _dealt(deal: Deal, seat: int) -> tuple[Card | None, ...]:
    return deal.hands[seat][: deal.rules["deal.packets"][0] if deal.phase == "knock" else None]


def _sizes(deal: Deal) -> tuple[int, ...]:
    if deal.play is None:
        packet = deal.rules["deal.packets"][0] if deal.phase == "knock" else None
        sizes = [len(hand[:packet]) for hand in deal.hands]
        if deal.given and deal.outcome is not None:
            assert deal.outcome.declarer is not None and deal.outcome.partner is not None
            sizes[deal.outcome.declarer] -= 1
            sizes[deal.outcome.partner] += 1
        return tuple(sizes)
    hands = zip(deal.play.hands, deal.play.hidden, strict=True)
    return tuple(mask.bit_count() + hidden for mask, hidden in hands)


def _log(deal: Deal, seat: int | None) -> tuple[Action, ...]:
    if not deal.given or deal.rules["hochzeit.card"] == "face_up":
        return deal.log
    parties = {giver for giver, _ in deal.given}
    if deal.outcome is not None:
        parties |= {s for s in (deal.outcome.declarer, deal.outcome.partner) if s is not None}
    if seat in parties:
        return deal.log
    return tuple(
        Action(action.seat, f"give {UNKNOWN}") if action.text.startswith("give ") else action for action in deal.log
    )


def _trick(play: Play, leader: int, lanes: tuple[int, ...], winner: int | None) -> SeenTrick:
    return SeenTrick(leader, tuple(NAMES[play.plan.lanes.cards[lane]] for lane in lanes), winner)


def _tricks(play: Play) -> tuple[SeenTrick, ...]:
    return tuple(_trick(play, trick.leader, trick.lanes, trick.winner) for trick in play.history)


def _contract(deal: Deal, seat: int | None) -> SeenContract | None:
    play = deal.play
    if play is None:
        return None
    plan = play.plan
    contract = plan.contract
    declarer, partner = plan.declarer, plan.partner
    if contract.line.kind == "called":
        partner = public_partner(deal)
        holds = seat is not None and bool(plan.called & plan.dealt[seat])
        if holds and seat != plan.declarer:
            partner = seat
    elif contract.line.shown_by is not None:
        shows = 1 << plan.lanes.lane_of[contract.line.shown_by]
        own = seat is not None and bool(plan.dealt[seat] & shows)
        if not (own or play.played & shows or deal.finished):
            declarer = partner = None
    card = contract.line.card
    return SeenContract(
        contract.name,
        contract.suit,
        None if card is None else NAMES[card],
        contract.line.kind,
        declarer,
        partner,
        contract.promise,
        plan.by_club_jack,
    )


def public_partner(deal: Deal) -> int | None:
    """The declarer's partner as far as the cards and the doubling have shown him to everybody.

    Shown by the called card itself or the end of the deal, by a Re, by everybody else having shown that they do not
    hold it: a Kontra, or not playing it when its suit was led for the first time.
    """
    play = deal.play
    if play is None or play.plan.declarer is None:
        return None
    plan = play.plan
    if plan.contract.line.kind != "called":
        return plan.partner
    if deal.finished or play.played & plan.called:
        return play.holder if play.holder != plan.declarer else None
    for level, said in enumerate(deal.said):
        if level % 2 == 1 and said.seat != plan.declarer:
            return said.seat
    candidates = set(plan.seats) - without_called(deal)
    return next(iter(candidates)) if len(candidates) == 1 and plan.declarer not in candidates else None


def without_called(deal: Deal) -> frozenset[int]:
    """Seats that the cards and the doubling have shown not to hold the called card; empty without one."""
    play = deal.play
    if play is None or not play.plan.called:
        return frozenset()
    plan = play.plan
    if play.played & plan.called:
        return frozenset(plan.seats)
    duty = plan.contract.duty.called
    shown = _shown_without(play) | {said.seat for level, said in enumerate(deal.said) if level % 2 == 0}
    if duty is not None and not duty.own and plan.declarer is not None:
        shown.add(plan.declarer)
    return frozenset(shown)


def _shown_without(play: Play) -> set[int]:
    """Who did not play the called card to a lead of its suit: at the first he had to, later he must be void."""
    plan = play.plan
    duty = plan.contract.duty.called
    suit = plan.lanes.suit[plan.called.bit_length() - 1]
    bound = duty is not None and not duty.run_on_follow
    tricks = [(trick.leader, trick.lanes) for trick in play.history]
    if play.trick:
        tricks.append((play.leader, play.trick))
    shown = set()
    for leader, cards in tricks:
        if suit >> cards[0] & 1:
            place = plan.seats.index(leader)
            for step, lane in enumerate(cards[1:], start=1):
                if bound or not suit >> lane & 1:
                    shown.add(plan.seats[(place + step) % len(plan.seats)])
            # Whoever has run away under it may keep it from now on.
            bound = bound and duty is not None and duty.after_run == "bound"
    return shown
