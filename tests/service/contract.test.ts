import type { groupApi } from '@shared/contract/groups';
import { readHealth } from '@shared/contract/health';
import { operation } from '@shared/contract/operation';
import { operations } from '@shared/contract/operations';
import { readSession } from '@shared/contract/sessions';
import { expect, test } from 'vitest';
import type { Authenticator } from '../../electron/service/access/authenticate';
import { list } from '../../electron/service/access/list';
import type { RefusalLog } from '../../electron/service/access/refusal-log';
import { Handler } from '../../electron/service/http/handle';

const handler = () =>
  new Handler({
    authenticator: {} as Authenticator,
    refusals: {} as RefusalLog,
    onAnswer: () => {},
    now: Date.now,
    log: () => {},
  });
const health = () => ({ app: 'earshot' as const, api: 'v2' as const });

test('a service does not start with an operation that has no rule', () => {
  const { handle, seal } = handler();
  handle(readHealth, health);

  expect(() => seal([readHealth, readSession])).toThrow('Without a rule: get /api/v2/sessions.json.');
});

test('a service does not start with a rule for an operation outside the contract', () => {
  const { handle, seal } = handler();
  handle(readHealth, health);

  expect(() => seal([])).toThrow('Not in the contract: get /healthz.');
});

test('an operation that does not name its refusals for the audit log does not compile', () => {
  const open = { summary: 'Read', method: 'get', path: '/api/v2/all.json', permission: 'public' } as const;
  // @ts-expect-error: the entry of a refused request would have no name
  const withoutName = () => operation({ ...open, permission: 'signed-in' });

  expect([withoutName, operation(open)]).toHaveLength(2);
});

test('a list without a scope does not compile, nor does one without a filter of its operation', () => {
  type Groups = typeof groupApi.list;
  const path = '/api/v2/groups.json';
  const record = { group_id: '', tenant_id: '', name: '', timezone: '', user_count: '' };
  const [search_term, tenant_id, scope] = [() => '', () => '', () => ''];
  const base = { from: 'groups g', record, key: [] };
  const complete = () => list<Groups>(path, { ...base, scope, filters: { search_term, tenant_id } });
  // @ts-expect-error: the list would show every tenant's groups
  const withoutScope = () => list<Groups>(path, { ...base, filters: { search_term, tenant_id } });
  // @ts-expect-error: the parameter tenant_id would be ignored
  const withoutFilter = () => list<Groups>(path, { ...base, scope, filters: { search_term } });

  expect([complete, withoutScope, withoutFilter]).toHaveLength(3);
});

test('every path has the version of the API, except those of the program itself and the signed URL', () => {
  const others = operations.map(({ path }) => path).filter((path) => !path.startsWith('/api/v2/'));
  const published = ['/calls/file/:call_id/signed'];
  expect(others.filter((path) => path !== '/healthz' && !path.startsWith('/docs'))).toEqual(published);
});
