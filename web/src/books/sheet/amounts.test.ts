import { describe, expect, test } from 'vitest';
import { amountIn, typedAmount } from './amounts';

describe('amounts as they are typed', () => {
  test.each([
    ['1,20', 120],
    ['1.2', 120],
    ['-0,05', -5],
    ['\u22123', -300],
    ['+ 4 €', 400],
    ['0', 0],
    ['-0', 0],
  ])('%s is %i cents', (text, cents) => {
    expect(amountIn(text, 'cent')).toBe(cents);
  });

  test.each(['', '1,234', '1,2,3', 'drei', '1e3', '--1', '12345678901'])('%s is no amount', (text) => {
    expect(amountIn(text, 'cent')).toBeNull();
  });

  test('other units are whole', () => {
    expect(amountIn('-12', 'stake')).toBe(-12);
    expect(amountIn('1,5', 'stake')).toBeNull();
  });

  test('before the unit is known no number is an amount', () => {
    expect(amountIn('3', '')).toBeNull();
    expect(typedAmount(300, '', ',')).toBe('');
  });

  test('what is typed comes back', () => {
    for (const cents of [0, 5, -5, 120, -1999, 300]) {
      expect(amountIn(typedAmount(cents, 'cent', ','), 'cent')).toBe(cents);
    }
    expect(typedAmount(-5, 'cent', ',')).toBe('-0,05');
    expect(typedAmount(7, 'point', '.')).toBe('7');
  });
});
