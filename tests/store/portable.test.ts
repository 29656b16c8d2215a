import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { declaredLists } from '../../electron/service/access/list';
import { declaredNames } from '../../electron/service/store/query';
import { archiveWithoutCalls } from './archive-without-calls';
import { runEveryQuery } from './every-query';
import { functions } from './postgresql/fragments';
import { refusedByPostgresql } from './postgresql/prepare';
import { schemaOf } from './postgresql/schema';
import { recording } from './postgresql/two-engines';

// A statement runs on SQLite and is prepared on PostgreSQL. Its fragments contain the text for both.
vi.mock(import('../../electron/service/store/fragments'), async (own) => {
  const { forBoth } = await import('./postgresql/two-engines');
  return forBoth(await own());
});

/** An archive without calls that records its statements, and its schema for PostgreSQL. */
async function archive() {
  const db = await archiveWithoutCalls();
  return { ...recording(db), schema: [...functions, ...schemaOf(db)] };
}

const service = 'electron/service';

/** What prepares a statement, or lets record.ts prepare it. */
const preparing = /\.prepare[<(]|\b((insert|update)Record|mustMatchVersion)\(/;

/** The places where the service prepares statements, as `path:line`. Those in connection.ts are specific to SQLite. */
function placesInCode(): string[] {
  const files = readdirSync(service, { recursive: true, encoding: 'utf8' });
  const others = ['store/connection.ts', 'store/record.ts'];
  const paths = files.filter((path) => path.endsWith('.ts') && !others.includes(path));
  return paths.flatMap((path) => {
    const lines = readFileSync(join(service, path), 'utf8').split('\n');
    return lines.flatMap((line, n) => (preparing.test(line) ? [`${service}/${path}:${n + 1}`] : []));
  });
}

test('PostgreSQL prepares every statement of the service', async () => {
  const { db, places, schema } = await archive();

  const ran = runEveryQuery(db);
  const statements = new Set([...places.values()].flatMap((prepared) => [...prepared]));
  const refused = await refusedByPostgresql(schema, [...statements]);

  const withoutOne = declaredLists
    .filter(({ id }) => id === undefined)
    .flatMap(({ one, several }) => [one.name, several.name]);
  expect(declaredNames().filter((name) => !ran.has(name))).toEqual(withoutOne);
  expect([...places.keys()].sort()).toEqual(placesInCode().sort());
  expect([...refused.values()].join('\n')).toBe('');
  // PostgreSQL prepares it too, but only SQLite ignores case.
  expect([...statements].filter((sql) => /\bLIKE\b/.test(sql))).toEqual([]);
});

test('PostgreSQL refuses SQL that only SQLite supports', async () => {
  const { schema } = await archive();
  const portable = 'INSERT INTO settings (name, value) VALUES (@name, @value) ON CONFLICT DO NOTHING';
  const planted = [
    'INSERT OR IGNORE INTO settings (name, value) VALUES (@name, @value)',
    'SELECT value FROM settings WHERE name = ?',
    'SELECT value FROM settings WHERE @name IS NULL',
    'SELECT value FROM settings WHERE 1',
    'SELECT value FROM settings WHERE name = @name AND @is_on',
    'SELECT value FROM settings WHERE name IS @name',
    "SELECT iif(name = 'a', 1, 0) FROM settings",
    "SELECT sum(name = 'a') FROM settings",
    'SELECT rowid FROM settings',
    'SELECT json_group_array(name) FROM settings',
  ];

  const refused = await refusedByPostgresql(schema, [portable, ...planted]);

  expect([...refused.keys()]).toEqual(planted);
});
