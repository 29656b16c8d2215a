import { randomUUID } from 'node:crypto';
import type { AccessLevel } from '@shared/permissions';
import type { Actor } from '../../electron/service/access/actor';
import { declaredLists, type List, type ListOperation } from '../../electron/service/access/list';
import { type Scope, scopeOf } from '../../electron/service/access/scope';
import '../../electron/service/threads/queries';

export const id = randomUUID();

export const levels = ['root', 'tenant', 'managed_groups', 'user'] as const;

/** The reach of a role of this level, which holds these rights. */
export function scope(access_level: AccessLevel, permissions: Actor['permissions'] = {}): Scope {
  const actor = { access_level, in_system_tenant: true, permissions, tenant_id: id, user_id: id };
  return scopeOf(actor as unknown as Actor);
}

/** A value for each filter of every list, as a request would send it. A filter without one fails the test. */
const samples: Record<string, string> = {
  about: 'row',
  annotated: 'true',
  category_id: id,
  client_id: id,
  daterange: '2026/01/01-2026/12/31',
  direction: '1,2',
  group_id: id,
  import_id: id,
  newer_than: '2026-01-01T00:00:00Z',
  outcome: 'imported',
  search_term: 'abc',
  sort_order: 'asc',
  tenant_id: id,
  user_id: id,
};

/** Values of filters, by their names. */
export type Given = Record<string, string | undefined>;

/** Every declared list, with no filter of its query and with each of them; the ids of its path are always given. */
export const narrowed: { name: string; list: List<ListOperation>; given: Given }[] = declaredLists.flatMap((list) => {
  const inPath = list.filters.filter((name) => list.operation.path.includes(`:${name}`));
  return [undefined, ...list.filters.filter((name) => !inPath.includes(name))].map((filter) => ({
    name: `${list.operation.path}${filter === undefined ? '' : `?${filter}`}`,
    list,
    given: Object.fromEntries([...inPath, ...(filter ? [filter] : [])].map((name) => [name, samples[name]])),
  }));
});

/** The first page of a list with these filters, as a request would ask for it. */
export function asked({ operation, page }: List<ListOperation>, given: Given) {
  const query = operation.query.loose().parse(given);
  const { limit: _limit, start: _start, after: _after, max_total_calc: _cap, ...filters } = query;
  const values = { ...given, ...filters } as Parameters<typeof page.run>[1]['values'];
  return { values, limit: 20, start: 0, cap: 0, zone: 'UTC' };
}

/** A place far behind in a list. */
export const after = ({ key }: Pick<List<ListOperation>, 'key'>) =>
  key.map(({ is }) => (is === 'integer' ? 1_700_000_000_000_000 : 'm'));
