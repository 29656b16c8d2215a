import type { Connection } from '../../../store/connection';

/** A time in which the recording of a call was paused, in ms; null while it still is. */
export type NewPause = { start_time: number; stop_time: number | null };

/** Stores the pauses of a new call, inside the caller's transaction. */
export function insertPauses(db: Connection, call_pk: number, pauses: readonly NewPause[]): void {
  const insert = db.prepare<object>(`
    INSERT INTO call_pauses (call_pk, place, start_time, stop_time)
    VALUES (@call_pk, @place, @start_time, @stop_time)`);
  for (const [place, pause] of pauses.entries()) insert.run({ ...pause, call_pk, place: place + 1 });
}

/** Begins a pause, inside the caller's transaction. False if the recording is paused already. */
export function beginPause(db: Connection, call_pk: number, at: number): boolean {
  const open = 'SELECT 1 FROM call_pauses WHERE call_pk = @call_pk AND stop_time IS NULL';
  if (db.prepare<object>(open).get({ call_pk })) return false;
  db.prepare<object>(`
    INSERT INTO call_pauses (call_pk, place, start_time)
    SELECT @call_pk, count(*) + 1, @at FROM call_pauses WHERE call_pk = @call_pk`).run({ call_pk, at });
  return true;
}

/** Ends the pause of a recording, if it is paused, inside the caller's transaction. */
export function endPause(db: Connection, call_pk: number, at: number): void {
  db.prepare<object>(`
    UPDATE call_pauses SET stop_time = CASE WHEN start_time > @at THEN start_time ELSE @at END
    WHERE call_pk = @call_pk AND stop_time IS NULL`).run({ call_pk, at });
}
