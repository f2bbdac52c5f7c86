import { expect, test } from 'vitest';
import { readEuros, readPoints, typedPoints } from './amounts';

test('points are whole numbers, with any minus that a keyboard has', () => {
  expect(readPoints(' 12 ', 'point')).toBe(12);
  expect(readPoints('−7', 'point')).toBe(-7);
  expect(readPoints('+3', 'stake')).toBe(3);
  expect(Object.is(readPoints('-0', 'point'), 0)).toBe(true);
  for (const wrong of ['', '-', '1.5', '1,5', '12a', '1e3', '0x10', '12345678', '- 5']) expect(readPoints(wrong, 'point')).toBe(null);
});

test('amounts are euros, kept in cents (MO-01)', () => {
  expect(readPoints('1,35', 'cent')).toBe(135);
  expect(readPoints('-1.3', 'cent')).toBe(-130);
  expect(readPoints('2', 'cent')).toBe(200);
  expect(readPoints('-0,05', 'cent')).toBe(-5);
  expect(Object.is(readPoints('-0,00', 'cent'), 0)).toBe(true);
  for (const wrong of ['', '1,355', ',5', '1.000,00', 'x']) expect(readPoints(wrong, 'cent')).toBe(null);
});

test('what was typed can be typed again', () => {
  for (const cents of [0, 5, -5, 135, -135, 20000]) expect(readPoints(typedPoints(cents, 'cent'), 'cent')).toBe(cents);
  for (const points of [0, 8, -8, 1234]) expect(readPoints(typedPoints(points, 'point'), 'point')).toBe(points);
});

test('a prize is never a debt; nothing typed is nothing', () => {
  expect(readEuros('')).toBe(0);
  expect(readEuros('50')).toBe(5000);
  expect(readEuros('-1')).toBe(null);
  expect(readEuros('fifty')).toBe(null);
});
