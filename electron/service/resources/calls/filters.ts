import type { CallFilters } from '@shared/contract/calls';
import { soughtBy } from '@shared/search-text';
import { callsInScope, type Scope } from '../../access/scope';
import { invalid } from '../../refusal';
import { startOfDay } from '../../zones';
import { firstKeyAt } from './rules';
import { textCondition } from './search/condition';

type Params = Record<string, string | number | bigint>;

/** What a list of calls reads from, as SQL: `key` is the time key that it walks, `params` are its values. */
export type CallFilter = { from: string; key: string; where: string; params: Params };

/**
 * The first key at `ms`, as a parameter. A bigint, because better-sqlite3 binds numbers as reals and the text index
 * seeks to integers only: with a real it walks all newer hits.
 */
export const keyParameter = (ms: number): bigint => BigInt(firstKeyAt(ms));

/** `in_time` for about one row in 127, since a call from SQL into JavaScript costs more than passing over the row. */
const inTime = (key: string) => `(${key} % 127 OR in_time(${key}))`;

/** The days of a daterange as [first ms, first ms after), in the caller's zone. Refused when the calendar lacks a day. */
export function dateRange(text: string, zone: string): [number, number] {
  const [first = '', last = ''] = text.split('-');
  const [from, to] = [startOfDay(first, zone), startOfDay(last, zone, 1)];
  if (from === undefined || to === undefined) throw invalid({ daterange: 'Names a day that does not exist' });
  // Days are compared as written: a day that its zone skipped ends as it begins.
  if (first > last) throw invalid({ daterange: 'Ends before it begins' });
  return [from, to];
}

/** The basic search, joined with AND, inside the caller's scope. One of the filters leads: it is walked in order of time. */
export function callFilter(query: CallFilters, scope: Scope, zone: string): CallFilter {
  const params: Params = { ...scope.params };
  const { from, key, led } = leader(query, scope, params);
  const where = [inTime(key), callsInScope(scope, 'c'), ...led];

  if (query.daterange !== undefined) {
    const [first, end] = dateRange(query.daterange, zone);
    params.first_key = keyParameter(first);
    params.end_key = keyParameter(end);
    where.push(`${key} >= @first_key AND ${key} < @end_key`);
  }
  const anyOf = (name: string, values: readonly (string | number)[]) => {
    params[name] = JSON.stringify(values);
    return `IN (SELECT value FROM json_each(@${name}))`;
  };
  if (query.direction) where.push(`c.protocol_call_direction ${anyOf('direction', query.direction)}`);
  if (query.tenant_id?.length === 1) {
    params.tenant_id = query.tenant_id[0] as string;
    where.push('c.tenant_id = @tenant_id');
  } else if (query.tenant_id) {
    // The plus keeps SQLite from walking tenant by tenant, after which all their calls would have to be sorted.
    where.push(`+c.tenant_id ${anyOf('tenant_id', query.tenant_id)}`);
  }
  if (query.user_id) {
    where.push(
      `EXISTS (SELECT 1 FROM call_users f WHERE f.call_pk = c.call_pk AND f.user_id ${anyOf('user_id', query.user_id)})`,
    );
  }
  if (query.group_id) {
    where.push(`EXISTS (SELECT 1 FROM call_users f JOIN user_groups g USING (user_id)
      WHERE f.call_pk = c.call_pk AND g.group_id ${anyOf('group_id', query.group_id)})`);
  }
  if (query.category_id) {
    where.push(`EXISTS (SELECT 1 FROM call_categories f JOIN categories g USING (category_id)
      WHERE f.call_pk = c.call_pk AND f.category_id ${anyOf('category_id', query.category_id)}
        AND (g.private_user_id IS NULL OR g.private_user_id = @scope_user))`);
  }
  if (query.client_id) {
    where.push(`EXISTS (SELECT 1 FROM call_numbers f CROSS JOIN client_contacts k USING (number_key)
      JOIN clients l USING (client_id)
      WHERE f.call_pk = c.call_pk AND l.tenant_id = c.tenant_id AND k.client_id ${anyOf('client_id', query.client_id)})`);
  }
  if (query.import_id !== undefined) {
    params.import_id = query.import_id;
    where.push(`c.call_id IN (SELECT call_id FROM import_rows WHERE import_id = @import_id AND outcome = 'imported')`);
  }
  return { from, key, where: where.join(' AND '), params };
}

/** The narrowest ordered way in: text, one person, one category, else all calls. */
function leader(query: CallFilters, scope: Scope, params: Params) {
  const calls = listed(query, scope);
  const joined = (source: string, key: string) => ({
    from: `${source} CROSS JOIN ${calls} ON c.call_pk = ${key}`,
    key,
  });
  const sought = query.search_term === undefined ? undefined : soughtBy(query.search_term);
  if (sought !== undefined) {
    const { match, condition } = textCondition(sought, 'i.text', params);
    if (match === undefined) return { ...joined('call_texts i', 'i.call_pk'), led: condition };
    params.match = match;
    return { ...joined('call_text_index i', 'i.rowid'), led: ['i.call_text_index MATCH @match', ...condition] };
  }
  const person =
    scope.people === 'self' ? scope.params.scope_user : query.user_id?.length === 1 ? query.user_id[0] : undefined;
  if (person !== undefined) {
    params.leader = person;
    return { ...joined('call_users i', 'i.call_pk'), led: ['i.user_id = @leader'] };
  }
  if (query.category_id?.length === 1) {
    params.leader = query.category_id[0] as string;
    return { ...joined('call_categories i', 'i.call_pk'), led: ['i.category_id = @leader'] };
  }
  return { from: calls, key: 'c.call_pk', led: [] };
}

/** Calls by the narrow index that has what every list asks of them; by the table only where several tenants are asked. */
function listed({ tenant_id }: CallFilters, scope: Scope): string {
  if (scope.tenants === 'own' || tenant_id?.length === 1) return 'calls c INDEXED BY calls_by_tenant';
  return tenant_id ? 'calls c' : 'calls c INDEXED BY calls_listed';
}
