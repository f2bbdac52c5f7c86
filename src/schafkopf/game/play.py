"""The play of the cards: the readable reference for what is legal and who wins a trick."""

from __future__ import annotations

from dataclasses import dataclass

from schafkopf.game.contract import CalledDuty
from schafkopf.game.plan import Plan


def legal(plan: Plan, hand: int, trick: tuple[int, ...], *, freed: bool = False, dealt: int | None = None) -> int:
    """The lanes of `hand` that may be played to `trick`.

    trick: lanes in the order they were played, leader first; empty when `hand` is to lead.
    freed: the holder of the called card has run away with it.
    dealt: the hand as dealt, for tables that count the right to run away on it.
    Never empty for a hand with cards. Rules: docs/rules.md#following-suit and #called-ace.
    """
    duty = plan.contract.duty
    called = hand & plan.called if duty.called is not None and not freed else 0
    if not trick:
        return _lead(plan, duty.called, hand, dealt or hand) if called and duty.called else hand
    led = plan.lanes.suit[trick[0]]
    cards = hand & led or hand
    if called and duty.called:
        if led & called:
            cards = called | (_runaways(plan, duty.called, hand, dealt or hand) if duty.called.run_on_follow else 0)
        elif not hand & led and _held_back(duty.called, hand):
            cards = cards & ~called or cards
    if duty.must_win:
        # Only what would take the trick as it lies counts; without such a card the duty lapses.
        contest = led | plan.lanes.trumps
        best = trick[winner(plan, trick)]
        cards = cards & contest & (-1 << best + 1) or cards
    return cards


def _lead(plan: Plan, duty: CalledDuty, hand: int, dealt: int) -> int:
    suit = plan.lanes.suit[plan.called.bit_length() - 1]
    cards = hand & ~suit | _runaways(plan, duty, hand, dealt)
    if duty.holder_lead == "ace_or_runaway":
        cards |= plan.called
    # With nothing else to lead the called card itself must go, or the hand could not be played on.
    return cards or plan.called


def _runaways(plan: Plan, duty: CalledDuty, hand: int, dealt: int) -> int:
    suit = plan.lanes.suit[plan.called.bit_length() - 1]
    counted = (dealt if duty.run_count == "dealt" else hand) & suit
    others = hand & suit & ~plan.called
    if duty.run_min == 0 or counted.bit_count() < duty.run_min:
        return 0
    return others & -others if duty.run_card == "lowest" else others


def _held_back(duty: CalledDuty, hand: int) -> bool:
    if duty.discard == "free":
        return False
    return duty.discard == "last_trick" or hand.bit_count() > 2


def winner(plan: Plan, trick: tuple[int, ...]) -> int:
    """The place in `trick` (0 = leader) of the card that wins it as it lies."""
    contest = plan.lanes.suit[trick[0]] | plan.lanes.trumps
    best = 0
    for place, lane in enumerate(trick):
        if contest >> lane & 1 and lane > trick[best]:
            best = place
    return best


def why_illegal(plan: Plan, hand: int, trick: tuple[int, ...], lane: int) -> str:
    """The error code for a card of `hand` that is not legal."""
    duty = plan.contract.duty.called
    if trick and hand & plan.lanes.suit[trick[0]] and not plan.lanes.suit[trick[0]] >> lane & 1:
        return "play/follow-suit"
    if duty is not None and hand & plan.called:
        if plan.called >> lane & 1:
            return "play/called-ace-held"
        called_suit = plan.lanes.suit[plan.called.bit_length() - 1]
        if called_suit >> lane & 1:
            may_lead_ace = bool(trick) or duty.holder_lead == "ace_or_runaway"
            return "play/called-ace" if may_lead_ace else "play/called-ace-held"
    return "play/must-win"


@dataclass(frozen=True, slots=True)
class Trick:
    """A finished trick."""

    leader: int
    lanes: tuple[int, ...]
    winner: int


