import { randomUUID } from 'node:crypto';
import { explodedIn } from '@shared/contract/operation';
import { operations } from '@shared/contract/operations';
import { kinds } from '@shared/kinds';
import type { AccessLevel } from '@shared/permissions';
import type { Actor } from '../../electron/service/access/actor';
import { declaredLists, type List, type ListOperation } from '../../electron/service/access/list';
import { type Scope, scopeOf } from '../../electron/service/access/scope';
import { readQuery } from '../../electron/service/http/validate';
import '../../electron/service/threads/queries';

export const id = randomUUID();

export const levels = ['root', 'tenant', 'managed_groups', 'user'] as const;

/** The scope of a role with this access level and these permissions. */
export function scope(access_level: AccessLevel, permissions: Actor['permissions'] = {}): Scope {
  const actor = { access_level, in_system_tenant: true, multi_tenancy: true, permissions, tenant_id: id, user_id: id };
  return scopeOf(actor as unknown as Actor, 0);
}

/** The names of the ids of all kinds of records. */
const idNames = Object.values(kinds).flatMap((kind) =>
  'example' in kind ? Object.keys(kind.example).slice(0, 1) : [],
);

/**
 * A value for each filter of every list, in the form of a request; any id for one by the id of a record. A filter without
 * a value fails the test.
 */
const samples: Record<string, string> = {
  ...Object.fromEntries(idNames.map((name) => [name, id])),
  about: 'row',
  action: 'create',
  advanced_search: '1',
  agent_review_status: 'disputed',
  dispute_replied: 'false',
  annotated: 'true',
  compared: '1',
  daterange: '2026/01/01-2026/12/31',
  direction: '1,2',
  door: 'window',
  evaluation_form_id: id,
  evaluator_user_id: id,
  form_section_id: id,
  licence: 'recording_seat',
  is_active: 'true',
  is_passed: 'true',
  is_read: 'false',
  score_min: '50',
  score_max: '90',
  newer_than: '2026-01-01T00:00:00Z',
  not_used_since: '2026-01-01T00:00:00Z',
  outcome: 'imported',
  purpose: 'quality',
  '/api/v2/audit_log.json outcome': 'done',
  resource: 'group',
  resource_id: id,
  search_term: 'abc',
  sort_order: 'asc',
  status: 'assigned,in_progress',
  '/api/v2/calibrations.json status': 'open',
  '/api/v2/webhooks/:webhook_id/deliveries.json status': 'failed',
};

/** Values of filters, by their names. */
export type Given = Record<string, string | undefined>;

const isInPath = ({ path }: List<ListOperation>, name: string) => path.includes(`:${name}`);

/** The query of the operation that responds with a list. */
const queryOf = ({ path }: List<ListOperation>) =>
  (operations.find((operation) => operation.path === path && operation.method === 'get') as ListOperation).query;

/**
 * Every declared list, without filters and with each of them. The ids in its path are always given. The filters of the
 * advanced search are in call-filters.ts.
 */
export const narrowed: { name: string; list: List<ListOperation>; given: Given }[] = declaredLists.flatMap((list) => {
  const inPath = list.filters.filter((name) => isInPath(list, name));
  // Other orders have tests of their own, because their pages are other statements.
  const isOwn = (name: string) => name === 'sort' || name === explodedIn(queryOf(list));
  const others = list.filters.filter((name) => !inPath.includes(name) && !isOwn(name));
  return [undefined, ...others].map((filter) => ({
    name: `${list.path}${filter === undefined ? '' : `?${filter}`}`,
    list,
    given: Object.fromEntries(
      [...inPath, ...(filter ? [filter] : [])].map((name) => [name, samples[`${list.path} ${name}`] ?? samples[name]]),
    ),
  }));
});

/** The first page of a list with these filters, in the form of a request. */
export function asked(list: List<ListOperation>, given: Given) {
  const all = Object.entries(given).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const inQuery = new URLSearchParams(all.filter(([name]) => !isInPath(list, name)));
  const { limit, start, after: _after, max_total_calc: cap, ...filters } = readQuery(`?${inQuery}`, queryOf(list));
  const inPath = Object.fromEntries(all.filter(([name]) => isInPath(list, name)));
  const values = { ...inPath, ...filters } as Parameters<typeof list.page.run>[1]['values'];
  return { values, limit: Number(limit), start: Number(start), cap: Number(cap), zone: 'UTC' };
}

/** A position far into a list. */
export const after = ({ key }: Pick<List<ListOperation>, 'key'>) =>
  key.map(({ is }) => (is === 'integer' ? 1_700_000_000_000_000 : 'm'));
