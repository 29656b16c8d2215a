import { CallState, RecordState } from '@shared/codes';
import type { NewRecording, Recording } from '@shared/contract/recordings';
import { reason } from '@shared/reasons/reasons';
import type { Scope } from '../../../access/scope';
import type { LiveSound } from '../../../audio/live/frames';
import type { SealedFile } from '../../../audio/live/live-file';
import { Refusal } from '../../../refusal';
import { audit, type By } from '../../../store/audit';
import type { Connection } from '../../../store/connection';
import { change, query } from '../../../store/query';
import {
  beginPause,
  callChanges,
  endPause,
  endWithFiles,
  freeFileId,
  insertFileAs,
  pausedSpans,
  setRecordState,
} from '../../calls/calls';
import { selectSettings } from '../../site/settings';
import { type Push, storePushed } from '../pushes';
import { type EndedBy, recordingChanges, recordingsInScope } from './reach.queries';
import { dropUnwanted, rulesFor } from './rules/queries';
import { decide } from './rules/rules';

/** A recording with what continuing it takes. */
export type RecordingRow = {
  recording_id: string;
  call_id: string;
  call_pk: number;
  tenant_id: string;
  setup_time: number;
  /** Who opened it. */
  user_id: string;
  format: LiveSound['codec'];
  /** How it is stored. */
  codec: LiveSound['codec'];
  sample_rate: number;
  channels: number;
  status: Recording['status'];
  taken: number;
};

/** Of a RecordingRow, with the recording as r and its call as c. */
export const recordingColumns = `r.recording_id, c.call_id, r.call_pk, c.tenant_id, c.setup_time, r.user_id, r.format,
  r.sample_rate, r.channels, r.codec, r.status, r.taken`;
const recordings = 'recordings r JOIN calls c ON c.call_pk = r.call_pk';

type Opening = Omit<NewRecording, 'call'> & Push & { recording_id: string };

/** Stores a call that is being recorded, and its recording. Refused like a pushed call, and by the rules of its users. */
export const insertRecording = change('recordings.open', (db, opening: Opening, by): RecordingRow => {
  const { recording_id, format, sample_rate, channels, ...push } = opening;
  const { call_id } = push;
  const { on_demand_state, confidential } = decide(rulesFor(db, push.tenant_id, push.call));
  const call = {
    ...push.call,
    on_demand_state: push.call.on_demand_state ?? on_demand_state,
    confidential: push.call.confidential ?? (confidential || null),
  };
  storePushed(db, { ...push, call }, { call_state: CallState.connected, record_state: RecordState.recording }, by);
  const codec = selectSettings.run(db, undefined).store_format === 'mp3' ? 'mp3' : format;
  const row = { recording_id, format, codec, sample_rate, channels, call_id, user_id: by.user_id, at: by.at };
  db.prepare<object>(`
    INSERT INTO recordings (recording_id, call_pk, user_id, format, codec, sample_rate, channels, status, taken, created_at, updated_at)
    SELECT @recording_id, call_pk, @user_id, @format, @codec, @sample_rate, @channels, 'recording', 0, @at, @at
    FROM calls WHERE call_id = @call_id`).run(row);
  audit(db, by, { action: 'create', resource: 'recording', resource_id: recording_id, details: { call_id } });
  return db
    .prepare<object, RecordingRow>(`SELECT ${recordingColumns} FROM ${recordings} WHERE r.recording_id = @recording_id`)
    .get({ recording_id }) as RecordingRow;
});

/** The recordings that are not closed. */
export const selectOpenRecordings = query('recordings.not-closed', (db): RecordingRow[] =>
  db.prepare<[], RecordingRow>(`SELECT ${recordingColumns} FROM ${recordings} WHERE r.status <> 'closed'`).all(),
);

/** A file of a recording; `length_ms` is null for one without an end, of which `left_bytes` may be known. */
type LeftFile = Pick<RecordingRow, 'recording_id'> & {
  start_time: number;
  length_ms: number | null;
  left_bytes: number | null;
};

