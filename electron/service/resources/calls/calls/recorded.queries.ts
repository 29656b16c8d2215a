import { CallState, type RecordState } from '@shared/codes';
import type { By } from '../../../store/audit';
import type { Connection } from '../../../store/connection';
import { nextVersion, updateRecord } from '../../../store/record';
import { isUnderWay } from './rules';
import { noteTalk } from './talk/queries';

/** Sets the states of a call from that of its recording. A recording that was closed and dropped is `notRecorded`. */
export function setRecordState(db: Connection, call_pk: number, record_state: RecordState, { at }: By): void {
  const call_state = isUnderWay({ record_state }) ? CallState.connected : CallState.disconnected;
  db.prepare<object>(`
    UPDATE calls SET record_state = @record_state, call_state = @call_state,
      ${nextVersion}
    WHERE call_pk = @call_pk`).run({ call_pk, record_state, call_state, at });
}

type Decided = { on_demand_state: 0 | 1 | null; confidential: boolean };

/** Stores what is decided about the recording of a call. What was decided or chosen before is not loosened. */
export function tightenCall(db: Connection, call_pk: number, { on_demand_state, confidential }: Decided): void {
  db.prepare<object>(`
    UPDATE calls SET on_demand_state = coalesce(on_demand_state, @on_demand_state),
      confidential = CASE WHEN @confidential = 1 THEN 1 ELSE confidential END
    WHERE call_pk = @call_pk`).run({ call_pk, on_demand_state, confidential: Number(confidential) });
}

/** Stores whether the on-demand recording of a call is kept. */
export function setOnDemand(db: Connection, call_id: string, on_demand_state: 0 | 1, by: By): void {
  updateRecord(db, 'calls', { id: { call_id }, versions: undefined }, { on_demand_state }, by);
}

/** Deletes the files of a call but for those that were imported into it. Returns their paths. */
export function dropRecorded(db: Connection, call_pk: number): string[] {
  const which = { call_pk };
  const own = 'call_pk = @call_pk AND original_name IS NULL';
  const paths = db
    .prepare<object, { path: string }>(`
      SELECT file_path AS path FROM call_files WHERE ${own}
      UNION ALL SELECT peaks_path FROM call_files WHERE ${own}`)
    .all(which)
    .map(({ path }) => path);
  db.prepare<object>(`DELETE FROM call_files WHERE ${own}`).run(which);
  noteTalk(db, call_pk);
  return paths;
}
