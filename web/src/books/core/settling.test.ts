import { expect, test } from 'vitest';
import { payments } from './settling';

test('the fewest payments', () => {
  expect(payments([-30, 10, 20, 0])).toEqual([[0, 1, 10], [0, 2, 20]]);
  expect(payments([-50, -20, 50, 20])).toEqual([[0, 2, 50], [1, 3, 20]]);
  // Largest against largest would take four.
  expect(payments([3, 4, -4, 2, -5])).toEqual([[2, 1, 4], [4, 0, 3], [4, 3, 2]]);
  expect(payments([0, 0])).toEqual([]);
});

test('more people than can be tried out are settled too, each debt once', () => {
  const balances = Array.from({ length: 40 }, (_, person) => (person < 20 ? -(person + 1) : person - 19));
  const found = payments(balances);
  const left = [...balances];
  for (const [payer, payee, amount] of found) {
    expect(amount).toBeGreaterThan(0);
    left[payer] = (left[payer] ?? 0) + amount;
    left[payee] = (left[payee] ?? 0) - amount;
  }
  expect(left.every((amount) => amount === 0)).toBe(true);
  expect(found.length).toBeLessThan(40);
});
