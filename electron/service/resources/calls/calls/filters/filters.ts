import type { Filter } from '@shared/call-filters/filter';
import type { CallFilters, listCalls } from '@shared/contract/calls';
import { type Sought, soughtBy } from '@shared/search-text';
import { dateRange } from '../../../../access/date-range';
import { binding, type Conditions, elsewhere, type Making, type Source } from '../../../../access/list';
import { byIndex, joinedInOrder, keyParameter, searched, unwalked } from '../../../../store/fragments';
import { firstKeyAt, nextSecond } from '../rules';
import { hasShort, heldBy, inIndex } from '../search/condition';
import { fewFound, fieldWanted, onlyValue, passes, piecesOf } from './advanced';
import { anyKey, anyOf, subjects } from './subjects';

const firstKey = (ms: number) => keyParameter(firstKeyAt(ms));
const oneOf = (name: keyof typeof subjects) => (values: readonly (string | number)[], making: Making) =>
  subjects[name].any((value) => `${value} ${anyOf(values, making)}`, making);

/** The filters of the basic and the advanced search, joined with AND. */
export const callFilters: Conditions<typeof listCalls> = {
  sort: elsewhere,
  sort_order: elsewhere,
  search_term: elsewhere,
  daterange(text, { bind, key, zone }) {
    const [first, end] = dateRange(text, zone);
    return `${key} >= ${bind(firstKey(first))} AND ${key} < ${bind(firstKey(end))}`;
  },
  newer_than: (ms, { bind, key }) => `${key} >= ${bind(firstKey(nextSecond(ms)))}`,
  direction: oneOf('direction'),
  call_id: (ids, making) => `c.call_pk IN (SELECT d.call_pk FROM calls d WHERE d.call_id ${anyOf(ids, making)})`,
  tenant_id: (ids, making) =>
    ids.length === 1
      ? `c.tenant_id = ${making.bind(ids[0] as string)}`
      : // If it walked tenant by tenant, it would have to sort all their calls.
        `${unwalked('c.tenant_id')} ${anyOf(ids, making)}`,
  user_id: oneOf('user_id'),
  group_id: oneOf('group_id'),
  category_id: oneOf('category_id'),
  client_id: oneOf('client_id'),
  import_id: (id, { bind }) =>
    `c.call_id IN (SELECT call_id FROM import_rows WHERE import_id = ${bind(id)} AND outcome = 'imported')`,
  advanced_search: elsewhere,
  filters: passes,
};

/** The filters of the basic search by records, in the form of the advanced search. */
const ofRecords = (query: CallFilters): Filter[] =>
  (['group_id', 'client_id'] as const).flatMap((name) => {
    const values = query[name];
    return values ? [{ parameter: name, name, type: 'set', comparison: 'equal_to', negated: false, values }] : [];
  });

/**
 * The narrowest ordered source: few calls that a filter finds, text, one person, one category, one custom field, short
 * text, otherwise all calls. If `isWhole`, every call of the source is read, not a page of them: for a text that most calls
 * contain, all calls are then faster than the index.
 */
export function callSource(query: CallFilters, making: Making, { isWhole = false } = {}): Source {
  const { bind, scope } = making;
  const { filters = [] } = query;
  const calls = callsTable(query, making);
  const joined = (source: string, key: string, where: string[]) => ({
    from: joinedInOrder(source, calls.from, `ON c.call_pk = ${key}`),
    key: [key],
    where: [...where, ...calls.where],
  });
  const term = query.search_term === undefined ? undefined : soughtBy(query.search_term);
  const keys = term === undefined ? fewFound([...filters, ...ofRecords(query)], making) : undefined;
  if (keys) return { from: calls.from, where: [...calls.where, `c.call_pk ${anyKey(keys, making)}`] };
  const pieces = piecesOf(filters);
  const sought: Sought = { all: [...(term === undefined ? [] : [term]), ...pieces] };
  const inTexts = () => joined('call_texts i', 'i.call_pk', [heldBy(sought, 'i.text', bind)]);
  const isCommon = isWhole && pieces.length > 0 && mostContain(pieces, making);
  const found = isCommon ? undefined : inIndex(sought);
  if (found !== undefined) {
    const { from, key, condition } = searched('i', found, bind);
    return joined(from, key, [condition, ...(hasShort(sought) ? [heldBy(sought, 'i.text', bind)] : [])]);
  }
  if (term !== undefined) return inTexts();
  const one = (name: 'user_id' | 'category_id') =>
    query[name]?.length === 1 ? query[name][0] : onlyValue(filters, name);
  const person = scope.people === 'self' ? scope.params.scope_user : one('user_id');
  if (person !== undefined) return joined('call_users i', 'i.call_pk', [`i.user_id = ${bind(person)}`]);
  const category = one('category_id');
  if (category !== undefined) return joined('call_categories i', 'i.call_pk', [`i.category_id = ${bind(category)}`]);
  const field = fieldWanted(filters);
  if (field !== undefined) return joined('call_custom_values i', 'i.call_pk', [`i.field_id = ${bind(field)}`]);
  if (isCommon) return { from: 'calls c', where: calls.where };
  return pieces.length > 0 ? inTexts() : calls;
}

/** The number of newest calls that tell how common a text is. */
const sampled = 200;

/** Whether most of the newest calls contain these pieces. */
function mostContain(pieces: readonly string[], { db }: Making): boolean {
  const { params, bind } = binding({});
  const newest = `SELECT text FROM call_texts ORDER BY call_pk DESC LIMIT ${sampled}`;
  const sql = `SELECT count(*) AS count FROM (${newest}) t WHERE ${heldBy({ all: [...pieces] }, 't.text', bind)}`;
  const row = db.prepare<typeof params, { count: number }>(sql).get(params);
  return (row?.count ?? 0) > sampled / 2;
}

/**
 * Calls through the narrow index with the columns that every list needs; through the table only for several tenants.
 */
function callsTable({ tenant_id, filters = [] }: CallFilters, { scope, bind }: Making) {
  const tenant = tenant_id ? undefined : onlyValue(filters, 'tenant_id');
  const where = tenant === undefined ? [] : [`c.tenant_id = ${bind(tenant)}`];
  if (scope.tenants === 'own' || tenant_id?.length === 1 || tenant !== undefined) {
    return { from: byIndex('calls c', 'calls_by_tenant'), where, isAll: true as const };
  }
  return { from: tenant_id ? 'calls c' : byIndex('calls c', 'calls_listed'), where, isAll: true as const };
}
