/** Texts in the reader's language: `t().table.your_turn`, `t().table.plays({ name, card })`; those of the books: `tb().sheet.title`. */
export { LANGUAGES, isLanguage, language, loadBookTexts, pick, preferred, setLanguage, t, tb } from './i18n.svelte';
export type { BookMessages, Language, Messages } from './i18n.svelte';
