/** Which of a text's forms goes with a number, as schafkopf.text.catalog.plural_form has it. */
export function two(n: number): 0 | 1 {
  return Math.abs(n) === 1 ? 0 : 1;
}

/** Belarusian and Russian have three forms. */
export function three(n: number): 0 | 1 | 2 {
  const ones = Math.abs(n) % 10;
  const tens = Math.abs(n) % 100;
  if (ones === 1 && tens !== 11) return 0;
  return ones >= 2 && ones <= 4 && (tens < 12 || tens > 14) ? 1 : 2;
}
