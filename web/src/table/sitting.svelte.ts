/** Somebody at a table (or beside it): what the screen shows that is not in the state, and what a click means. */
import { tick } from 'svelte';
import { SvelteSet } from 'svelte/reactivity';
import { announce } from '$lib/announce.svelte';
import { api } from '$lib/api';
import { explainAny } from '$lib/explain';
import { t } from '$lib/i18n';
import { givenName } from '$lib/person.svelte';
import { settings } from '$lib/settings.svelte';
import type { Step, TableStore } from '$lib/table.svelte';
import { toast } from '$lib/toasts.svelte';
import type { Doing, HintInfo, State, TrickInfo } from '$lib/wire';
import { type Motion, pause } from './motion';
import { play as sound } from './sound';
import { cardOptions, doublingOption, phraseText, tell, wordOptions } from './tell';
import { actionName, cardName, isCard, type Manner } from './words';

export interface Bubble {
  /** Changes when the same seat says something new. */
  id: string;
  text: string;
  kind: 'said' | 'phrase';
}

export type Sheet = 'menu' | 'keys' | 'last' | null;

/** How long things take at each pace, against the normal one. */
const PACE = { slow: 1.25, normal: 1, fast: 0.6, instant: 0.3 } as const;
const NOTED: ReadonlySet<string> = new Set(['declined', 'left', 'removed']);
/** While the bill is read the seats are not to be seen either. */
const NOTED_ASIDE: ReadonlySet<string> = new Set([...NOTED, 'phrase', 'sat', 'bot', 'swapped', 'paused', 'resumed']);
const TRICK_LIES_MS = 1150;
const PHRASE_MS = 4500;
const WORD_MS = 2400;
const DROPPED_MS = 2000;

export class Sitting {
  /** A full trick that has not been collected on this screen. */
  lying: TrickInfo | null = $state.raw(null);
  /** Card to be played as soon as it is one's turn. */
  picked: string | null = $state(null);
  /** Card of a first tap, where two are needed. */
  chosen: string | null = $state(null);
  sheet: Sheet = $state(null);
  hint: HintInfo | null = $state.raw(null);
  asking = $state(false);
  /** Players (not seats) whose phrases are not shown. */
  readonly muted = new SvelteSet<number>();
  /** What was just said, by seat; it goes after a while. */
  private fleeting: Record<number, Bubble> = $state.raw({});
  private hintAt = '';
  /** Advice is read out by whoever shows it. */
  coached = false;
  private pickedIn = -1;
  /** The last card, if it could not play itself. */
  private stuck: string | null = $state(null);
  /** The card that was picked and could not be played after all, and when that turned out. */
  private dropped: { card: string; at: number } | null = null;
  motion: Motion | null = null;
  /** Puts the focus on a card of the hand (-1: on the table), when what had it is gone. */
  refocus: ((index: number) => void) | null = null;

  readonly manner: Manner = $derived.by(() => ({ m: t(), deck: settings.deck, dialect: settings.dialect && this.mayDialect }));
  readonly me: number | null = $derived.by(() => this.store.state.you.seat);
  /** The seat drawn at the bottom. */
  readonly bottom: number = $derived(this.me ?? 0);
  /** Cards that may be chosen, with the option each stands for; only when it is one's own turn. */
  readonly cards: Map<string, string> = $derived.by(() => (this.mayAct ? cardOptions(this.store.state) : new Map<string, string>()));
  readonly words: State['options'] = $derived.by(() => wordOptions(this.store.state));
  readonly doubling: string | null = $derived.by(() => doublingOption(this.store.state));
  readonly myTurn: boolean = $derived.by(() => this.mayAct && (this.store.state.turn === this.me || this.words.length > 0));
  private readonly mayAct: boolean = $derived.by(() => {
    const { you, phase, paused } = this.store.state;
    return you.seat !== null && phase === 'deal' && !paused;
  });
  /** The trick to draw: the one being played, or the full one that still lies there. */
  readonly trick: TrickInfo | null = $derived.by(() => this.lying ?? this.store.state.trick);
  /** Nothing has been played in this deal. */
  private readonly untouched: boolean = $derived.by(() => {
    const { trick, last_trick: last } = this.store.state;
    return !last && (trick?.cards.length ?? 0) === 0 && !this.lying;
  });

