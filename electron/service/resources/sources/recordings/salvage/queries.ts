import { notFound } from '../../../../refusal';
import { audit } from '../../../../store/audit';
import { change, query } from '../../../../store/query';
import { endWithFiles } from '../../../calls/calls';
import { type RecordingRow, recordingColumns, type Sealed, storeFile } from '../queries';

/** A file without an end, and the recording that it belongs to. */
export type CutFile = Omit<RecordingRow, 'taken'> & {
  file_id: string;
  temporary_path: string;
  file_path: string;
  first_offset: number;
  left_bytes: number | null;
};

/** The files that have no end: at the start, those of the last run. */
export const selectCutFiles = query('recordings.cut-files', (db) =>
  db
    .prepare<[], CutFile>(`
      SELECT ${recordingColumns}, f.file_id, f.temporary_path, f.file_path, f.first_offset, f.left_bytes
      FROM recording_files f JOIN recordings r ON r.call_pk = f.call_pk JOIN calls c ON c.call_pk = f.call_pk
      ORDER BY f.call_pk, f.file_id`)
    .all(),
);

type Left = { recording_id: string; call_pk: number; file_id: string; left_bytes: number; taken: number };

/**
 * After a crash: what is left of a file, and where its sender has to continue. Nothing is left of a file with 0 bytes. A
 * file that could not be ended at a pause is older than the place that was stored then, and the sender does not go back.
 */
export const keepLeft = change(
  'recordings.keep-left',
  (db, { recording_id, taken, ...file }: Left, { at }): void => {
    db.prepare<object>(`
    UPDATE recordings SET taken = @taken, updated_at = @at
    WHERE recording_id = @recording_id AND status <> 'closed' AND taken < @taken`).run({ recording_id, taken, at });
    const { call_pk, file_id, left_bytes } = file;
    db.prepare<object>(
      left_bytes > 0
        ? 'UPDATE recording_files SET left_bytes = @left_bytes WHERE call_pk = @call_pk AND file_id = @file_id'
        : 'DELETE FROM recording_files WHERE call_pk = @call_pk AND file_id = @file_id',
    ).run({ call_pk, file_id, ...(left_bytes > 0 && { left_bytes }) });
  },
  { essential: true },
);

type Salvaged = Sealed & { call_pk: number; call_id: string; temporary_path: string; left_bytes: number };

/**
 * Puts a salvaged file in the place of the one without an end, which is then to be removed. Refused with NotFound when that
 * one was dropped meanwhile.
 */
export const storeSalvaged = change(
  'recordings.salvaged',
  (db, { call_pk, call_id, temporary_path, left_bytes, ...sealed }: Salvaged, by): void => {
    const isCut = db
      .prepare<object>('SELECT 1 FROM recording_files WHERE call_pk = @call_pk AND temporary_path = @temporary_path')
      .get({ call_pk, temporary_path });
    if (!isCut) throw notFound();
    storeFile(db, call_pk, sealed);
    const ended = db
      .prepare<object, { status: string }>(
        "SELECT status FROM recordings WHERE call_pk = @call_pk AND status = 'closed'",
      )
      .get({ call_pk });
    if (ended) endWithFiles(db, call_pk, by);
    const details = { file_ids: [sealed.file_id], salvaged: true, lost_bytes: left_bytes - sealed.file.data_length };
    audit(db, by, { action: 'update', resource: 'call', resource_id: call_id, details });
  },
);
