import type { CallFilters, listCalls } from '@shared/contract/calls';
import { soughtBy } from '@shared/search-text';
import { dateRange } from '../../access/date-range';
import { type Conditions, elsewhere, type Making, type Source } from '../../access/list';
import type { Scope } from '../../access/scope';
import { byIndex, joinedInOrder, keyParameter, searched, unwalked, valuesOf } from '../../store/fragments';
import { firstKeyAt, nextSecond } from './rules';
import { hasShort, heldBy, inIndex } from './search/condition';

const firstKey = (ms: number) => keyParameter(firstKeyAt(ms));
const anyOf = (values: readonly (string | number)[], { bind }: Making) =>
  `IN ${valuesOf(bind(JSON.stringify(values)), typeof values[0] === 'number' ? 'integer' : 'text')}`;

/** The filters of the basic search, joined with AND. */
export const callFilters: Conditions<typeof listCalls> = {
  sort_order: elsewhere,
  search_term: elsewhere,
  daterange(text, { bind, key, zone }) {
    const [first, end] = dateRange(text, zone);
    return `${key} >= ${bind(firstKey(first))} AND ${key} < ${bind(firstKey(end))}`;
  },
  newer_than: (ms, { bind, key }) => `${key} >= ${bind(firstKey(nextSecond(ms)))}`,
  direction: (codes, making) => `c.protocol_call_direction ${anyOf(codes, making)}`,
  tenant_id: (ids, making) =>
    ids.length === 1
      ? `c.tenant_id = ${making.bind(ids[0] as string)}`
      : // If it walked tenant by tenant, it would have to sort all their calls.
        `${unwalked('c.tenant_id')} ${anyOf(ids, making)}`,
  user_id: (ids, making) =>
    `EXISTS (SELECT 1 FROM call_users f WHERE f.call_pk = c.call_pk AND f.user_id ${anyOf(ids, making)})`,
  group_id: (ids, making) => `EXISTS (SELECT 1 FROM call_users f JOIN user_groups g USING (user_id)
    WHERE f.call_pk = c.call_pk AND g.group_id ${anyOf(ids, making)})`,
  category_id: (ids, making) => `EXISTS (SELECT 1 FROM call_categories f JOIN categories g USING (category_id)
    WHERE f.call_pk = c.call_pk AND f.category_id ${anyOf(ids, making)}
      AND (g.private_user_id IS NULL OR g.private_user_id = @scope_user))`,
  client_id: (ids, making) => `EXISTS (
    SELECT 1 FROM ${joinedInOrder('call_numbers f', 'client_contacts k', 'USING (number_key)')} JOIN clients l USING (client_id)
    WHERE f.call_pk = c.call_pk AND l.tenant_id = c.tenant_id AND k.client_id ${anyOf(ids, making)})`,
  import_id: (id, { bind }) =>
    `c.call_id IN (SELECT call_id FROM import_rows WHERE import_id = ${bind(id)} AND outcome = 'imported')`,
};

/** The narrowest ordered source: text, one person, one category, otherwise all calls. */
export function callSource(query: CallFilters, { bind, scope }: Making): Source {
  const calls = callsTable(query, scope);
  const joined = (source: string, key: string, where: string[]) => ({
    from: joinedInOrder(source, calls, `ON c.call_pk = ${key}`),
    key: [key],
    where,
  });
  const sought = query.search_term === undefined ? undefined : soughtBy(query.search_term);
  if (sought !== undefined) {
    const found = inIndex(sought);
    if (found === undefined) return joined('call_texts i', 'i.call_pk', [heldBy(sought, 'i.text', bind)]);
    const { from, key, condition } = searched('i', found, bind);
    return joined(from, key, [condition, ...(hasShort(sought) ? [heldBy(sought, 'i.text', bind)] : [])]);
  }
  const person =
    scope.people === 'self' ? scope.params.scope_user : query.user_id?.length === 1 ? query.user_id[0] : undefined;
  if (person !== undefined) return joined('call_users i', 'i.call_pk', [`i.user_id = ${bind(person)}`]);
  if (query.category_id?.length === 1) {
    return joined('call_categories i', 'i.call_pk', [`i.category_id = ${bind(query.category_id[0] as string)}`]);
  }
  return { from: calls };
}

/**
 * Calls through the narrow index with the columns that every list needs; through the table only for several tenants.
 */
function callsTable({ tenant_id }: CallFilters, scope: Scope): string {
  if (scope.tenants === 'own' || tenant_id?.length === 1) return byIndex('calls c', 'calls_by_tenant');
  return tenant_id ? 'calls c' : byIndex('calls c', 'calls_listed');
}
