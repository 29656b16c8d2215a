import { listBackups } from '@shared/contract/backups';
import { expect, test } from 'vitest';
import type { Scope } from '../../electron/service/access/scope';
import { complete } from '../../electron/service/http/answers';
import { listedFromMemory } from '../../electron/service/http/paging';

const made = { created_at: '2026-01-02T03:04:05+00:00', expires_at: null, file_size: 1 };
const backups = Array.from({ length: 100_000 }, (_, n) => {
  const backup_id = `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
  return { ...made, backup_id, file_name: `${String(n).padStart(6, '0')}.db` };
});
const asked = {
  query: { limit: 3, start: 50_000, max_total_calc: 0, after: undefined },
  scope: {} as Scope,
  actor: { zone: 'UTC' },
  request: new Request('http://127.0.0.1/api/v2/backups.json'),
};

test('a page of records in memory costs no more when there are many', async () => {
  let compared = 0;
  const by = ({ file_name }: { file_name: string }) => {
    compared += 1;
    return file_name;
  };

  const page = await listedFromMemory(listBackups, { records: () => backups, by, scope: () => true })(asked);

  const { backups: shown, next_url } = (await complete(page.response).json()) as {
    backups: typeof backups;
    next_url: string;
  };
  expect(shown.map(({ file_name }) => file_name)).toEqual(['050000.db', '050001.db', '050002.db']);
  expect([new URL(next_url, asked.request.url).searchParams.get('start'), compared]).toEqual(['50003', 1]);
});

test('a list in memory that is not in the caller’s scope is empty, and its records are not read', async () => {
  const records = () => expect.unreachable();
  const page = await listedFromMemory(listBackups, { records, by: ({ file_name }) => file_name, scope: () => false })(
    asked,
  );

  expect(await complete(page.response).json()).toEqual({ backups: [], next_url: null, total: 0 });
});
