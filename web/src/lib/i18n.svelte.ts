import { LANGUAGES, load, type BookMessages, type BookTexts, type Language, type Messages } from '../generated/messages';

export { LANGUAGES };
export type { BookMessages, Language, Messages };

let messages = $state.raw<Messages>();
let bookMessages = $state.raw<BookMessages>();
let spoken = $state<Language>('en');
let asked: Language = 'en';
let books: BookTexts | undefined;
let wanted = 0;

/** The texts of the language in force. In markup and effects they change with it. */
export function t(): Messages {
  if (!messages) throw new Error('no language has been set');
  return messages;
}

/** The texts of the books; their pages are loaded together with them. */
export function tb(): BookMessages {
  if (!bookMessages) throw new Error('the texts of the books have not been loaded');
  return bookMessages;
}

/** Fetch the texts of the books too, now and whenever the language changes. */
export async function loadBookTexts(texts: BookTexts): Promise<void> {
  books = texts;
  // A language that is chosen meanwhile overtakes this one; then its texts are waited for.
  while (!bookMessages) await setLanguage(asked);
}

/** The language in force. */
export function language(): Language {
  return spoken;
}

/** Fetch the texts of a language, then put it in force. */
export async function setLanguage(next: Language): Promise<void> {
  const mine = ++wanted;
  asked = next;
  const [found, more] = await Promise.all([load[next](), books?.[next]()]);
  if (mine !== wanted) return;
  messages = found.default;
  bookMessages = more?.default;
  spoken = next;
  if (typeof document !== 'undefined') document.documentElement.lang = next;
}

export function isLanguage(text: unknown): text is Language {
  return (LANGUAGES as readonly unknown[]).includes(text);
}

/** The first of the reader's languages that there is; English where there is none. */
export function preferred(wishes: readonly string[] = typeof navigator === 'undefined' ? [] : navigator.languages): Language {
  for (const wish of wishes) {
    const short = wish.toLowerCase().split('-')[0];
    if (isLanguage(short)) return short;
  }
  return 'en';
}

/**
 * A text by a key that is only known at run time: `pick(t().terms.contracts, name)`, `pick(t().terms.settlement, 'knock', { n: 3 })`.
 * The key itself where there is no such text.
 */
export function pick(texts: object, key: string, values: Record<string, string | number> = { n: 1 }): string {
  const found: unknown = Object.hasOwn(texts, key) ? (texts as Record<string, unknown>)[key] : undefined;
  if (typeof found === 'string') return found;
  return typeof found === 'function' ? String(found(values)) : key;
}
