import type { CallFilters } from '@shared/contract/calls';
import { callsInScope, type Scope } from '../../access/scope';
import { invalid } from '../../refusal';
import { startOfDay } from '../../zones';
import { firstKeyAt, searchable } from './rules';

type Params = Record<string, string | number>;

/** What a list of calls reads from, as SQL: `key` is the time key that it walks, `params` are its values. */
export type CallFilter = { from: string; key: string; where: string; params: Params };

/** Trigrams need three characters; a shorter term scans the narrow text table instead (docs/paging.md). */
const trigram = 3;

/** The days of a daterange as [first ms, first ms after), in the caller's zone. Refused when a day does not exist. */
export function dateRange(text: string, zone: string): [number, number] {
  const [first = '', last = ''] = text.split('-');
  const [from, to] = [startOfDay(first, zone), startOfDay(last, zone, 1)];
  if (from === undefined || to === undefined) throw invalid({ daterange: 'Names a day that does not exist' });
  if (from >= to) throw invalid({ daterange: 'Ends before it begins' });
  return [from, to];
}

/** The basic search, joined with AND, inside the caller's scope. One of the filters leads: it is walked in order of time. */
export function callFilter(query: CallFilters, scope: Scope, zone: string): CallFilter {
  const params: Params = { ...scope.params };
  const term = query.search_term === undefined ? '' : searchable(query.search_term);
  const { from, key, led } = leader(query, scope, term, params);
  const where = [`in_time(${key})`, callsInScope(scope, 'c'), ...led];

  if (query.daterange !== undefined) {
    const [first, end] = dateRange(query.daterange, zone);
    params.first_key = firstKeyAt(first);
    params.end_key = firstKeyAt(end);
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
  return { from, key, where: where.join(' AND '), params };
}

/** The narrowest ordered way in: text, one person, one category, else all calls. */
function leader(query: CallFilters, scope: Scope, term: string, params: Params) {
  if ([...term].length >= trigram) {
    params.match = `"${term.replaceAll('"', '""')}"`;
    return {
      from: 'call_text_index i CROSS JOIN calls c ON c.call_pk = i.rowid',
      key: 'i.rowid',
      led: ['i.call_text_index MATCH @match'],
    };
  }
  if (term !== '') {
    params.term = term;
    return {
      from: 'call_texts i CROSS JOIN calls c USING (call_pk)',
      key: 'i.call_pk',
      led: ['instr(i.text, @term)'],
    };
  }
  const person =
    scope.people === 'self' ? scope.params.scope_user : query.user_id?.length === 1 ? query.user_id[0] : undefined;
  if (person !== undefined) {
    params.leader = person;
    return { from: 'call_users i CROSS JOIN calls c USING (call_pk)', key: 'i.call_pk', led: ['i.user_id = @leader'] };
  }
  if (query.category_id?.length === 1) {
    params.leader = query.category_id[0] as string;
    return {
      from: 'call_categories i CROSS JOIN calls c USING (call_pk)',
      key: 'i.call_pk',
      led: ['i.category_id = @leader'],
    };
  }
  return { from: 'calls c', key: 'c.call_pk', led: [] };
}
