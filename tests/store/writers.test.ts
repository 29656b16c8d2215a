import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { groupHooks } from '../../electron/service/resources/people/groups';
import { byEarshot } from '../../electron/service/store/audit';
import { temporaryFolder } from '../support/start-service';
import { archiveWithoutCalls } from './archive-without-calls';
import { runEveryChange } from './every-query';
import { tablesOf } from './postgresql/schema';
import { recording } from './postgresql/two-engines';

/** An archive without calls that records where its statements are prepared. */
async function archive() {
  const db = await archiveWithoutCalls();
  return recording(db);
}

/** The tables that a statement writes. */
const written = (sql: string): string[] =>
  [...sql.matchAll(/\b(?:INSERT INTO|DELETE FROM|(?<!DO )UPDATE) (\w+)/g)].map(([, table]) => table as string);

/** A resource, or another folder of the service. */
const folderOf = (place: string): string => place.match(/service\/((resources\/[^/]+\/)?[^/]+)/)?.[1] ?? place;

/** What several folders write: the table, with the places of each folder. */
function shared(places: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const writers = new Map<string, Map<string, string[]>>();
  for (const [place, statements] of places) {
    for (const table of new Set([...statements].flatMap(written))) {
      const folders = writers.get(table) ?? new Map<string, string[]>();
      writers.set(table, folders.set(folderOf(place), [...(folders.get(folderOf(place)) ?? []), place]));
    }
  }
  return [...writers]
    .filter(([, folders]) => folders.size > 1)
    .map(([table, folders]) => {
      const each = [...folders].map(([folder, at]) => `${folder} (${at.join(', ')})`);
      return `The table ${table} is written by ${each.join(' and by ')}. Let one export a function for the others.`;
    });
}

test('each table is written by one resource, or by one other folder of the service', async () => {
  const { db, places } = await archive();

  runEveryChange(db);

  const seen = new Set([...places.values()].flatMap((statements) => [...statements].flatMap(written)));
  expect(shared(places).join('\n')).toBe('');
  expect(tablesOf(db).filter((name) => !seen.has(name))).toEqual([]);
});

test('a resource that writes the table of another one is found', async () => {
  const { db, places } = await archive();
  const breach = join(temporaryFolder(), 'electron/service/resources/people/groups/breach.mjs');
  mkdirSync(dirname(breach), { recursive: true });
  writeFileSync(breach, "export const write = (db) => db.prepare('UPDATE users SET name = @name');\n");
  const { write } = await import(pathToFileURL(breach).href);

  groupHooks.removed.run(db, 'group', byEarshot(0));
  write(db);

  expect(shared(places)).toEqual([
    expect.stringMatching(
      /^The table users is written by resources\/people\/users \(.*users\/places\.queries\.ts:\d+\) and by resources\/people\/groups \(.*breach\.mjs:1\)\./,
    ),
  ]);
});
