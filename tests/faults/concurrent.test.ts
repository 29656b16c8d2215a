import type { Group } from '@shared/contract/groups';
import { expect, test, vi } from 'vitest';
import type { Caller } from '../support/caller';
import { startService } from '../support/start-service';

vi.setConfig({ testTimeout: 240_000 });
const seconds = Number(process.env.EARSHOT_CONCURRENT_SECONDS ?? 3);
const [readers, writers, groups] = [150, 50, 10];
const counted = (n: number, count: number) => `Group ${n}: ${count}`;
const reads = [
  'calls.json',
  'calls.json?search_term=lopez',
  'calls/count.json',
  'groups.json',
  'audit_log.json?limit=5',
];

/** Adds 1 to the number in a group's name, if the group is still as it was read. Returns whether it was. */
async function increment(caller: Caller, url: string): Promise<{ status: number; isDone: boolean }> {
  const { status, headers, body } = await caller.get(url);
  if (status !== 200) return { status, isDone: false };
  const [, n, count] = /^Group (\d+): (\d+)$/.exec((body.group as Group).name) ?? [];
  const changed = await caller.raw(url, {
    method: 'PUT',
    body: JSON.stringify({ group: { name: counted(Number(n), Number(count) + 1) } }),
    headers: { 'content-type': 'application/json', 'if-match': headers.get('etag') ?? '' },
  });
  return { status: changed.status, isDone: changed.status === 200 };
}

test('200 callers read and write at the same time: nothing fails, no update is lost, the audit log stays whole', async () => {
  const { admin, given } = await startService();
  await given.calls(...Array.from({ length: 500 }, (_, n) => ({ from_name: n % 5 ? 'Maria Lopez' : 'Sam' })));
  const urls: string[] = [];
  for (let n = 0; n < groups; n++) {
    urls.push((await admin.post('/api/v2/groups.json', { group: { name: counted(n, 0) } })).body.url);
  }
  const statuses = new Map<number, number>();
  const done = new Map(urls.map((url) => [url, 0]));
  const note = (status: number): void => void statuses.set(status, (statuses.get(status) ?? 0) + 1);
  const end = Date.now() + seconds * 1000;
  const until = async (work: (turn: number) => Promise<void>) => {
    for (let turn = 0; Date.now() < end; turn++) await work(turn);
  };

  await Promise.all([
    ...Array.from({ length: readers }, (_, n) =>
      until(async (turn) => note((await admin.get(`/api/v2/${reads[(n + turn) % reads.length]}`)).status)),
    ),
    ...Array.from({ length: writers }, (_, n) =>
      until(async (turn) => {
        const url = urls[(n + turn) % groups] as string;
        const { status, isDone } = await increment(admin, url);
        note(status);
        if (isDone) done.set(url, (done.get(url) ?? 0) + 1);
      }),
    ),
  ]);

  expect([...statuses.keys()].filter((status) => ![200, 412].includes(status))).toEqual([]);
  expect(statuses.get(412)).toBeGreaterThan(0);
  const names = await Promise.all(urls.map(async (url) => (await admin.get(url)).body.group.name));
  expect(names).toEqual(urls.map((url, n) => counted(n, done.get(url) ?? 0)));
  expect([...done.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThan(0);
  const { verification } = (await admin.get('/api/v2/audit_log/verification.json')).body;
  expect(verification.fault).toBeNull();
});