  private readonly mayDialect: boolean;

  /** `dialect: false`: all is said in plain words here, whatever the reader has set. */
  constructor(
    readonly store: TableStore,
    { dialect = true }: { dialect?: boolean } = {},
  ) {
    this.mayDialect = dialect;
  }

  name(seat: number): string {
    return this.store.state.seats[seat]?.name ?? '';
  }

  /** What a seat is saying: in the auction its last word, later what has just been said. */
  bubble(seat: number): Bubble | null {
    const now = this.fleeting[seat];
    if (now && !(now.kind === 'phrase' && this.isMuted(seat))) return now;
    const { state } = this.store;
    if (state.phase !== 'deal' || !this.untouched) return null;
    const at = state.said.findLastIndex((said) => said.seat === seat);
    const said = state.said[at];
    if (!said) return null;
    return { id: `${state.number}.${at}`, text: actionName(this.manner, said.text), kind: 'said' };
  }

  // -- playing out what happens ------------------------------------------------------------------------------------

  readonly show = async (step: Step): Promise<void> => {
    const { what, before, after, signal } = step;
    const card = what.kind === 'acted' && isCard(what.action ?? '') ? (what.action ?? null) : null;
    const full = what.trick?.winner !== null && what.trick?.winner !== undefined ? what.trick : null;
    this.motion?.remember();
    const focused = document.activeElement;
    this.lying = full;
    if (what.kind === 'dealt' || what.kind === 'undone' || what.kind === 'practice') this.anew();
    if (card !== null && what.seat === this.me) this.forget(card);
    const lines = tell(this.manner, what, before, after);
    // Whose time was up sees what was played for him; a note is read out by itself.
    const missed = what.kind === 'acted' && what.by === 'clock' && what.seat === this.me ? lines.shift() : undefined;
    if (missed !== undefined) toast(missed, 'bad');
    // What one would not see on the table is a note for everybody.
    const note = NOTED.has(what.kind) && (what.seat !== before.you.seat || what.kind === 'removed') ? lines.shift() : undefined;
    if (note !== undefined) toast(note);
    for (const line of lines) announce(line);
    this.speak(step);
    await tick();
    if (focused instanceof HTMLElement && !focused.isConnected) {
      this.refocus?.(before.hand.indexOf(focused.dataset['card'] ?? ''));
    }
    const fresh = what.kind === 'dealt' || after.hand.length > before.hand.length;
    this.motion?.run((key) => (fresh && after.hand.includes(key) ? after.dealer : key === card ? (what.seat ?? null) : null), {
      ms: fresh ? 380 : 280,
      apart: fresh ? 70 : 0,
    });
    const pace = PACE[after.settings.pace];
    if (card !== null) sound('card');
    if (full) {
      await this.collect(full, signal, pace);
    } else if (fresh) {
      await pause(900 * pace, signal);
    } else if (card !== null) {
      await pause((what.seat === this.me ? 120 : 380) * pace, signal);
    } else if (what.kind === 'acted') {
      sound(what.action === 'knock' ? 'knock' : 'word');
      await pause((what.seat === this.me ? 80 : 520) * pace, signal);
    }
  };

  /** What happens while the bill is read, where nothing is drawn of the table. */
  readonly hear = ({ what, before, after }: Step): void => {
    const { seat } = what;
    const mine = seat !== null && (seat === this.me || seat === before.you.seat);
    if (what.kind === 'phrase' && seat !== null && this.isMuted(seat)) return;
    for (const line of tell(this.manner, what, before, after)) {
      if (NOTED_ASIDE.has(what.kind) && (!mine || what.kind === 'removed')) toast(line);
      else announce(line);
    }
  };