/** The files of the recordings that are not closed, and when those that are paused were. */
export const selectLeftFiles = query('recordings.left-files', (db): LeftFile[] =>
  db
    .prepare<[], LeftFile>(`
      SELECT r.recording_id, f.start_time, f.stop_time - f.start_time AS length_ms, NULL AS left_bytes
      FROM recordings r JOIN call_files f ON f.call_pk = r.call_pk WHERE r.status <> 'closed'
      UNION ALL
      SELECT r.recording_id, f.start_time, NULL, f.left_bytes
      FROM recordings r JOIN recording_files f ON f.call_pk = r.call_pk WHERE r.status <> 'closed'
      UNION ALL
      SELECT r.recording_id, p.start_time, 0, NULL
      FROM recordings r JOIN call_pauses p ON p.call_pk = r.call_pk
      WHERE r.status <> 'closed' AND p.stop_time IS NULL`)
    .all(),
);

type One = { recording_id: string; scope: Scope; zone: string };
/** A recording as it is stored; `paused_spans` is JSON. */
export type StoredRecording = Pick<RecordingRow, 'recording_id' | 'call_id' | 'user_id' | 'status' | 'taken'> & {
  paused_spans: string;
};

/** A recording that the caller opened, or whose call is in the caller's reach; otherwise undefined. */
export const selectRecording = query('recordings.one', (db, { recording_id, scope, zone }: One) =>
  db
    .prepare<object, StoredRecording>(`
      SELECT r.recording_id, c.call_id, r.user_id, r.status, r.taken, ${pausedSpans} AS paused_spans FROM ${recordings}
      WHERE r.recording_id = @recording_id AND ${recordingsInScope(scope)}`)
    .get({ recording_id, zone, ...scope.params }),
);

type Beginning = {
  call_pk: number;
  temporary_path: string;
  file_path: string;
  first_offset: number;
  /** By the time within the recording. */
  start_time: number;
  /** Of the keys that it is encrypted to. */
  fingerprints: readonly string[];
};

/** Notes a file before anything of the sender is in it. Returns its id. Refused with Conflict when none is left. */
export const beginFile = change('recordings.begin-file', (db, file: Beginning): string => {
  const file_id = mustHaveFileId(db, file.call_pk);
  const { last } = db
    .prepare<object, { last: number | null }>('SELECT max(stop_time) AS last FROM call_files WHERE call_pk = @call_pk')
    .get({ call_pk: file.call_pk }) ?? { last: null };
  db.prepare<object>(`
    INSERT INTO recording_files (call_pk, file_id, temporary_path, file_path, first_offset, start_time, fingerprints)
    VALUES (@call_pk, @file_id, @temporary_path, @file_path, @first_offset, @start_time, @fingerprints)`).run({
    ...file,
    fingerprints: JSON.stringify(file.fingerprints),
    file_id,
    // A sender may be faster than real time.
    start_time: Math.max(file.start_time, last ?? 0),
  });
  return file_id;
});

type Gap = { call_pk: number; file_id: string; bytes: number };

/** Notes bytes of the sender between two frames of an open file that are not in it. */
export const keepGap = change('recordings.keep-gap', (db, { bytes, ...which }: Gap): void => {
  db.prepare<object>(`
    UPDATE recording_files SET first_offset = first_offset + @bytes
    WHERE call_pk = @call_pk AND file_id = @file_id`).run({ ...which, bytes });
});

function mustHaveFileId(db: Connection, call_pk: number): string {
  const file_id = freeFileId(db, call_pk);
  if (file_id === undefined) throw new Refusal('Conflict', reason('too_many_files'));
  return file_id;
}

/** A file of a recording that has its end. */
export type Sealed = { file_id: string; file: SealedFile };
/** `at` is a time within the recording, which differs from that of the author when the clock is set. */
type Ending = { recording_id: string; taken: number; at: number; sealed: Sealed | undefined };

/** Essential, because what was taken must not be lost on a full disk. */
const keepsAudio = { essential: true } as const;

/** Stores what a pause has ended: the file, the place, and the state. It may have been stored before, but not answered. */
export const pauseRecording = change(
  'recordings.pause',
  (db, ending: Ending, by): void => {
    const { recording_id, call_id, call_pk } = settle(db, ending, 'paused', by);
    if (!beginPause(db, call_pk, ending.at)) return;
    setRecordState(db, call_pk, RecordState.paused, by);
    audit(db, by, { action: 'mute', resource: 'call', resource_id: call_id, details: { recording_id } });
    callChanges.announce(db, call_id, { change: 'changed' });
    recordingChanges.announce(db, recording_id, { call_id, change: 'paused', ended_by: null });
  },
  keepsAudio,
);

