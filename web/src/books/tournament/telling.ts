/** What happened, in words. */
import { tb } from '$lib/i18n';
import type { TournamentUnit } from '$generated/api';
import { showPoints } from './amounts';
import type { Names } from './names';

type Data = Readonly<Record<string, unknown>>;

const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');
const number = (value: unknown): number => (typeof value === 'number' ? value : 0);

/** A line of the history: an event as the server keeps it; `e` says what it is. */
export function told(event: Data, names: Names, unit: TournamentUnit): string {
  const reason = text(event.reason);
  const what = plain(event, names, unit);
  return reason === '' ? what : tb().tournament.did.why({ what, reason });
}

function plain(event: Data, names: Names, unit: TournamentUnit): string {
  const w = tb().tournament.did;
  const n = number(event.round);
  const table = number(event.table);
  const who = { number: number(event.number), name: text(event.name) || names.of(number(event.number)) };
  switch (event.e) {
    case 'created': return w.created({ name: text((event.settings as Data | undefined)?.name) });
    case 'changed': return w.changed;
    case 'entered': return w.entered(who);
    case 'edited': return w.edited(who);
    case 'struck': return w.struck({ number: who.number });
    case 'left': return w.left(who);
    case 'returned': return w.returned(who);
    case 'substituted': return w.substituted(who);
    case 'committed': return w.committed({ n, hash: text(event.hash) });
    case 'drawn': return w.drawn({ n, seed: text(event.seed) });
    case 'exchanged': return w.exchanged({ n, a: names.full(number(event.a)), b: names.full(number(event.b)) });
    case 'scored': {
      const points = ((event.result as Data | undefined)?.points ?? []) as readonly number[];
      return w.scored({ n, table, points: points.map((one) => showPoints(one, unit, true)).join(' / ') });
    }
    case 'chosen': return w.chosen({ n, table });
    case 'played': return w.played({ n, table });
    case 'game_changed': return event.entry === null ? w.game_struck({ n, table }) : w.game_changed({ n, table });
    case 'adjusted': return w.adjusted({ n, points: showPoints(number(event.points), unit, true), ...who });
    case 'protested': return w.protested({ n });
    case 'ruled': return w.ruled;
    case 'round_closed': return w.round_closed({ n });
    case 'round_reopened': return w.round_reopened({ n });
    case 'lots_drawn': return w.lots_drawn({ seed: text(event.seed) });
    case 'finished': return w.finished;
    case 'undone': return w.undone;
    default: return text(event.e);
  }
}
