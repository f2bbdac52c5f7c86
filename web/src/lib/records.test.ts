import { expect, test } from 'vitest';
import { fromLink, readFile, toLink } from './records';

test('a record goes into a link and comes back', () => {
  for (const text of ['{"names":["Ähm","Б","€"]}', '', 'a'.repeat(5000), '~~~???>>>']) {
    const link = toLink(text);
    expect(link).toMatch(/^[\w-]*$/);
    expect(fromLink(link)).toBe(text);
  }
});

test('a broken link is no record', () => {
  for (const link of ['%', 'a', '_w', '!!']) expect(fromLink(link)).toBeNull();
});

test('files are UTF-8, or Latin-1 as old programs wrote them', async () => {
  expect(await readFile(new Blob(['König']))).toBe('König');
  expect(await readFile(new Blob([new Uint8Array([0x4b, 0xf6])]))).toBe('Kö');
  expect(await readFile(new Blob([new Uint8Array([0xff, 0xfe, 0x4b, 0, 0xf6, 0])]))).toBe('Kö');
});
