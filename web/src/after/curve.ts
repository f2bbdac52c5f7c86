/** Balances over an evening: from 0, one value more with each deal, by player and not by seat. */
import type { PastDeal } from '$generated/api';

/** For each player his balance before the first deal and after each. Who came later has stayed at 0 until then. */
export function balances(history: readonly Pick<PastDeal, 'amounts'>[], players: number): number[][] {
  const found = Array.from({ length: players }, () => [0]);
  for (const deal of history) {
    for (const [player, line] of found.entries()) line.push((line.at(-1) ?? 0) + (deal.amounts[player] ?? 0));
  }
  return found;
}

export interface Scale {
  low: number;
  high: number;
  /** Round values for the lines across, 0 always among them. */
  ticks: number[];
}

const STEPS = [1, 2, 5] as const;

/** A scale that holds all values and 0, with three to seven lines. */
export function scaleOf(lines: readonly (readonly number[])[]): Scale {
  const all = lines.flat();
  const least = Math.min(0, ...all);
  const most = Math.max(0, ...all);
  const spread = Math.max(1, most - least);
  let step = 1;
  for (let size = 1, index = 0; spread / step > 5; index += 1) {
    step = STEPS[index % 3]! * size;
    if (index % 3 === 2) size *= 10;
  }
  const low = Math.floor(least / step) * step;
  const high = Math.max(Math.ceil(most / step) * step, low + step);
  const ticks: number[] = [];
  for (let value = low; value <= high; value += step) ticks.push(value === 0 ? 0 : value);
  return { low, high, ticks };
}

export interface Frame {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Where a value after so many deals lies in a frame. */
export function place(scale: Scale, frame: Frame, deals: number, deal: number, value: number): [number, number] {
  const x = frame.left + (deals === 0 ? 0 : (deal / deals) * frame.width);
  const y = frame.top + ((scale.high - value) / (scale.high - scale.low)) * frame.height;
  return [Math.round(x * 10) / 10, Math.round(y * 10) / 10];
}

/** Heights for labels that would lie on one another, moved apart by at least `gap`, in their order, within the frame. */
export function apart(heights: readonly number[], gap: number, top: number, bottom: number): number[] {
  const order = heights.map((height, index) => ({ height, index })).sort((a, b) => a.height - b.height || a.index - b.index);
  const moved = [...heights];
  let least = top;
  for (const { height, index } of order) {
    moved[index] = Math.max(height, least);
    least = moved[index]! + gap;
  }
  let most = bottom;
  for (const { index } of order.toReversed()) {
    moved[index] = Math.min(moved[index]!, most);
    most = moved[index]! - gap;
  }
  return moved;
}
