"""Who plays what: the auction in its modes, Hochzeit, the passed-out deal, and who names trumps in the chalk game."""

from __future__ import annotations

from dataclasses import dataclass, replace

from schafkopf.game.cards import NAMES, POINTS, SUITS, cards_of
from schafkopf.game.compile import HOCHZEIT_TRUMPS, Bid, bids, hindrance, parse_bid, plain_mask, trump_mask
from schafkopf.game.errors import IllegalAction
from schafkopf.game.ruleset import Ruleset

_EICHEL_OBER = 1 << NAMES.index("EO")
_CLUB_JACK = 1 << NAMES.index("EU")


@dataclass(frozen=True, slots=True)
class Outcome:
    """How an auction ended.

    kind: `game` (declarer and bid), `hochzeit` (bride = declarer, partner), `must` (a game named by who must play),
    `ramsch`, `kreuz`, or how a deal that nobody plays ends: `redeal`, `pot`, `double`, `thrown_in`.
    """

    kind: str
    declarer: int | None = None
    bid: Bid | None = None
    partner: int | None = None


@dataclass(frozen=True, slots=True)
class Auction:
    """One auction between the seats of `order` (forehand first). Moves on by `after`."""

    rules: Ruleset
    order: tuple[int, ...]
    hands: tuple[int, ...]
    """Known cards of each seat (card masks)."""
    hidden: tuple[int, ...]
    last_knocker: int | None = None
    stage: str = "say"
    """`say`, `name`, `accept`, `renonce`, `choice`, `must` or `done`."""
    queue: tuple[int, ...] = ()
    """Seats still to be asked in this stage, the next one first."""
    playing: tuple[int, ...] = ()
    """Seats that said `play` and have not given way, in speaking order."""
    first: int | None = None
    """The seat that said `play` first; all others promised a lone game."""
    best: Bid | None = None
    best_seat: int | None = None
    bride: int | None = None
    outcome: Outcome | None = None

    @property
    def turn(self) -> int | None:
        """The seat that speaks next."""
        return self.queue[0] if self.queue else None

    def options(self) -> tuple[str, ...]:
        """What the seat to speak may say, `pass` and `play` first, then contracts from low to high."""
        seat = self.turn
        if seat is None:
            return ()
        if self.stage == "choice":
            return ("ramsch", "double", "redeal")
        if self.stage == "accept":
            return ("accept", "pass") if self._may_accept(seat) else ("pass",)
        mode = self.rules["auction.mode"]
        words: list[str] = [] if self._must_name() else ["pass"]
        if self.stage == "say" and mode == "announce_then_name":
            if self._may_play(seat):
                words.append("play")
            if self._fault(seat, "hochzeit") is None:
                words.append("hochzeit")
            return tuple(words)
        named = [bid for bid in bids(self.rules).values() if self._bid_fault(seat, bid) is None]
        return (*words, *(bid.text for bid in sorted(named, key=lambda bid: bid.rank)))

    def after(self, seat: int, text: str) -> Auction:
        """The auction after `seat` has said `text`. Raises IllegalAction."""
        if self.turn is None:
            raise IllegalAction("turn/over", "the auction is over")
        if seat != self.turn:
            raise IllegalAction("turn/not-yours", f"seat {self.turn} speaks")
        fault = self._fault(seat, text)
        if fault is not None:
            raise IllegalAction(fault, allowed=self.options())
        if self.stage == "choice":
            return self._end(Outcome(text))
        if self.stage == "accept":
            if text == "accept":
                return self._end(Outcome("hochzeit", self.bride, partner=seat))
            return self._asked() or self._passed_out(renonce=self.rules["call.renonce"] == "after_all_pass")
        if self.stage == "renonce":
            if text == "pass":
                return self._asked() or self._passed_out(renonce=False)
            return self._end(Outcome("game", seat, parse_bid(self.rules, text)))
        if self.stage == "must":
            return self._end(Outcome("must", seat, parse_bid(self.rules, text)))
        if self.stage == "name":
            return self._name(seat, text)
        mode = self.rules["auction.mode"]
        if mode == "announce_then_name":
            return self._say(seat, text)
        if text == "pass":
            return self._asked() or self._close()
        bid = parse_bid(self.rules, text)
        higher = replace(self, best=bid, best_seat=seat)
        if mode == "first_come":
            return higher._close()
        if mode == "steigern":
            # Who is overcalled is asked again, after those who are still to come.
            queue = self.queue[1:] if self.best_seat is None else (*self.queue[1:], self.best_seat)
            higher = replace(higher, queue=queue)
            return higher if queue else higher._close()
        return higher._asked() or higher._close()

    def _say(self, seat: int, text: str) -> Auction:
        said = self
        if text == "play":
            said = replace(self, playing=(*self.playing, seat), first=seat if self.first is None else self.first)
        elif text == "hochzeit":
            said = replace(self, bride=seat)
        asked = said._asked()
        if asked is not None:
            return asked
        if said.playing:
            return replace(said, stage="name", queue=said.playing)
        return said._close()

    def _name(self, seat: int, text: str) -> Auction:
        if text == "pass":
            left = tuple(s for s in self.playing if s != seat)
            queue = self.queue[1:]
            if left == (self.best_seat,):
                return replace(self, playing=left)._close()
            return replace(self, playing=left, queue=queue or left)
        named = replace(self, best=parse_bid(self.rules, text), best_seat=seat)
        if self.playing == (seat,):
            return named._close()
        return replace(named, queue=(*self.queue[1:], *(s for s in self.playing if s not in self.queue[1:])))

    def _asked(self) -> Auction | None:
        """The same auction with the next seat to speak; None if all have spoken."""
        queue = self.queue[1:]
        return replace(self, queue=queue) if queue else None

    def _close(self) -> Auction:
        """Everybody has spoken: the best bid is played, or the deal is passed out."""
        bride = self.bride
        if self.best is not None:
            if self.best.kind.line != "taker":
                return self._end(Outcome("game", self.best_seat, self.best))
            bride = self.best_seat
        if bride is not None:
            place = self.order.index(bride)
            return replace(self, stage="accept", bride=bride, queue=(*self.order[place + 1 :], *self.order[:place]))
        return self._passed_out(renonce=self.rules["call.renonce"] == "after_all_pass")

    def _passed_out(self, *, renonce: bool) -> Auction:
        do = self.rules["all_pass.do"]
        if renonce:
            return replace(self, stage="renonce", queue=self.order)
        if do == "last_player_choice":
            return replace(self, stage="choice", queue=self.order[-1:])
        if do == "last_knocker_must" and self.last_knocker is not None:
            return self._must(self.last_knocker)
        if do in ("eichel_ober_must", "kreuz"):
            holder = self._eichel_ober()
            if do == "eichel_ober_must":
                return self._must(holder)
            return self._end(Outcome("kreuz", holder, partner=self.order[(self.order.index(holder) + 2) % 4]))
        kinds = {"ramsch": "ramsch", "pot": "pot", "double_next": "double"}
        return self._end(Outcome(kinds.get(do, "redeal")))

    def _eichel_ober(self) -> int:
        for seat in self.order:
            if self.hands[seat] & _EICHEL_OBER:
                return seat
        for seat in self.order:
            if self.hidden[seat]:
                return seat
        raise AssertionError("somebody has the Eichel-Ober")

    def _must(self, seat: int) -> Auction:
        must = replace(self, stage="must", queue=(seat,), playing=(seat,), first=seat)
        return must if must.options() else self._end(Outcome("redeal"))

    def _end(self, outcome: Outcome) -> Auction:
        return replace(self, stage="done", queue=(), outcome=outcome)

    def _must_name(self) -> bool:
        return self.stage == "must" or (self.stage == "name" and len(self.playing) == 1)

    def _may_accept(self, seat: int) -> bool:
        return bool(self.hands[seat] & ~HOCHZEIT_TRUMPS) or self.hidden[seat] > 0

    def _may_play(self, seat: int) -> bool:
        """Whether `seat` could name anything at all; who says it after another promises a lone game."""
        promised = bool(self.playing)
        return any(
            (bid.lone or not promised) and hindrance(self.rules, bid, self.hands[seat], self.hidden[seat]) is None
            for bid in bids(self.rules).values()
            if self._biddable(bid)
        )

    def _biddable(self, bid: Bid) -> bool:
        if bid.kind.void:
            stage = "renonce" if self.rules["call.renonce"] == "after_all_pass" else self.stage
            return stage == self.stage and self.stage != "must"
        if self.stage == "renonce":
            return False
        return bid.kind.line != "taker" or self.stage == "say"

    def _fault(self, seat: int, text: str) -> str | None:
        """The error code for `seat` saying `text` now, None if it is allowed."""
        mode = self.rules["auction.mode"]
        if self.stage in ("choice", "accept"):
            return None if text in self.options() else "auction/not-eligible"
        if text == "pass":
            return "auction/must-name" if self._must_name() else None
        announcing = self.stage == "say" and mode == "announce_then_name"
        if text == "play":
            if not announcing:
                return "auction/must-name" if self._must_name() else "auction/not-enabled"
            return None if self._may_play(seat) else "auction/not-eligible"
        try:
            bid = parse_bid(self.rules, text)
        except IllegalAction as error:
            return error.code
        if announcing and bid.kind.line != "taker":
            fault = hindrance(self.rules, bid, self.hands[seat], self.hidden[seat])
            return fault or "auction/not-eligible"
        return self._bid_fault(seat, bid)

    def _bid_fault(self, seat: int, bid: Bid) -> str | None:
        if not self._biddable(bid):
            return "auction/not-eligible"
        if bid.kind.line == "taker" and (self.bride is not None or self.playing):
            return "auction/not-higher"
        if self.best is not None and bid.rank <= self.best.rank:
            return "auction/not-higher"
        if self.stage == "name" and seat != self.first and not bid.lone:
            return "auction/not-higher"
        if self.stage == "must" and (bid.promise or bid.kind.line == "taker"):
            return "auction/not-eligible"
        return hindrance(self.rules, bid, self.hands[seat], self.hidden[seat])


