// The colours of the printer: ink, paper and a handful of inks besides. A page may set the custom properties.

export const INK = 'var(--card-ink,#231f1c)';
export const PAPER = 'var(--card-paper,#fffdf6)';

export const RED = '#b93427';
export const GREEN = '#3d7a4c';
export const OCHRE = '#dfa63a';
export const BLUE = '#355f93';
export const BROWN = '#7d4d29';
export const SKIN = '#f4d2ab';
export const LINEN = '#f6ecd6';
export const GREY = '#b9b2a4';

/** Colour of a suit in a deck, by the suit's letter; `--suit-e` and its sisters of the page come first. */
export const SUIT_COLOURS = {
  bavarian: { E: '#b06a2c', G: '#2f7d46', H: '#c2261f', S: '#f0b92f' },
  french: { E: '#231f1c', G: '#231f1c', H: '#c2261f', S: '#c2261f' },
};

export const suitColour = (deck, suit) => `var(--suit-${suit.toLowerCase()},${SUIT_COLOURS[deck][suit]})`;
