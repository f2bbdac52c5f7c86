/**
 * What was typed in and has not reached the server yet. It lies in the browser's storage until the server has answered:
 * a phone may go out of reach, and its page may be closed, at any moment. A command has an id, so sending it twice does
 * no harm.
 */
import type { TournamentCommand } from '$generated/api';

const name = (book: string): string => `schafkopf.tournament.${book}`;

export class Outbox {
  /** As it was last seen; where there is no storage, all there is. */
  private seen: TournamentCommand[];
  private stores = true;

  constructor(private readonly book: string) {
    this.seen = read(name(book)) ?? [];
  }

  get all(): readonly TournamentCommand[] {
    return this.fresh();
  }

  add(command: TournamentCommand): void {
    this.keep([...this.fresh().filter((one) => one.id !== command.id), command]);
  }

  drop(id: string): void {
    this.keep(this.fresh().filter((one) => one.id !== id));
  }

  /** Another tab may have put something by since. */
  private fresh(): TournamentCommand[] {
    if (this.stores) this.seen = read(name(this.book)) ?? this.seen;
    return this.seen;
  }

  private keep(commands: TournamentCommand[]): void {
    this.seen = commands;
    try {
      if (commands.length > 0) localStorage.setItem(name(this.book), JSON.stringify(commands));
      else localStorage.removeItem(name(this.book));
    } catch {
      // Without storage, or if it is full, it waits as long as the page is open.
      this.stores = false;
    }
  }
}

/** What lies there; null if that cannot be found out. */
function read(key: string): TournamentCommand[] | null {
  let text: string;
  try {
    text = localStorage.getItem(key) ?? '[]';
  } catch {
    return null;
  }
  try {
    const found: unknown = JSON.parse(text);
    return Array.isArray(found) ? found.filter((one) => typeof one?.id === 'string' && typeof one?.do?.do === 'string') : [];
  } catch {
    return [];
  }
}
