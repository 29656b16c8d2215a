import { execFileSync } from 'node:child_process';
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

/** What code calls the records of four plain collections, their ids and their rights. */
const collections = [
  ['category', 'categories', 'category_id', 'call_categories'],
  ['client', 'clients', 'client_id'],
  ['group', 'groups', 'group_id'],
  ['role', 'roles', 'role_id'],
];
/** Whether code names one of them: as a text, in a path, or as a property. */
const names = (text: string, words: string[]) =>
  new RegExp(`['"\`/](?:${words.join('|')})['"\`/.]|^ *(?:${words.join('|')}): `, 'm').test(text);

/** The lists of resources. A file that names categories only uses them: as labels of calls, for example. */
const lists = execFileSync('git', ['ls-files', 'electron', 'renderer', 'shared', 'scripts', 'tests'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.(tsx?|mjs|json|sql)$/.test(file) && !/^tests\/(scripts|faults)\//.test(file) && existsSync(file))
  .filter((file) => collections.every((words) => names(readFileSync(file, 'utf8'), words)));

const missingIn = (text: string) => lists.filter((file) => !filesIn(text).includes(file));

test('the entries of the worked example name it', () => {
  const entries = filesIn(partOf('Entries'));
  const naming = entries.filter((file) => names(readFileSync(file, 'utf8'), collections[0] ?? []));

  expect(entries.length).toBeGreaterThan(6);
  expect(naming).toEqual(entries);
});

test('every list of resources is among the entries', () => {
  expect(missingIn(partOf('Entries'))).toEqual([]);
  expect(lists.length).toBeGreaterThan(6);
});

test('a list that is left out is found', () => {
  const text = partOf('Entries').replaceAll('`shared/kinds.ts`', '').replaceAll('`renderer/app/places.ts`', '');

  expect(missingIn(text)).toEqual(['renderer/app/places.ts', 'shared/kinds.ts']);
});
