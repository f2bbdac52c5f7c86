/** What cards, games and the things said at a table are called, in the reader's words. */
import { pick, type Messages } from '$lib/i18n';

export type Deck = 'bavarian' | 'french';

/** How somebody wants things named. */
export interface Manner {
  m: Messages;
  deck: Deck;
  /** Speech as it is heard in Bavaria. */
  dialect: boolean;
}

type Suit = 'E' | 'G' | 'H' | 'S';
type Rank = keyof Messages['table']['ranks']['german'];

const CARD = /^[EGHS][AZKOU987]$/;
const PLAIN = ['pass', 'play', 'knock', 'keep', 'rest', 'concede'] as const;

/** What is said in Bavaria, whatever language the rest of the page has. */
const DIALECT: Record<string, string> = {
  pass: 'Weida!',
  play: 'I dad spuin',
  knock: 'I klopf!',
  keep: 'I klopf ned',
  kontra: 'Kontra!',
  re: 'Re!',
  supra: 'Sub!',
  resupra: 'Resub!',
  accept: 'I nimm’s',
  rest: 'Da Rest g’hert mia',
  concede: 'I gib auf',
  'throw-in': 'Zamgschmissn',
  claim: 'D’Laffadn, bittschen',
  'rufspiel E': 'Auf de Oide',
  'rufspiel G': 'Auf de Blaue',
  'rufspiel S': 'Auf de Bumpal',
  'solo E': 'Oachl-Solo',
  'solo G': 'Gros-Solo',
  'solo H': 'Herz-Solo',
  'solo S': 'Schelln-Solo',
  wenz: 'An Wenz!',
  geier: 'An Geier!',
  bettel: 'An Beddl',
  sie: 'Sie!',
  hochzeit: 'Hochzeit!',
};

export function isCard(text: string): boolean {
  return CARD.test(text);
}

/** A word of the game, without what stands in brackets. */
export function plainTerm(text: string): string {
  return text.split(' (')[0] ?? text;
}

export function suitName({ m, deck }: Manner, suit: string): string {
  const names = deck === 'french' ? m.table.suits.french : m.table.suits.german;
  return names[suit as Suit] ?? suit;
}

/** "Eichel-Ober", "queen of clubs"; what is not known is a card face down. */
export function cardName({ m, deck }: Manner, card: string): string {
  if (!isCard(card)) return m.table.cards.back;
  const french = deck === 'french';
  const ranks = french ? m.table.ranks.french : m.table.ranks.german;
  const suits = french ? m.table.suits_of.french : m.table.suits_of.german;
  const suit = suits[card[0] as Suit];
  const rank = ranks[card[1] as Rank] ?? card;
  return french ? m.table.cards.french({ suit, rank }) : m.table.cards.german({ suit, rank });
}

export function cardNames(manner: Manner, cards: readonly string[]): string {
  return cards.map((card) => cardName(manner, card)).join(', ');
}

export interface Game {
  name: string;
  suit?: string | null;
  /** The called card. */
  card?: string | null;
  promise?: number;
}

/** A contract as it is named: "Herz-Solo", "Rufspiel auf Gras". */
export function gameName(manner: Manner, game: Game): string {
  const { m } = manner;
  const contract = plainTerm(pick(m.terms.contracts, game.name));
  let text = contract;
  if (game.suit) {
    const suit = suitName(manner, game.suit);
    const { own, suited } = m.table.games;
    text = game.name in own ? pick(own, game.name, { game: contract, suit }) : suited({ contract, suit });
    if (game.card && game.card[1] !== 'A') {
      text = m.table.games.with_card({ game: text, card: cardName(manner, game.card) });
    }
  }
  return game.promise ? `${text} ${game.promise}` : text;
}

export interface Said {
  verb: string;
  suit: string | null;
  card: string | null;
  promise: number;
}

/** The parts of an action: `solo H 70` is a game, its suit and a promise. */
export function parts(action: string): Said {
  const [verb = '', ...rest] = action.split(' ');
  const last = rest.at(-1);
  const promise = last !== undefined && /^\d+$/.test(last) && rest.length > 0 ? Number(rest.pop()) : 0;
  const argument = rest[0] ?? null;
  const card = argument !== null && argument.length === 2 ? argument : null;
  return { verb, suit: argument === null ? null : (argument[0] ?? null), card, promise };
}

/** Whether a verb is only the name of a game; what is also a word for itself is said so. */
export function isGame(m: Messages, verb: string): boolean {
  return verb in m.terms.contracts && !(verb in m.terms.game);
}

/** An action as it is said: "Weiter", "Herz-Solo 70", the card's name. */
export function actionName(manner: Manner, action: string): string {
  const { m, dialect } = manner;
  if (isCard(action)) return cardName(manner, action);
  const heard = dialect ? DIALECT[action] : undefined;
  if (heard !== undefined) return heard;
  const { verb, suit, card, promise } = parts(action);
  const plain = PLAIN.find((word) => word === verb);
  if (plain !== undefined) return m.table.plain[plain];
  if (verb === 'throw-in') return m.table.plain.throw_in;
  if (verb === 'give') {
    return card === null || !isCard(card) ? m.table.games.gives_unseen : m.table.games.gives({ card: cardName(manner, card) });
  }
  if (verb === 'trump' && suit) return m.table.games.trump({ suit: suitName(manner, suit) });
  if (isGame(m, verb)) return gameName(manner, { name: verb, suit, card, promise });
  return plainTerm(pick(m.terms.game, verb.replaceAll('-', '_')));
}