def start(
    rules: Ruleset,
    order: tuple[int, ...],
    hands: tuple[int, ...],
    hidden: tuple[int, ...],
    last_knocker: int | None = None,
) -> Auction:
    """An auction before anybody has spoken."""
    return Auction(rules, order, hands, hidden, last_knocker, queue=order)


@dataclass(frozen=True, slots=True)
class Namer:
    """Who names trumps in the chalk game, which suits he may name, and whether the club jack alone gave the right."""

    seat: int
    suits: tuple[str, ...]
    by_club_jack: bool


def chalk_namer(rules: Ruleset, order: tuple[int, ...], hands: tuple[int, ...]) -> Namer | None:
    """The seat with the longest suit (jacks included), then the most points in it, then the earlier seat.

    Nobody with `trump.min` cards: the holder of the club jack names any suit. None if no known hand has either.
    """
    with_jacks = rules["trump.tie_points"] == "with_jacks"
    found: list[tuple[int, int, int, int, tuple[str, ...]]] = []
    for place, seat in enumerate(order):
        jacks = hands[seat] & trump_mask("U", None)
        lengths = {}
        for suit in SUITS:
            own = hands[seat] & plain_mask("U", suit)
            points = sum(POINTS[card] for card in cards_of(own | jacks if with_jacks else own))
            lengths[suit] = ((own | jacks).bit_count() if own else 0, points)
        longest = max(count for count, _ in lengths.values())
        if longest >= rules["trump.min"]:
            suits = tuple(suit for suit in SUITS if lengths[suit][0] == longest)
            found.append((longest, max(lengths[suit][1] for suit in suits), -place, seat, suits))
    if found:
        best = max(found) if rules["trump.namer"] == "longest" else found[0]
        return Namer(best[3], tuple(SUITS) if rules["trump.suit"] == "any" else best[4], False)
    for seat in order:
        if hands[seat] & _CLUB_JACK:
            return Namer(seat, tuple(SUITS), True)
    return None
