"""`Worlds`: the deals that agree with a View."""

from __future__ import annotations

import operator
import random
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from schafkopf.engine.worlds import kernel
from schafkopf.engine.worlds.cases import Numbers, Tables
from schafkopf.engine.worlds.chalk import Namings
from schafkopf.engine.worlds.reference import agrees
from schafkopf.engine.worlds.seen import Seen
from schafkopf.game.compile import HOCHZEIT_TRUMPS
from schafkopf.game.view import View

Policy = Callable[[View, Numbers], npt.NDArray[np.float64]]
"""From a view and hands (n, seats) to weights (n,), none of them negative: how likely what was said and played is."""


@dataclass(frozen=True)
class Worlds:
    """The deals that agree with a View: hands as dealt, and what was given face down in a Hochzeit.

    They agree if the view of the same seat after the same words and cards would be equal. What the others are likely to
    say or play is left to `weighted`; here is only what they were allowed to.
    """

    view: View
    seen: Seen
    _source: Tables | Namings

    @classmethod
    def of(cls, view: View) -> Worlds:
        """The worlds of a View, at any time between the last packet and the last card.

        Raises ValueError for a spectator, for own cards that are not known, while the cards are not all dealt and when
        the deal is over.
        """
        seen = Seen.of(view)
        # In a position with unknown cards it may be open who names trumps.
        compared = view.rules.chalk and (view.contract is not None or view.turn is not None)
        return cls(view, seen, Namings.of(seen) if compared else Tables.of(seen))

    @property
    def count(self) -> int:
        """How many deals agree with the view; at least 1 for the view of a real deal.

        0 is possible only where a view was made from a position with unknown cards that no deal can lead to.
        """
        return self._source.count

    def draw(self, n: int, seed: int | random.Random) -> Numbers:
        """`n` deals drawn evenly and independently: int64 of shape (n, seats), a row a deal, a column a place.

        The cards held now: in the play as masks of lanes of the contract, before it as masks of cards. The column of
        the own place is the own hand. The same seed gives the same deals. Raises ValueError if no deal agrees and
        TypeError for a seed that is not a whole number.
        """
        if not self.count:
            raise ValueError("no deal agrees with this view")
        hidden = self._source.draw(n, np.array([_bits64(seed)], np.uint64))
        hands = np.empty((n, len(self.seen.sizes)), np.int64)
        hands[:, self.seen.me] = self.seen.own
        for column, place in enumerate(self.seen.hidden):
            hands[:, place] = hidden[:, column]
        return hands

    def contains(self, hands: npt.ArrayLike) -> bool:
        """Whether the view could be of a deal with these hands (a row of `draw`).

        Judged by replaying what was said and played with the rules themselves, not by what `draw` counts with.
        """
        row = tuple(int(mask) for mask in np.asarray(hands).tolist())
        return len(row) == len(self.seen.sizes) and agrees(self.seen, row)

    def weighted(self, n: int, seed: int | random.Random, policy: Policy) -> tuple[Numbers, npt.NDArray[np.float64]]:
        """`n` deals drawn evenly and their weights, which sum to 1.

        policy: gives each of them a weight of 0 or more. If it gives 0 to all, it has told nothing that holds for any
        of them, and all weigh the same. Raises ValueError for weights that are negative, not finite or of another
        shape.
        """
        hands = self.draw(n, seed)
        weights = np.asarray(policy(self.view, hands), np.float64)
        if weights.shape != (n,) or not np.isfinite(weights).all() or (weights < 0).any():
            raise ValueError(f"a policy gives {n} finite weights of 0 or more")
        heaviest = weights.max(initial=0.0)
        if heaviest == 0.0:
            return hands, np.full(n, 1.0 / n if n else 0.0)
        # Divided first by the largest: the sum of finite weights may be infinite, and that of tiny ones inexact.
        weights = weights / heaviest
        return hands, weights / weights.sum()

    def dealt(self, hands: Numbers, seed: int | random.Random = 0) -> Numbers:
        """Hands as they were dealt, as masks of cards, for rows of `draw`: played cards put back, a Hochzeit undone.

        Where cards were given face down and not seen here, one of the possible exchanges is drawn for each row (each as
        likely as another), so that rows drawn evenly stay so.
        """
        cards = hands | np.array(self.seen.played, np.int64)
        if self.seen.lanes is not None:
            lanes, cards = cards, np.zeros_like(cards)
            for lane, card in enumerate(self.seen.lanes.cards):
                cards |= (lanes >> lane & 1) << card
        if self.seen.parties is None or not self.seen.gifts:
            return cards
        bride, taker = self.seen.parties
        state = np.array([_bits64(seed)], np.uint64)
        ways = ((taker, bride, HOCHZEIT_TRUMPS), (bride, taker, (1 << 32) - 1))
        back = np.empty((len(cards), 2), np.int64)
        for number, gift in enumerate(self.seen.gifts):
            owner, _, among = ways[number]
            back[:, number] = kernel.one_bit_of(state, cards[:, owner] & among) if gift is None else 1 << gift
        for number in range(len(self.seen.gifts)):
            giver, receiver, _ = ways[number]
            cards[:, giver] ^= back[:, number]
            cards[:, receiver] |= back[:, number]
        return cards


def _bits64(seed: int | random.Random) -> int:
    """64 bits from a seed, mixed from all of its digits and its sign."""
    if isinstance(seed, random.Random):
        return seed.getrandbits(64)
    # A fraction is no seed: cut to a whole number, all those below 1 would be the same.
    return random.Random(str(operator.index(seed))).getrandbits(64)
