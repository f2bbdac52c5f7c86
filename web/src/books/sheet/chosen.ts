/** How far chosen rules are from the ruleset. */
import type { Rules } from '../../new/HouseRules.svelte';

export type { Rules };

function leaves(value: unknown): number {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 1;
  return Object.values(value).reduce<number>((sum, part) => sum + leaves(part), 0);
}

/** How many rules differ from the ruleset. */
export function changesIn(rules: Rules): number {
  return leaves(rules.overrides) + rules.rules.split('+').length - 1;
}