  /** A full trick waits for a tap. */
  get collectsByTap(): boolean {
    return settings.collect === 'tap' && this.me !== null;
  }

  /** The full trick lies until it is collected by a tap, or for a while. */
  private async collect(trick: TrickInfo, signal: AbortSignal, pace: number): Promise<void> {
    // A tap ends the step. Whoever lets his clock run should not miss his turn over an uncollected trick.
    await pause(this.collectsByTap ? 20_000 : TRICK_LIES_MS * pace + 250, signal);
    if (this.lying !== trick) return;
    if (!signal.aborted) await this.motion?.collect('[data-trick] [data-flip]', trick.winner ?? 0);
    sound('trick');
    if (this.lying === trick) this.lying = null;
  }

  /** Take the trick from the table, or show at once what is being played out. */
  take(): void {
    const { lying } = this;
    if (!lying) return this.store.skip();
    const gone = this.motion?.collect('[data-trick] [data-flip]', lying.winner ?? 0, 200) ?? Promise.resolve();
    void gone.then(() => {
      if (this.lying !== lying) return;
      this.lying = null;
      this.store.skip();
    });
  }

  private speak({ what, after }: Step): void {
    const seat = what.seat;
    if (seat === null || seat === undefined) return;
    if (what.kind === 'phrase' && !this.isMuted(seat)) {
      this.bubbleUp(seat, phraseText(this.manner, what.text), 'phrase');
    } else if (what.kind === 'acted' && what.action && !isCard(what.action) && after.step !== 'auction' && after.step !== 'knock') {
      const idle = what.action === 'cut' || (what.action === 'pass' && seat === this.me);
      if (!idle) this.bubbleUp(seat, actionName(this.manner, what.action), 'said');
    }
  }

  private bubbleUp(seat: number, text: string, kind: Bubble['kind']): void {
    const bubble = { id: `${kind}${Date.now()}`, text, kind };
    this.fleeting = { ...this.fleeting, [seat]: bubble };
    setTimeout(() => {
      if (this.fleeting[seat] !== bubble) return;
      const { [seat]: _, ...rest } = this.fleeting;
      this.fleeting = rest;
    }, kind === 'phrase' ? PHRASE_MS : WORD_MS);
  }

  isMuted(seat: number): boolean {
    const player = this.store.state.seats[seat]?.player;
    return player !== null && player !== undefined && this.muted.has(player);
  }

  // -- doing -------------------------------------------------------------------------------------------------------

  /**
   * Say or play one of the options. One that has gone meanwhile, as when somebody else has doubled first, is not asked
   * for: that is shown instead.
   */
  act(action: string): Promise<boolean> {
    this.chosen = null;
    this.picked = null;
    if (!this.store.offers(action)) {
      this.store.skip();
      return Promise.resolve(false);
    }
    return this.do({ kind: 'act', number: this.store.state.number, action });
  }

  do(doing: Doing): Promise<boolean> {
    return this.store.do(doing);
  }

  /** Take a seat, wherever one is free. */
  async sit(): Promise<void> {
    await this.do({ kind: 'sit', name: await givenName() });
  }

  /** A card was tapped, or chosen with the keyboard (`sure`: no second tap is needed). */
  tap(card: string, sure = false): void {
    if (this.me === null || this.store.state.phase !== 'deal') return;
    const option = this.cards.get(card);
    if (option !== undefined) {
      if (!sure && settings.playBy === 'double' && this.chosen !== card) {
        this.chosen = card;
        announce(t().table.ask.double_tap);
        return;
      }
      if (this.lying) this.store.skip();
      void this.act(option);
      return;
    }
    if (this.cards.size > 0) {
      // A tap on what was let go in this moment was meant for the card that was still picked; one has been told.
      if (this.dropped?.card === card && performance.now() - this.dropped.at < DROPPED_MS) return;
      // The server knows why not, and says it.
      this.refuse(card);
      return;
    }
    if (this.store.state.step === 'play') this.pick(card);
  }

