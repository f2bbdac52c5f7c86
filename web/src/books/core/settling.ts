/** Who pays whom at the end of an evening, in the fewest payments: the twin of `club/settling.py`. */

/** People with a balance for whom the fewest payments are found for certain; it takes 2 to this power steps. */
const EXACT_UP_TO = 14;

export type Transfer = [payer: number, payee: number, amount: number];

/** The payments after which every balance is 0, in the order of who pays. The balances sum to 0. */
export function payments(balances: readonly number[]): Transfer[] {
  const people = balances.flatMap((balance, person) => (balance === 0 ? [] : [person]));
  const circles = people.length <= EXACT_UP_TO ? circlesOf(balances, people) : [people];
  return circles.flatMap((circle) => settle(balances, circle)).sort((one, other) => one[0] - other[0] || one[1] - other[1] || one[2] - other[2]);
}

/**
 * As many groups as possible that settle among themselves: each saves one payment.
 *
 * best[mask]: most groups that close when the people of the mask are taken one after the other; a group closes whenever the sum is 0 again.
 */
function circlesOf(balances: readonly number[], people: readonly number[]): number[][] {
  const full = 2 ** people.length - 1;
  const total = new Float64Array(full + 1);
  const best = new Int8Array(full + 1);
  const last = new Int8Array(full + 1);
  for (let mask = 1; mask <= full; mask++) {
    const lowest = 31 - Math.clz32(mask & -mask);
    total[mask] = (total[mask & (mask - 1)] as number) + (balances[people[lowest] as number] as number);
    let most = -1;
    for (let place = lowest; place < people.length; place++) {
      const bit = 1 << place;
      if (!(mask & bit) || (best[mask ^ bit] as number) <= most) continue;
      most = best[mask ^ bit] as number;
      last[mask] = place;
    }
    best[mask] = most + (total[mask] === 0 ? 1 : 0);
  }
  const circles: number[][] = [];
  for (let mask = full; mask > 0; mask ^= 1 << (last[mask] as number)) {
    if (total[mask] === 0) circles.push([]);
    circles.at(-1)?.push(people[last[mask] as number] as number);
  }
  return circles;
}

/** Largest debt against largest credit; each payment closes at least one account. */
function settle(balances: readonly number[], circle: readonly number[]): Transfer[] {
  type Side = { amount: number; person: number }[];
  const side = (sign: 1 | -1): Side =>
    circle.map((person) => ({ amount: sign * (balances[person] as number), person })).filter(({ amount }) => amount > 0);
  const sort = (entries: Side) => entries.sort((one, other) => other.amount - one.amount || one.person - other.person);
  const [debts, credits] = [sort(side(-1)), sort(side(1))];
  const found: Transfer[] = [];
  for (;;) {
    const [owed, due] = [debts.shift(), credits.shift()];
    if (!owed || !due) return found;
    const amount = Math.min(owed.amount, due.amount);
    found.push([owed.person, due.person, amount]);
    for (const [rest, entries] of [[owed, debts] as const, [due, credits] as const]) {
      if (rest.amount === amount) continue;
      entries.push({ ...rest, amount: rest.amount - amount });
      sort(entries);
    }
  }
}
