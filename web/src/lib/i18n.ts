/** Texts in the reader's language: `t().table.your_turn`, `t().table.plays({ name, card })`. */
export { LANGUAGES, isLanguage, language, pick, preferred, setLanguage, t } from './i18n.svelte';
export type { Language, Messages } from './i18n.svelte';
