/** Names of rulesets, levels and tables for people. */
import { pick, t } from './i18n';
import { toLink } from './records';
import type { RulesInfo, TableCard } from './wire';

/** The rulesets that ship, in the order to offer them. */
export function rulesetIds(): string[] {
  return Object.keys(t().terms.rulesets);
}

/** Short title of a ruleset that may have presets or house rules: `bavaria+ramsch`. */
export function rulesTitle(rules: string, changed = false): string {
  const [base = rules, ...presets] = rules.split('+');
  const short = pick(t().home.rulesets, base);
  const title = short === base ? pick(t().terms.rulesets, base) : short;
  return presets.length > 0 || changed ? t().home.house_rules({ title }) : title;
}

export function levelName(level: string | null): string {
  return level === null ? t().home.bot : pick(t().home.levels, level);
}

export function phaseName(table: Pick<TableCard, 'phase' | 'number'>): string {
  return pick(t().home.phases, table.phase, { n: table.number });
}

/** The code in what somebody typed or pasted: a code, perhaps with blanks, or a whole link. Null if there is none. */
export function codeIn(text: string): string | null {
  const fromLink = /\/t\/([\w-]+)/.exec(text);
  if (fromLink?.[1]) return fromLink[1];
  const code = text.replace(/[\s-]/g, '');
  return /^[A-Za-z0-9_]+$/.test(code) ? code : null;
}

/** Where the rulebook of a table's rules is; house rules travel in the address, as the server shares them. */
export function rulesHref(rules: Pick<RulesInfo, 'id' | 'overrides'>): string {
  if (Object.keys(rules.overrides).length === 0) return `/rules/${encodeURIComponent(rules.id)}`;
  return `/rules/${toLink(JSON.stringify({ rules: rules.id, overrides: rules.overrides }))}`;
}
