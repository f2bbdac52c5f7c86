"""Who pays whom at the end of an evening, in the fewest payments."""

from __future__ import annotations

from collections.abc import Sequence

EXACT_UP_TO = 14
"""People with a balance for whom the fewest payments are found for certain; it takes 2 to this power steps."""

Transfer = tuple[int, int, int]
"""(who pays, who is paid, how much); the amount is above 0."""


def payments(balances: Sequence[int]) -> list[Transfer]:
    """The payments after which every balance is 0, in the order of who pays.

    The fewest there can be, as long as `exact(balances)`; beyond, largest debts are put against largest credits, which
    is at most one payment less than there are people. The same balances always give the same payments. Raises
    ValueError unless the balances sum to 0.

    >>> payments([-30, 10, 20, 0])
    [(0, 1, 10), (0, 2, 20)]
    >>> payments([-50, -20, 50, 20])
    [(0, 2, 50), (1, 3, 20)]
    """
    if sum(balances):
        raise ValueError(f"balances that sum to {sum(balances)} cannot be settled")
    people = [person for person, balance in enumerate(balances) if balance]
    transfers: list[Transfer] = []
    for circle in _circles(balances, people) if exact(balances) else [people]:
        transfers += _settle(balances, circle)
    return sorted(transfers)


def exact(balances: Sequence[int]) -> bool:
    """Whether `payments` finds the fewest for certain."""
    return sum(balance != 0 for balance in balances) <= EXACT_UP_TO


def _circles(balances: Sequence[int], people: list[int]) -> list[list[int]]:
    """As many groups as possible that settle among themselves: each saves one payment.

    best[mask]: most groups that close when the people of the mask are taken one after the other; a group closes
    whenever the sum is 0 again.
    """
    full = (1 << len(people)) - 1
    total = [0] * (full + 1)
    best = [0] * (full + 1)
    before = [-1] * (full + 1)
    for mask in range(1, full + 1):
        lowest = (mask & -mask).bit_length() - 1
        total[mask] = total[mask & (mask - 1)] + balances[people[lowest]]
        most = -1
        rest = mask
        while rest:
            bit = rest & -rest
            rest ^= bit
            if best[mask ^ bit] > most:
                most, before[mask] = best[mask ^ bit], bit
        best[mask] = most + (total[mask] == 0)
    circles: list[list[int]] = []
    mask = full
    while mask:
        if total[mask] == 0:
            circles.append([])
        circles[-1].append(people[before[mask].bit_length() - 1])
        mask ^= before[mask]
    return circles


def _settle(balances: Sequence[int], circle: list[int]) -> list[Transfer]:
    """Largest debt against largest credit; each payment closes at least one account."""
    debts = sorted(((-balances[person], person) for person in circle if balances[person] < 0), key=_largest_first)
    credits = sorted(((balances[person], person) for person in circle if balances[person] > 0), key=_largest_first)
    transfers = []
    while debts:
        (owed, payer), (due, payee) = debts.pop(0), credits.pop(0)
        amount = min(owed, due)
        transfers.append((payer, payee, amount))
        for rest, person, side in ((owed - amount, payer, debts), (due - amount, payee, credits)):
            if rest:
                side.append((rest, person))
                side.sort(key=_largest_first)
    return transfers


def _largest_first(entry: tuple[int, int]) -> tuple[int, int]:
    amount, person = entry
    return (-amount, person)
