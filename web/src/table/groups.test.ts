import { expect, test } from 'vitest';
import { groups } from './groups';

const option = (action: string, value: number | null = null) => ({ action, value });

test('suits of a game stand together, everything in the order it was sent', () => {
  const sent = [
    option('pass'),
    option('rufspiel E', 20),
    option('rufspiel G', 20),
    option('wenz', 50),
    option('solo H', 50),
    option('solo S', 60),
  ];
  const found = groups(sent);
  expect(found.map(({ key }) => key)).toEqual(['pass', 'rufspiel E', 'wenz', 'solo H']);
  expect(found.flatMap(({ options }) => options)).toEqual(sent);
  expect(found[1]).toMatchObject({ suited: true, value: 20 });
  expect(found[0]).toMatchObject({ suited: false, value: null });
  // Different prices stand on the buttons.
  expect(found[3]).toMatchObject({ suited: true, value: null });
});

test('a game comes back in another place if it was sent there', () => {
  expect(groups([option('solo E 60'), option('wenz 60'), option('solo E 70')]).map(({ key }) => key)).toEqual([
    'solo E 60',
    'wenz 60',
    'solo E 70',
  ]);
});
