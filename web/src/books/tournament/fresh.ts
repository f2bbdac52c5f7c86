/** What a new tournament begins with: most clubs play like this. */
import type { TournamentSettings } from '$generated/api';

export function freshSettings(): TournamentSettings {
  return {
    name: '',
    rounds: 2,
    games: 30,
    rules: 'bavaria',
    overrides: null,
    three_rules: 'three',
    three_overrides: null,
    scheme: 'points-6',
    ties: ['points', 'solos_won', 'lot'],
    split: 'threes',
    seating: 'lot',
    movers: 1,
    team_best: null,
    leavers: 'out',
    prizes: [],
    prize_ties: 'share',
    place: '',
    start: '',
    minutes: 240,
    zone: Intl.DateTimeFormat().resolvedOptions().timeZone || 'Europe/Berlin',
  };
}
