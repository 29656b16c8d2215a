import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const pages = [
  'README.md',
  ...readdirSync('docs')
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];
const isOurs = /^(electron|renderer|shared|scripts|tests|docs|resources)\/[\w./-]+$/;

/** Links to files, and files and folders named in code marks, that are not there. */
function missingIn(page: string, text: string): string[] {
  const links = [...text.matchAll(/\]\(([^)#]+)(?:#[^)]*)?\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^\w+:/.test(target))
    .map((target) => join(dirname(page), target));
  const named = [...text.matchAll(/`([^`\n]+)`/g)].map(([, name = '']) => name).filter((name) => isOurs.test(name));
  return [...links, ...named].filter((path) => !existsSync(path));
}

test.each(pages)('%s names only what is in the repository', (page) => {
  expect(missingIn(page, readFileSync(page, 'utf8'))).toEqual([]);
});

test('a link and a file that are not there are found', () => {
  const text = 'See [lists](lists.md) and `electron/service/lists.ts`, `npm start` and [SQLite](https://sqlite.org).';
  expect(missingIn('docs/x.md', text)).toEqual(['docs/lists.md', 'electron/service/lists.ts']);
});
