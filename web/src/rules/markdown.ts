/**
 * The Markdown that rulebooks are written in, as blocks to draw: headings, paragraphs, lists, `code`, *italics*, **bold**.
 * Everything else is text, whatever it looks like.
 */

export interface Span {
  text: string;
  kind: 'plain' | 'strong' | 'em' | 'code';
}

export type Block =
  | { kind: 'heading'; level: 1 | 2 | 3; id: string; spans: Span[] }
  | { kind: 'paragraph'; spans: Span[] }
  | { kind: 'list'; items: Span[][] };

const INLINE = /\*\*(?<strong>[^*]+)\*\*|\*(?<em>[^*\s](?:[^*]*[^*\s])?)\*|`(?<code>[^`]+)`/gu;

/** A line's text, cut where its look changes. */
export function spans(line: string): Span[] {
  const found: Span[] = [];
  let from = 0;
  for (const match of line.matchAll(INLINE)) {
    if (match.index > from) found.push({ text: line.slice(from, match.index), kind: 'plain' });
    const [kind, text] = Object.entries(match.groups ?? {}).find(([, value]) => value !== undefined) ?? ['plain', match[0]];
    found.push({ text: text as string, kind: kind as Span['kind'] });
    from = match.index + match[0].length;
  }
  if (from < line.length) found.push({ text: line.slice(from), kind: 'plain' });
  return found;
}

/** The blocks of a text. Headings of one text have different ids. */
export function blocks(text: string): Block[] {
  const found: Block[] = [];
  let open: string[] = [];
  const close = () => {
    if (open.length > 0) found.push({ kind: 'paragraph', spans: spans(open.join(' ')) });
    open = [];
  };
  for (const line of text.split(/\r?\n/u)) {
    const heading = /^(#{1,3}) +(.+)$/u.exec(line);
    const item = /^- +(.+)$/u.exec(line);
    if (!line.trim()) close();
    else if (heading) {
      close();
      const level = heading[1]!.length as 1 | 2 | 3;
      found.push({ kind: 'heading', level, id: `part-${found.length}`, spans: spans(heading[2]!) });
    } else if (item) {
      close();
      const last = found.at(-1);
      if (last?.kind === 'list') last.items.push(spans(item[1]!));
      else found.push({ kind: 'list', items: [spans(item[1]!)] });
    } else open.push(line.trim());
  }
  close();
  return found;
}

/** The text of spans without their look. */
export function bare(parts: readonly Span[]): string {
  return parts.map(({ text }) => text).join('');
}
