import type { RecordingEvent } from '@shared/contract/events';
import { followed } from '../../../access/followed';
import { callsInReach, inTenants, type Scope } from '../../../access/scope';
import { Announcer } from '../../../store/announce';
import { valuesOf } from '../../../store/fragments';
import { query } from '../../../store/query';

/**
 * SQL condition on a recording `r` and its call `c`, which is not removed: the caller opened the recording, or reaches the
 * call.
 */
export const recordingsInScope = (scope: Scope): string =>
  `c.removed_at IS NULL AND ${inTenants(scope, 'c')} AND (r.user_id = @scope_user OR (${callsInReach(scope, 'c')}))`;

/** Why a live recording ended. */
export type EndedBy = NonNullable<RecordingEvent['ended_by']>;

/** Sent at once, because someone may still be speaking. */
export const recordingChanges = new Announcer<Omit<RecordingEvent, 'recording_id'>>('recording', {
  replaces: () => true,
  isUrgent: true,
});

type RecordedCall = { call_pk: number; record_state: number; on_demand_state: 0 | 1 | null };

/** A call whose recording is in scope, or that is in scope itself; otherwise undefined. */
export const selectRecordedCall = query(
  'recordings.call',
  (db, { call_id, scope }: { call_id: string; scope: Scope }) =>
    db
      .prepare<object, RecordedCall>(`
      SELECT c.call_pk, c.record_state, c.on_demand_state FROM calls c LEFT JOIN recordings r ON r.call_pk = c.call_pk
      WHERE c.call_id = @call_id AND ${recordingsInScope(scope)}`)
      .get({ call_id, ...scope.params }),
);

/** The recordings among these that are in scope. */
export const selectReachedRecordings = query(
  'recordings.reached',
  (db, { ids, scope }: { ids: readonly string[]; scope: Scope }): Set<string> => {
    const rows = db
      .prepare<Record<string, string>, { recording_id: string }>(`
        SELECT r.recording_id FROM recordings r JOIN calls c ON c.call_pk = r.call_pk
        WHERE r.recording_id IN ${valuesOf('@ids', 'text')} AND ${recordingsInScope(scope)}`)
      .all({ ...scope.params, ids: JSON.stringify(ids) });
    return new Set(rows.map(({ recording_id }) => recording_id));
  },
);

followed(recordingChanges, (db, changed, { scope }) => {
  const reached = selectReachedRecordings.run(db, { ids: changed.map(({ id }) => id), scope });
  return changed
    .filter(({ id }) => reached.has(id))
    .map(({ id, ...said }) => ({ id, data: { recording_id: id, ...said } satisfies RecordingEvent }));
});
