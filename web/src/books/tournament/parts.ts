/** The parts of a tournament's page; the one on screen stands after the # of the address. */
import type { TournamentRole } from '$generated/api';

export const PARTS = ['now', 'players', 'draw', 'results', 'ranking', 'protests', 'history', 'papers', 'share', 'settings'] as const;
export type Part = (typeof PARTS)[number];

const FOR_HOST: readonly Part[] = ['settings'];

/** What this role gets to see. */
export function partsOf(role: TournamentRole): readonly Part[] {
  if (role === 'host') return PARTS;
  return PARTS.filter((part) => !FOR_HOST.includes(part));
}

export function partOf(hash: string): Part | null {
  const name = hash.replace('#', '');
  return (PARTS as readonly string[]).includes(name) ? (name as Part) : null;
}
