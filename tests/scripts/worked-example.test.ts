import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
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

test('only the named files use the worked example', () => {
  const sources = ['shared', 'electron', 'renderer', 'scripts', 'tests'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(tsx?|mjs)$/.test(name))
      .map((name) => join(folder, name).replaceAll('\\', '/')),
  );
  const using = sources.filter((file) => /['"`][^'"`\s]*\/categories['"`/.]/.test(readFileSync(file, 'utf8')));
  const named = new Set([
    ...table.map(({ file }) => file),
    ...filesIn(partOf('Entries')),
    ...filesIn(partOf('Uses')),
    'tests/scripts/worked-example.test.ts',
  ]);

  expect(using.filter((file) => !named.has(file))).toEqual([]);
  expect(filesIn(partOf('Entries')).filter((file) => !using.includes(file))).toEqual([]);
});
