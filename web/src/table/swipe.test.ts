import { expect, test } from 'vitest';
import { isPlay, THRESHOLD } from './swipe';

test('a card is played by taking it up far enough, not by less, not sideways, not down', () => {
  expect(isPlay(0, -THRESHOLD)).toBe(true);
  expect(isPlay(20, -THRESHOLD - 10)).toBe(true);
  expect(isPlay(0, -THRESHOLD + 1)).toBe(false);
  expect(isPlay(0, THRESHOLD)).toBe(false);
  expect(isPlay(200, -THRESHOLD)).toBe(false);
});