@dataclass(frozen=True, slots=True)
class Play:
    """The table between the first and the last card."""

    plan: Plan
    hands: tuple[int, ...]
    """Known lanes still held, per seat."""
    hidden: tuple[int, ...]
    """Unknown cards still held, per seat."""
    turn: int
    leader: int
    trick: tuple[int, ...]
    history: tuple[Trick, ...]
    taken: tuple[int, ...]
    """Lanes in the tricks of each seat."""
    played: int
    """Mask of all lanes played."""
    holder: int | None
    """Who has or had the called card, if that is known to the referee."""
    freed: bool = False

    @property
    def count(self) -> int:
        """Cards played so far."""
        return len(self.history) * len(self.plan.seats) + len(self.trick)

    @property
    def over(self) -> bool:
        """All tricks are played."""
        return len(self.history) == self.plan.hand_size

    def tricks(self) -> tuple[int, ...]:
        """Tricks won by each seat."""
        won = [0] * len(self.hands)
        for trick in self.history:
            won[trick.winner] += 1
        return tuple(won)

    def legal(self, seat: int) -> int:
        """Known lanes that `seat` may play next, were it his turn."""
        plan = self.plan
        return legal(plan, self.hands[seat], self.trick, freed=self.freed, dealt=plan.dealt[seat])

    def fault(self, seat: int, lane: int) -> str | None:
        """The error code if `seat` may not play this lane now, else None."""
        bit = 1 << lane
        hand = self.hands[seat]
        dealt = self.plan.dealt[seat]
        freed = self.freed
        if not hand & bit:
            if not self.possible(seat) & bit:
                return "play/not-held"
            hand |= bit
            dealt |= bit
            freed = freed or bool(bit & self.plan.called and self._would_have_run_away(seat))
        if legal(self.plan, hand, self.trick, freed=freed, dealt=dealt) & bit:
            return None
        return why_illegal(self.plan, hand, self.trick, lane)

    def _would_have_run_away(self, seat: int) -> bool:
        """Whether `seat` has run away under the called card, if it was among its unknown cards."""
        plan = self.plan
        duty = plan.contract.duty.called
        if duty is None or duty.after_run != "free":
            return False
        suit = plan.lanes.suit[plan.called.bit_length() - 1]
        place = plan.seats.index(seat)
        cards = (
            (trick.lanes[0], trick.lanes[(place - plan.seats.index(trick.leader)) % len(plan.seats)])
            for trick in self.history
        )
        return any(suit >> led & suit >> own & 1 for led, own in cards)

    def possible(self, seat: int) -> int:
        """The lanes that may be among the unknown cards of `seat`: those that are known to be nowhere else.

        What a seat has shown by not following is not held against it: positions are often filled up with any cards.
        """
        if not self.hidden[seat]:
            return 0
        plan = self.plan
        seen = self.played
        for hand in self.hands:
            seen |= hand
        duty = plan.contract.duty.called
        if duty is not None and seat == plan.declarer and not duty.own:
            seen |= plan.called
        return (1 << len(plan.lanes.cards)) - 1 & ~seen

    def unknown_legal(self, seat: int) -> bool:
        """Whether one of the unknown cards of `seat` might be played now."""
        mask = self.possible(seat)
        while mask:
            low = mask & -mask
            mask ^= low
            if self.fault(seat, low.bit_length() - 1) is None:
                return True
        return False

    def after(self, lane: int) -> Play:
        """The seat to move plays a lane that `fault` accepts."""
        plan = self.plan
        seat = self.turn
        bit = 1 << lane
        hands = list(self.hands)
        hidden = self.hidden
        holder = self.holder
        if hands[seat] & bit:
            hands[seat] ^= bit
        else:
            hidden = tuple(n - (s == seat) for s, n in enumerate(hidden))
        freed = self.freed
        duty = plan.contract.duty.called
        if plan.called:
            if bit == plan.called:
                holder = seat
            elif duty is not None and duty.after_run == "free" and hands[seat] & plan.called:
                # Only under its own suit does he run away; a card of it thrown on another suit changes nothing.
                led = lane if not self.trick else self.trick[0]
                freed = freed or bool(plan.lanes.suit[lane] & plan.lanes.suit[led] & plan.called)
        trick = (*self.trick, lane)
        played = self.played | bit
        if len(trick) < len(plan.seats):
            return Play(
                plan,
                tuple(hands),
                hidden,
                plan.after_seat(seat),
                self.leader,
                trick,
                self.history,
                self.taken,
                played,
                holder,
                freed,
            )
        start = plan.seats.index(self.leader)
        winning_seat = plan.seats[(start + winner(plan, trick)) % len(plan.seats)]
        taken = list(self.taken)
        for card in trick:
            taken[winning_seat] |= 1 << card
        history = (*self.history, Trick(self.leader, trick, winning_seat))
        return Play(
            plan, tuple(hands), hidden, winning_seat, winning_seat, (), history, tuple(taken), played, holder, freed
        )

    def sure(self, seat: int) -> bool:
        """Whether `seat`, about to play, takes every remaining trick whatever it plays, wherever the other cards are.

        Judged from its own hand and the cards it has not seen, so that the answer tells nothing about who holds them.
        A trump that is still out makes every plain card unsure, also where its holder would have to follow suit.
        """
        if self.turn != seat or self.hidden[seat]:
            return False
        plan = self.plan
        own = self.hands[seat]
        unseen = (1 << len(plan.lanes.cards)) - 1 & ~self.played & ~own
        if not self.trick:
            return self._beyond_reach(own, unseen)
        mask = self.legal(seat)
        while mask:
            low = mask & -mask
            mask ^= low
            lane = low.bit_length() - 1
            trick = (*self.trick, lane)
            if winner(plan, trick) != len(self.trick) or not self._beyond_reach(own ^ low, unseen):
                return False
            contest = plan.lanes.suit[trick[0]] | plan.lanes.trumps
            if len(trick) < len(plan.seats) and unseen & contest & (-1 << lane + 1):
                return False
        return True

    def _beyond_reach(self, own: int, unseen: int) -> bool:
        """Whether no unseen card beats any of these cards, led at whatever time."""
        lanes = self.plan.lanes
        unseen_trumps = unseen & lanes.trumps
        if own & ~lanes.trumps and unseen_trumps:
            return False
        while own:
            lane = own.bit_length() - 1
            suit = lanes.suit[lane]
            mine = own & suit
            if unseen & suit > mine & -mine:
                return False
            own &= ~suit
        return True


def start(plan: Plan) -> Play:
    """The table before the first card."""
    none = tuple(0 for _ in plan.dealt)
    return Play(plan, plan.dealt, plan.hidden, plan.leader, plan.leader, (), (), none, 0, plan.find_holder(plan.dealt))
