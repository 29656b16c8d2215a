import { execFileSync } from 'node:child_process';
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

/** The missing targets of links and of paths in code marks. */
function missingIn(page: string, text: string): string[] {
  const links = [...text.matchAll(/\]\(([^)#]+)(?:#[^)]*)?\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^\w+:/.test(target))
    .map((target) => join(dirname(page), target));
  const named = [...text.matchAll(/`([^`\n]+)`/g)].map(([, name = '']) => name).filter((name) => isOurs.test(name));
  return [...links, ...named].filter((path) => !existsSync(path));
}

test.each(pages)('%s names only existing files', (page) => {
  expect(missingIn(page, readFileSync(page, 'utf8'))).toEqual([]);
});

test('a link to a missing file, and a missing path, are found', () => {
  const text = 'See [lists](lists.md) and `electron/service/lists.ts`, `npm start` and [SQLite](https://sqlite.org).';
  expect(missingIn('docs/x.md', text)).toEqual(['docs/lists.md', 'electron/service/lists.ts']);
});

const sources = execFileSync('git', ['ls-files', 'electron', 'renderer', 'shared', 'scripts'], { encoding: 'utf8' })
  .split('\n')
  .filter((path) => /\.(tsx?|mjs|cjs|css|sql)$/.test(path) && existsSync(path));

/** The documents that a source cites and that are missing; also sections and rules of documents that are not here. */
const citedIn = (text: string): string[] => [
  ...[...text.matchAll(/[\w/-]+\.md\b/g)].map(([path]) => path).filter((path) => !existsSync(path)),
  ...[...text.matchAll(/\b(?:design|reference|page), section \d+|\bRules \d|\(API v2\b[^)]*\)/g)].map(
    ([words]) => words,
  ),
];

test('no source cites a missing document', () => {
  const cited = sources.map((path) => ({ path, cites: citedIn(readFileSync(path, 'utf8')) }));
  expect(cited.filter(({ cites }) => cites.length > 0)).toEqual([]);
  expect(sources.length).toBeGreaterThan(300);
});

test('a missing document is found, an existing one is not reported', () => {
  const text = `// See rules.md, docs/search.md and RFC 9110, section 13. Widths: design, section 3. Rules 2 and 3.
    // Pages of every list (API v2, Paging rules), which API v2 shows.`;
  expect(citedIn(text)).toEqual(['rules.md', 'design, section 3', 'Rules 2', '(API v2, Paging rules)']);
});
