"""What of the tricks before still matters in a Ramsch: who can still lose, and by how much."""

from __future__ import annotations

from schafkopf.engine.compiled import kernel
from schafkopf.engine.kernels.bits import count
from schafkopf.engine.kernels.everyone_layout import (
    ALIKE,
    BY_TRICKS,
    DONE,
    MARCH,
    MARCH_PAYS,
    PAST,
    PAYS,
    POINTS,
    PRICES,
    SCALE,
    SUMMIT,
    TAKEN,
    TOP,
    TRICKS,
    VIRGIN,
)
from schafkopf.engine.kernels.layout import PLACES, REST, TRUMPS, Numbers


@kernel("i8(i8[::1], i8)")
def racing(w: Numbers, rest: int) -> int:
    """The places that may still have most points, as a mask. rest: card points that nobody has taken."""
    n = w[PLACES]
    most = 0
    for place in range(n):
        most = max(most, w[POINTS + place])
    race = 0
    for place in range(n):
        if w[POINTS + place] + rest >= most:
            race |= 1 << place
    return race


@kernel("i8(i8[::1], i8, i8)")
def summit(w: Numbers, place: int, rest: int) -> int:
    """No utility of this place can be higher between two tricks."""
    n = w[PLACES]
    march = w[PRICES + MARCH]
    marches, any_march = False, False
    if march:
        for other in range(n):
            if w[TRICKS + other] == w[DONE] if march == 1 else w[POINTS + other] + rest >= march:
                any_march = True
                marches = marches or other == place
    race = racing(w, rest)
    price = w[PRICES + PAYS]
    found = -price * (n - 1)
    if any_march or race != 1 << place:
        losers = 0
        for other in range(n):
            if other != place and race >> other & 1:
                if w[BY_TRICKS + 2] == 0 or w[TOP + other] < 0:
                    losers += 1
        how = w[PRICES + VIRGIN]
        factor = 1
        if how:
            virgins = 0
            for other in range(n):
                virgins += w[TRICKS + other] == 0
            if how == 3:
                factor = 1 << min(virgins, n - 1)
            elif w[TRICKS + place] == 0:
                factor = 2 if how == 1 else 1 << min(virgins, n - 1)
        found = price * factor * max(1, losers)
    if marches:
        found = max(found, w[PRICES + MARCH_PAYS] * (n - 1))
    return found * SCALE


@kernel("i8(i8[::1], i8)")
def memory(w: Numbers, rest: int) -> int:
    """What matters of the past of a state between two tricks, as two words at `PAST`.

    Equal words mean equal futures. Who cannot have most points any more is left out, and so is how far he is behind.
    """
    n = w[PLACES]
    first, second = 0, 0
    if w[PRICES + PAYS] == 0 and w[PRICES + MARCH_PAYS] == 0:
        w[PAST] = 0
        w[PAST + 1] = 0
        return 0
    march = w[PRICES + MARCH]
    has, marched = 0, -1
    for place in range(n):
        if w[TRICKS + place]:
            has |= 1 << place
        if march > 1:
            lacking = max(0, march - w[POINTS + place])
            if lacking <= rest:
                second |= (lacking + 1) << 24 + 7 * place
            if lacking == 0:
                marched = place
    if marched >= 0 and march > 60:
        # Nobody can reach as many any more: the bill stands.
        w[PAST] = -1 - marched
        w[PAST + 1] = 0
        return 0
    if w[PRICES + VIRGIN] or (march == 1 and count(has) < 2):
        first |= has << 28
    race = racing(w, rest)
    if count(race) == 1:
        first |= race
    else:
        most, fewest_tricks, fewest_trumps = 0, 99, 99
        for place in range(n):
            if race >> place & 1:
                most = max(most, w[POINTS + place])
                fewest_tricks = min(fewest_tricks, w[TRICKS + place])
                fewest_trumps = min(fewest_trumps, w[TAKEN + place])
        for place in range(n):
            if race >> place & 1:
                first |= (most - w[POINTS + place] + 1) << 7 * place
                if w[BY_TRICKS]:
                    first |= (w[TRICKS + place] - fewest_tricks) << 32 + 4 * place
                if w[BY_TRICKS + 1]:
                    first |= (w[TAKEN + place] - fewest_trumps) << 48 + 4 * place
                if w[BY_TRICKS + 2]:
                    second |= (w[TOP + place] + 1) << 6 * place
    w[PAST] = first
    w[PAST + 1] = second
    return 0


@kernel("void(i8[::1])")
def survey(w: Numbers) -> None:
    """What holds for the whole trick: the highest utilities and which cards are alike."""
    rest = w[REST]
    for place in range(w[PLACES]):
        w[SUMMIT + 4 * w[DONE] + place] = summit(w, place, rest)
    # Trumps side by side are alike unless a tie may be broken by which of them was taken.
    lanes = -1
    if w[BY_TRICKS + 2] and count(racing(w, rest)) > 1:
        lanes = ~w[TRUMPS]
    w[ALIKE + w[DONE]] = lanes