  private refuse(card: string): void {
    this.chosen = null;
    const option = this.store.state.step === 'give' ? `give ${card}` : card;
    void this.store.why({ kind: 'act', number: this.store.state.number, action: option });
  }

  private pick(card: string): void {
    const { ask } = t().table;
    const what = { card: cardName(this.manner, card) };
    if (this.picked === card) {
      this.picked = null;
      announce(ask.unpicked(what));
    } else {
      this.picked = card;
      announce(ask.picked(what));
    }
    if (this.lying) this.store.skip();
  }

  /** Called whenever the state changes: play the card that was picked, once, on one's own turn, if it may be played. */
  playPicked(): void {
    const card = this.picked;
    if (card === null) return;
    if (!this.store.state.hand.includes(card)) {
      this.picked = null;
      return;
    }
    if (this.cards.size === 0 || this.store.state.step !== 'play' || this.store.busy) return;
    const option = this.cards.get(card);
    this.picked = null;
    if (option !== undefined) {
      void this.act(option);
      return;
    }
    this.dropped = { card, at: performance.now() };
    const text = t().table.ask.dropped({ card: cardName(this.manner, card) });
    toast(text);
  }

  /** The only card there is, if it may play itself now. */
  get onlyCard(): string | null {
    const { state, busy } = this.store;
    if (!settings.playLast || state.step !== 'play' || state.hand.length !== 1 || this.lying || this.picked || busy) return null;
    const [card] = this.cards.size === 1 ? this.cards.values() : [];
    return card === undefined || this.stuck === `${state.number} ${card}` ? null : card;
  }

  /** Let it play itself; if that does not work, it is left to the player. */
  async playOnly(card: string): Promise<void> {
    const { number } = this.store.state;
    if (!this.store.busy && !(await this.act(card))) this.stuck = `${number} ${card}`;
  }

  double(): void {
    if (this.doubling) void this.act(this.doubling);
  }

  /** Forget what was chosen of a card that is gone. */
  private forget(card: string): void {
    if (this.picked === card) this.picked = null;
    if (this.chosen === card) this.chosen = null;
  }

  /** Other cards: what was chosen of the old ones means nothing any more. */
  private anew(): void {
    this.picked = null;
    this.chosen = null;
  }

  /** Called whenever the state changes: a new deal forgets what was chosen in the old one. */
  noteDeal(): void {
    const { number } = this.store.state;
    if (number === this.pickedIn) return;
    this.pickedIn = number;
    this.anew();
  }

  /** What a seat still holds, where all may see it. */
  openHand(seat: number): string[] {
    const { state } = this.store;
    return state.open_hands && state.phase === 'deal' ? (state.hands[seat] ?? []) : [];
  }

  // -- advice ------------------------------------------------------------------------------------------------------

  async ask(): Promise<void> {
    if (this.asking || !this.store.can('hint')) return;
    this.asking = true;
    const at = this.position;
    try {
      const found = await api.hint(this.store.id);
      if (this.position !== at) {
        // Somebody has doubled meanwhile, say: that may ask for another answer.
        this.asking = false;
        return await this.ask();
      }
      this.hint = found;
      this.hintAt = at;
      const { hint } = t().table;
      if (found.action === null) {
        announce(hint.none);
      } else if (!this.coached) {
        const what = actionName({ ...this.manner, dialect: false }, found.action);
        announce(found.by_search ? hint.best({ what }) : hint.thumb({ what }));
      }
    } catch (error) {
      toast(explainAny(error), 'bad');
    } finally {
      this.asking = false;
    }
  }

  /** Advice for an older position is worth nothing. */
  dropHint(): void {
    if (this.hint && this.position !== this.hintAt) this.hint = null;
  }

  /** What advice is for: it holds though somebody says hello or loses his line. */
  private get position(): string {
    const { number, step, turn, hand, said, kontra, trick, tricks_taken } = this.store.state;
    return [number, step, turn, hand, said.length, kontra.length, trick?.cards, tricks_taken].join('.');
  }
}
