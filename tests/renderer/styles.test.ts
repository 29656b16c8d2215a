import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** The `:has()` of a style sheet that search all descendants. */
const searching = (css: string) => css.replaceAll(/\/\*.*?\*\//gs, '').match(/:has\((?!\s*[>+~]).*/g) ?? [];

test('what :has() looks for is a child or a sibling: searching descendants, each change below restyles what it matches', () => {
  const sheets = readdirSync('renderer', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.css'));

  const found = sheets.flatMap((name) =>
    searching(readFileSync(join('renderer', name), 'utf8')).map((rule) => `${name} ${rule}`),
  );

  expect(sheets.length).toBeGreaterThan(50);
  expect(found).toEqual([]);
  expect(searching('.shell:has([data-stage]) { } .deck:has(> p) { }')).toHaveLength(1);
});
