import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const page = readFileSync('docs/adding-a-resource.md', 'utf8');
const partOf = (heading: string) => page.split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
const filesIn = (text: string) =>
  [...text.matchAll(/`((?:shared|electron|renderer|tests)\/[^`]+\.\w+)`/g)].map(([, file]) => file as string);
const table = [...page.matchAll(/^\| `([^`]+)` \| (\d+) \|/gm)].map(([, file, lines]) => ({
  file: file as string,
  lines: Number(lines),
}));

test('the files of the worked example exist and have about the stated length', () => {
  const linesOf = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8').split('\n').length - 1 : null);

  const wrong = table
    .map(({ file, lines }) => ({ file, lines, found: linesOf(file) }))
    .filter(({ lines, found }) => found === null || Math.abs(found - lines) > 10);

  expect(table.length).toBeGreaterThan(10);
  expect(wrong).toEqual([]);
});

test('the entries of the worked example name it', () => {
  const entries = filesIn(partOf('Entries'));
  const naming = entries.filter((file) => /['"`][^'"`\s]*\/categories['"`/.]/.test(readFileSync(file, 'utf8')));

  expect(entries.length).toBeGreaterThan(4);
  expect(naming).toEqual(entries);
});
