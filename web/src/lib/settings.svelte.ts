import { LANGUAGES, type Language } from '../generated/messages';
import { preferred } from './i18n.svelte';

// How this browser's owner likes it; kept in this browser only.

/** Each language by its own name. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  de: 'Deutsch',
  en: 'English',
  be: 'Беларуская',
  pt: 'Português',
  fi: 'Suomi',
  ru: 'Русский',
};

interface Kept {
  language: 'auto' | Language;
  theme: 'auto' | 'light' | 'dark';
  deck: 'bavarian' | 'french';
  /** Each suit in a colour of its own. */
  fourColours: boolean;
  largePrint: boolean;
  sounds: boolean;
  /** Speech bubbles in Bavarian. */
  dialect: boolean;
  motion: 'auto' | 'full' | 'none';
  /** Vibrate when it is one's turn. */
  vibrate: boolean;
  /** A card that is the only one left plays itself. */
  playLast: boolean;
  /** A letter, a figure or a question mark does something at the table. */
  keys: boolean;
  /** A full trick lies until one taps, or for a while. */
  collect: 'tap' | 'pause';
  /** A card is played by one tap, or by a second one on the chosen card. */
  playBy: 'single' | 'double';
  /** What was chosen last for a new game. */
  rules: string;
  overrides: Record<string, unknown>;
  level: string;
  pace: 'slow' | 'normal' | 'fast' | 'instant';
}

// German readers know German cards and Bavarian; everybody else can choose them.
const german = preferred() === 'de';

export const DEFAULTS: Readonly<Kept> = Object.freeze({
  language: 'auto',
  theme: 'auto',
  deck: german ? 'bavarian' : 'french',
  fourColours: false,
  largePrint: false,
  sounds: false,
  dialect: german,
  motion: 'auto',
  vibrate: true,
  playLast: true,
  keys: true,
  collect: 'pause',
  playBy: 'single',
  rules: 'bavaria',
  overrides: {},
  level: 'medium',
  pace: 'normal',
});

const KEY = 'schafkopf.settings';
const CHOICES: Readonly<Partial<Record<keyof Kept, readonly string[]>>> = {
  language: ['auto', ...LANGUAGES],
  theme: ['auto', 'light', 'dark'],
  deck: ['bavarian', 'french'],
  motion: ['auto', 'full', 'none'],
  collect: ['tap', 'pause'],
  playBy: ['single', 'double'],
  pace: ['slow', 'normal', 'fast', 'instant'],
};

/** What was kept, with everything that is missing or no longer possible as it is by default. */
export function understood(text: string | null): Kept {
  const settings: Record<string, unknown> = { ...DEFAULTS };
  let kept: unknown;
  try {
    kept = JSON.parse(text ?? '{}');
  } catch {
    kept = {};
  }
  if (typeof kept !== 'object' || kept === null) kept = {};
  for (const [key, value] of Object.entries(kept as Record<string, unknown>)) {
    const standard = DEFAULTS[key as keyof Kept];
    if (standard === undefined || typeof value !== typeof standard || value === null) continue;
    const choices = CHOICES[key as keyof Kept];
    if (choices && !choices.includes(value as string)) continue;
    settings[key] = value;
  }
  return settings as unknown as Kept;
}

function stored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

export const settings: Kept = $state(understood(stored()));

/** Everything as it was at first. */
export function resetSettings(): void {
  Object.assign(settings, DEFAULTS, { overrides: {} });
}

/** Keep what is set now; called by the shell whenever a setting changes. */
export function keepSettings(): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // A private window may refuse; then the settings hold until it is closed.
  }
}

/** Follow what another tab sets. */
export function followOtherTabs(): () => void {
  const listen = (event: StorageEvent) => {
    if (event.key === KEY) Object.assign(settings, understood(event.newValue));
  };
  addEventListener('storage', listen);
  return () => removeEventListener('storage', listen);
}

/** Address of the sprite that holds the chosen cards. */
export function deckSprite(of: Pick<Kept, 'deck' | 'largePrint'> = settings): string {
  return `/cards/${of.deck}${of.largePrint ? '-large' : ''}.svg`;
}

/** Whether things may move on the screen. */
export function mayMove(): boolean {
  if (settings.motion !== 'auto') return settings.motion === 'full';
  return !matchMedia('(prefers-reduced-motion: reduce)').matches;
}