/** Refused with Conflict when the call can have no further file. */
export const resumeRecording = change('recordings.resume', (db, resuming: Omit<Ending, 'sealed'>, by): void => {
  const { recording_id, call_id, call_pk } = settle(db, { ...resuming, sealed: undefined }, 'recording', by);
  mustHaveFileId(db, call_pk);
  endPause(db, call_pk, resuming.at);
  setRecordState(db, call_pk, RecordState.recording, by);
  audit(db, by, { action: 'unmute', resource: 'call', resource_id: call_id, details: { recording_id } });
  callChanges.announce(db, call_id, { change: 'changed' });
  recordingChanges.announce(db, recording_id, { call_id, change: 'resumed', ended_by: null });
});

/**
 * Stores the end of a recording; the audit log has who sent it, and the access token, if one did. A call gets the times of its files. Returns the files of an on-demand recording that is not
 * kept, which are then to be removed.
 */
export const endRecording = change(
  'recordings.close',
  (db, { ended_by, tool, ...ending }: Ending & { ended_by: EndedBy; tool: string | null }, by): string[] => {
    const { recording_id, call_id, call_pk, user_id: sent_by } = settle(db, ending, 'closed', by);
    endPause(db, call_pk, ending.at);
    endWithFiles(db, call_pk, { ...by, at: ending.at });
    const dropped = dropUnwanted(db, call_pk);
    setRecordState(db, call_pk, dropped.length > 0 ? RecordState.notRecorded : RecordState.finished, by);
    const details = {
      call_id,
      ended_by,
      sent_by,
      ...(tool !== null && { tool }),
      ...(dropped.length > 0 && { dropped: true }),
    };
    audit(db, by, { action: 'update', resource: 'recording', resource_id: recording_id, details });
    callChanges.announce(db, call_id, { change: 'changed' });
    recordingChanges.announce(db, recording_id, { call_id, change: 'closed', ended_by });
    return dropped;
  },
  keepsAudio,
);

/** Stores how far an open recording is: bytes that were dropped, or a file that ended because Earshot closes. */
export const keepPlace = change(
  'recordings.keep-place',
  (db, { status, ...ending }: Ending & { status: RecordingRow['status'] }, by): void =>
    void settle(db, ending, status, by),
  keepsAudio,
);

type Settled = { recording_id: string; call_id: string; call_pk: number; user_id: string };

/** Stores the place and state of a recording, and the file that has ended. */
function settle(db: Connection, { recording_id, taken, sealed }: Ending, status: string, { at }: By): Settled {
  const known = db
    .prepare<object, Settled>(
      `SELECT r.recording_id, c.call_id, r.call_pk, r.user_id FROM ${recordings} WHERE r.recording_id = @recording_id`,
    )
    .get({ recording_id });
  if (!known) throw new Error('A recording has no row.');
  db.prepare<object>(`
    UPDATE recordings SET taken = @taken, status = @status, updated_at = @at WHERE recording_id = @recording_id`).run({
    recording_id,
    taken,
    status,
    at,
  });
  if (sealed) storeFile(db, known.call_pk, sealed);
  return known;
}

/** Makes a file of a recording one of its call, unless it is one already. */
export function storeFile(db: Connection, call_pk: number, { file_id, file }: Sealed): void {
  const which = { call_pk, file_id };
  const stored = 'SELECT 1 FROM call_files WHERE call_pk = @call_pk AND file_id = @file_id';
  if (db.prepare<object>(stored).get(which)) return;
  const opened = db
    .prepare<object, { start_time: number }>(
      'SELECT start_time FROM recording_files WHERE call_pk = @call_pk AND file_id = @file_id',
    )
    .get(which);
  if (!opened) throw new Error(`File ${file_id} was not opened as a recording.`);
  const { start_time } = opened;
  db.prepare<object>('DELETE FROM recording_files WHERE call_pk = @call_pk AND file_id = @file_id').run(which);
  const format = file.codec === 'mp3' ? 'mp3' : 'wav';
  insertFileAs(db, call_pk, file_id, { ...file, format, start_time, stop_time: start_time + file.duration_ms });
}
