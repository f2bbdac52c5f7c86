/** House rules as they are chosen in a form: overrides as nested tables, changed key by key. */
import type { RuleField, RulePart } from '$generated/api';

/** What a table is set up with. */
export interface ChosenRules {
  /** Base and variants, `bavaria+ramsch`. */
  rules: string;
  overrides: Record<string, unknown>;
}

type Tree = Record<string, unknown>;

function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Overrides with some keys (`kontra.max`) set, or, where the value is undefined, taken out. */
export function withKeys(overrides: Tree, changes: Readonly<Record<string, unknown>>): Tree {
  const result = structuredClone(overrides);
  for (const [key, value] of Object.entries(changes)) {
    const dot = key.lastIndexOf('.');
    const [table, name] = dot < 0 ? ['', key] : [key.slice(0, dot), key.slice(dot + 1)];
    delete result[key];
    const inner = table === '' ? result : isTree(result[table]) ? result[table] : {};
    if (value === undefined) delete inner[name];
    else inner[name] = value;
    if (table === '') continue;
    if (Object.keys(inner).length > 0) result[table] = inner;
    else delete result[table];
  }
  return result;
}

/** A value with one of its numbers changed. */
export function withPart(before: unknown, part: RulePart, number: number): unknown {
  const value = structuredClone(before) as Tree;
  let inner: Tree = value;
  for (const name of part.path.slice(0, -1)) inner = inner[name] as Tree;
  inner[part.path[part.path.length - 1]!] = number;
  return value;
}

/** The number of a part in a value that may not be taken over yet. */
export function partOf(value: unknown, part: RulePart): number {
  let inner = value;
  for (const name of part.path) inner = isTree(inner) || Array.isArray(inner) ? (inner as Tree)[name] : undefined;
  return typeof inner === 'number' ? inner : part.value;
}

/** A list with one item moved by some places. */
export function moved<T>(list: readonly T[], at: number, by: number): T[] {
  const result = [...list];
  const [item] = result.splice(at, 1);
  if (item !== undefined) result.splice(Math.max(0, Math.min(result.length, at + by)), 0, item);
  return result;
}

/** The word of a counted value and its number: `points 91`. */
export function counted(value: unknown): { word: string; number: number | null } {
  const [word = '', number] = String(value).split(' ');
  return { word, number: number === undefined ? null : Number(number) };
}

/** The base and the variants of a ruleset's name. */
export function taken(rules: string): { base: string; variants: string[] } {
  const [base = '', ...variants] = rules.split('+').filter(Boolean);
  return { base, variants };
}

/** A ruleset's name with a variant put on or taken off. */
export function withVariant(rules: string, variant: string, on: boolean): string {
  const { base, variants } = taken(rules);
  const rest = variants.filter((name) => name !== variant);
  return [base, ...rest, ...(on ? [variant] : [])].join('+');
}

/** Whether a rule says anything with all of the words that are looked for. */
export function speaksOf(field: RuleField, wanted: string): boolean {
  const text = [field.title, field.text, field.key, ...field.choices.map((choice) => choice.text)].join(' ');
  const plain = (word: string) => word.toLocaleLowerCase().normalize('NFKD').replace(/\p{M}/gu, '');
  const all = plain(text);
  return plain(wanted)
    .split(/\s+/)
    .filter(Boolean)
    .every((word) => all.includes(word));
}
