import { randomUUID } from 'node:crypto';
import type { Operation } from '@shared/contract/operation';
import { operations } from '@shared/contract/operations';
import { expect, test } from 'vitest';
import { recordsOf } from '../support/records';
import { sharedService, startService } from '../support/start-service';

const lists = operations.filter(
  ({ method, response }) => method === 'get' && 'total' in ((response as { shape?: object } | undefined)?.shape ?? {}),
);
const nameOf = ({ path }: Operation) => path;

const shared = sharedService(async (started) => {
  const tenant_id = (await started.admin.get('/api/v2/sessions.json')).body.user.tenant_id;
  return { admin: started.admin, records: await recordsOf(started, tenant_id) };
});

/** The list's address, with the ids of existing records. */
async function addressOf({ path }: Operation) {
  const { admin, records } = await shared();
  return { admin, address: path.replace(/:(\w+)/g, (_, name) => records[name] ?? randomUUID()) };
}

test.each(lists.map((list) => [nameOf(list), list] as const))(
  '%s refuses invalid paging parameters',
  async (_, list) => {
    const { admin, address } = await addressOf(list);
    const refused = [
      ['limit=0', 'limit'],
      ['limit=1001', 'limit'],
      ['limit=ten', 'limit'],
      ['limit=5&limit=6', 'limit'],
      ['start=-1', 'start'],
      ['start=1.5', 'start'],
      ['max_total_calc=1001', 'max_total_calc'],
      ['max_total_calc=-1', 'max_total_calc'],
      ['after=x', 'after'],
      ['nobody_knows=1', 'nobody_knows'],
    ];
    const seen = [];
    for (const [query] of refused) {
      const { status, body } = await admin.get(`${address}?${query}`);
      seen.push([query, status, body.error, Object.keys(body.details ?? {})]);
    }
    expect(seen).toEqual(refused.map(([query, field]) => [query, 400, 'InvalidRecord', [field]]));
  },
);

test('a cursor whose key is changed by hand is refused, whatever it is changed to', async () => {
  const { admin, given } = await startService();
  for (const _ of [1, 2, 3]) await given.group();
  const { next_url } = (await admin.get('/api/v2/groups.json?limit=1')).body;
  const url = new URL(next_url, 'http://127.0.0.1');
  const parts = JSON.parse(Buffer.from(url.searchParams.get('after') ?? '', 'base64url').toString());
  const seen = [];
  for (const key of [1.5, 1e21, -1, true, null, ['x'], { a: 1 }]) {
    url.searchParams.set('after', Buffer.from(JSON.stringify(parts.with(3, key))).toString('base64url'));
    const { status, body } = await admin.get(url.pathname + url.search);
    seen.push([status, Object.keys(body.details ?? {})]);
  }

  expect(seen).toEqual(Array.from({ length: 7 }, () => [400, ['after']]));
});

const searched = lists.filter(({ query }) => query !== undefined && 'search_term' in query.shape);
test.each(searched.map((list) => [nameOf(list), list] as const))(
  '%s searches for text of up to 256 characters',
  async (_, list) => {
    const { admin, address } = await addressOf(list);
    const fields = async (term: string) => {
      const { status, body } = await admin.get(`${address}?search_term=${encodeURIComponent(term)}`);
      return [status, Object.keys(body.details ?? {})];
    };

    expect(await fields('x'.repeat(256))).toEqual([200, []]);
    expect([await fields('x'.repeat(257)), await fields('x\0')]).toEqual([
      [400, ['search_term']],
      [400, ['search_term']],
    ]);
  },
);

test.each(lists.map((list) => [nameOf(list), list] as const))(
  '%s returns its total on the last page',
  async (_, list) => {
    const { admin, address } = await addressOf(list);
    const { status, body } = await admin.get(`${address}?limit=1000`);
    const name = Object.keys((list.response as unknown as { shape: object }).shape)[0] ?? '';
    const beyond = (await admin.get(`${address}?start=500`)).body;

    expect([status, body.total, body.next_url]).toEqual([200, body[name].length, null]);
    expect([beyond[name], beyond.total, beyond.next_url]).toEqual([[], body.total, null]);
  },
);
