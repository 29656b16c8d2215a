import type { CallQuery } from '@shared/contract/calls';
import { reason } from '@shared/reasons/reasons';
import type { Making, Sorted } from '../../../access/list';
import { completedInScope } from '../../../access/scope';
import { invalid } from '../../../refusal';
import { searchedField } from '../custom-fields';

/** A value of the table that has one row for each call. */
const ofCall = (name: string): Sorted => ({
  table: 'call_order s',
  key: 's.call_pk',
  value: `s.${name}`,
  has: [`s.${name} IS NOT NULL`],
  lacks: `s.${name} IS NULL`,
});

/** The order of a list of calls, by a name other than the time. Refused with InvalidRecord at a field that the caller does not see. */
export function sortOf({ sort = '' }: Pick<CallQuery, 'sort'>, making: Making): Sorted {
  const field_id = /^custom_field_(.+)$/.exec(sort)?.[1];
  if (field_id !== undefined) return ofField(field_id, making);
  if (sort === 'score') return ofScore(making);
  return ofCall(sort);
}

/** The score of the call’s evaluation that was completed last, of those in the caller’s reach. */
function ofScore({ scope }: Making): Sorted {
  const later = `SELECT 1 FROM evaluation_reports o WHERE o.call_pk = s.call_pk AND ${completedInScope(scope, 'o')}
    AND (o.evaluation_completed_at, o.report_id) > (s.evaluation_completed_at, s.report_id)`;
  return {
    table: 'evaluation_reports s',
    key: 's.call_pk',
    value: 's.score',
    has: ['s.call_pk IS NOT NULL', 's.score IS NOT NULL', completedInScope(scope, 's'), `NOT EXISTS (${later})`],
  };
}

/** The value of a custom field: a whole number, or a text without case. */
function ofField(field_id: string, { db, scope, bind }: Making): Sorted {
  const field = searchedField(db, { field_id, text: '', scope });
  if (!field) throw invalid({ sort: reason('unknown_parameter') });
  return {
    table: 'call_custom_values s',
    key: 's.call_pk',
    value: field.type === 'integer' ? 'CAST(s.value AS BIGINT)' : 's.value_folded',
    has: [`s.field_id = ${bind(field_id)}`],
  };
}
