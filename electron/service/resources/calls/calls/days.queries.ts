import type { CallQuery } from '@shared/contract/calls';
import { dayMs } from '@shared/duration';
import { soughtBy } from '@shared/search-text';
import type { Step } from '../../../access/list';
import { inTenants, type Scope } from '../../../access/scope';
import type { Connection } from '../../../store/connection';
import { tenantHooks } from '../../people/tenants';
import { firstKeyAt } from './rules';

/** The days of calls are counted from 1 January 1900. */
const from1900To1970 = 25_567;
const firstKeyOf = (day: number) => firstKeyAt((day - from1900To1970) * dayMs);

// The days of calls that are destroyed.
tenantHooks.removed.add((db, tenant_id) => {
  db.prepare<{ tenant_id: string }>('DELETE FROM call_days WHERE tenant_id = @tenant_id').run({ tenant_id });
});

type Asked = { values: Omit<CallQuery, 'limit' | 'start' | 'after' | 'max_total_calc'>; scope: Scope };

/**
 * The days of a list of calls, in its order, each with the key before it and its number of calls. Undefined for a list
 * that is narrowed by a filter or by the reach of a role, because its days are not counted.
 */
export function stepsOfCalls(db: Connection, { values, scope }: Asked): Step[] | undefined {
  const { sort, sort_order, search_term = '', advanced_search: _, ...filters } = values;
  const isNarrowed = soughtBy(search_term) !== undefined || Object.values(filters).some((value) => value !== undefined);
  if (scope.people !== 'all' || isNarrowed) return undefined;
  const ascending = sort_order === 'asc';
  const rows = db
    .prepare<Record<string, string>, { day: number; count: number }>(`
      SELECT d.day, sum(d.open ${scope.confidential ? '+ d.confidential' : ''}) AS count FROM call_days d
      WHERE ${inTenants(scope, 'd')} GROUP BY d.day ORDER BY d.day ${ascending ? '' : 'DESC'}`)
    .all(scope.params);
  return rows.map(({ day, count }) => ({ after: [ascending ? firstKeyOf(day) - 1 : firstKeyOf(day + 1)], count }));
}
