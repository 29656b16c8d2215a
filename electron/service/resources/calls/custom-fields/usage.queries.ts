import type { FieldUsage } from '@shared/contract/custom-fields';
import { callsInScope, type Scope } from '../../../access/scope';
import { inTime } from '../../../store/fragments';
import { query } from '../../../store/query';
import { integer } from '../../../store/sql';
import { fieldWithValues } from './list.queries';

const isTimed = inTime(['v.call_pk'], [integer('v.call_pk')]);

/**
 * How many calls in scope have a value of a field, and each of its options that any call has; undefined for a caller who
 * does not see its values.
 */
export const selectUsage = query(
  'custom-fields.usage',
  (db, { field_id, scope }: { field_id: string; scope: Scope }): FieldUsage | undefined => {
    const which = { ...scope.params, field_id };
    const field = `SELECT 1 FROM custom_fields d WHERE d.field_id = @field_id AND ${fieldWithValues(scope)}`;
    if (!db.prepare<typeof which>(field).get(which)) return undefined;
    const isCounted = `v.field_id = @field_id AND ${isTimed} AND ${callsInScope(scope, 'c')}`;
    const all = db
      .prepare<typeof which, { call_count: number }>(`
        SELECT count(*) AS call_count FROM call_custom_values v JOIN calls c USING (call_pk) WHERE ${isCounted}`)
      .get(which);
    const options = db
      .prepare<typeof which, { value: string; call_count: number }>(`
        SELECT o.value, count(*) AS call_count
        FROM call_custom_values v JOIN calls c USING (call_pk)
          JOIN custom_field_options o ON o.field_id = v.field_id AND o.value = v.value
        WHERE ${isCounted} GROUP BY o.position, o.value ORDER BY o.position`)
      .all(which);
    return { call_count: all?.call_count ?? 0, options };
  },
);
