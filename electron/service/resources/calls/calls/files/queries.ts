import type { CallFile } from '@shared/contract/calls';
import { wholeSeconds } from '@shared/duration';
import type { Scope } from '../../../../access/scope';
import type { JoinPart } from '../../../../audio/join';
import type { Levels } from '../../../../audio/talk';
import { audit, type By } from '../../../../store/audit';
import type { Connection } from '../../../../store/connection';
import { change, query } from '../../../../store/query';
import { nextVersion } from '../../../../store/record';
import { keySetOf } from '../../../keys/encrypt-keys';
import { callChanges } from '../announced.queries';
import { orderCall } from '../order.queries';
import { callInScope } from '../reach.queries';
import { fileIds } from '../rules';
import { indexCall } from '../search/queries';
import { noteTalk } from '../talk/queries';

type One = { call_id: string; scope: Scope };

/** A stored file with the columns that delivering it needs. */
export type FileRow = {
  file_id: string;
  file_size: number;
  file_path: string;
  peaks_path: string;
  encrypt_tag: string;
  /** Null for peaks made before they were bound to their recording. */
  peaks_tag: string | null;
  format: JoinPart['format'];
  codec: JoinPart['codec'];
  sample_rate: number;
  channels: number;
  bits_per_sample: number;
  data_offset: number;
  data_length: number;
  duration_ms: number;
  /** 1: players get the samples of the file instead of its bytes. */
  rendered: number;
  damaged: number;
};

/** The finished files of a call in scope, or only the file `file_id`. Undefined when the call is out of scope. */
export const selectFiles = query(
  'calls.files',
  (db, { call_id, file_id, scope }: One & { file_id: string | undefined }): FileRow[] | undefined => {
    const call = callInScope(db, call_id, scope);
    return (
      call &&
      db
        .prepare<{ call_pk: number; file_id: string | null }, FileRow>(`
        SELECT file_id, file_size, file_path, peaks_path, encrypt_tag, peaks_tag, format, codec, sample_rate, channels,
          bits_per_sample, data_offset, data_length, duration_ms, rendered, damaged
        FROM call_files WHERE call_pk = @call_pk AND (CAST(@file_id AS TEXT) IS NULL OR file_id = @file_id) ORDER BY file_id`)
        .all({ call_pk: call.call_pk, file_id: file_id ?? null })
    );
  },
);

type Heard = { action: 'play' | 'download'; call_id: string; is_signed: boolean };

/** Audits that a call was played or downloaded, also through a signed URL. */
export const recordAccess = change(
  'calls.heard',
  (db, { action, call_id, is_signed }: Heard, by) =>
    audit(db, by, {
      action,
      resource: 'call',
      resource_id: call_id,
      ...(is_signed && { details: { signed_url: true } }),
    }),
  { essential: true },
);

/** The reason when a file is missing. */
export const missing = 'missing';

/**
 * Audits a file that cannot be opened. A damaged file is also marked, so that the damage is visible before the next
 * attempt. A missing file is not marked, because it may return with its disk.
 */
export const recordDamage = change(
  'calls.damaged',
  (db, { path, reason }: { path: string; reason: string }, by) => {
    if (reason !== missing) setDamaged(db, { path, damaged: 1 });
    audit(db, by, { action: 'damaged', resource: 'file', resource_id: path, details: { reason } });
  },
  { essential: true },
);

function setDamaged(db: Connection, file: { path: string; damaged: number }): void {
  db.prepare<typeof file>('UPDATE call_files SET damaged = @damaged WHERE file_path = @path').run(file);
  const call = db
    .prepare<{ path: string }, { id: string }>(
      'SELECT c.call_id AS id FROM call_files f JOIN calls c USING (call_pk) WHERE f.file_path = @path',
    )
    .get({ path: file.path });
  if (call) callChanges.announce(db, call.id, { change: 'changed' });
}

/**
 * Clears the damage mark of a file that was read completely without error, for example after it was restored from a
 * backup.
 */
export const clearDamage = change(
  'calls.sound',
  (db, { path }: { path: string }) => setDamaged(db, { path, damaged: 0 }),
  { essential: true },
);

/** Binds older peaks to their recording. From then on, no other peaks are accepted. */
export const bindPeaks = change(
  'calls.bind-peaks',
  (db, peaks: { path: string; tag: string }): void => {
    db.prepare<typeof peaks>(`
      UPDATE call_files SET peaks_tag = @tag WHERE peaks_path = @path AND peaks_tag IS NULL`).run(peaks);
  },
  { essential: true },
);

/** A file to store with its call. */
export type NewFile = Omit<FileRow, 'file_id' | 'damaged'> & {
  start_time: number;
  stop_time: number;
  watermark: string;
  encrypt_key: string;
  encrypt_fingerprint: string;
  /** Of every key that the file is encrypted to. */
  fingerprints: readonly string[];
  truncated: number;
  unheard_bytes: number;
  import_key: string | null;
  original_name: string | null;
  agent_channel?: CallFile['agent_channel'];
  /** Of its waveform, by which the talk of its call is measured. */
  levels: Levels;
};

/**
 * Stores files of a call inside the caller's transaction, with the next free ids, and measures its talk. Returns their ids.
 * Two files may have the same bytes and key, for example silence on both legs: the first one identifies both when they are
 * imported again.
 */
export function insertFiles(db: Connection, call_pk: number, files: readonly NewFile[]): (string | undefined)[] {
  const ids = files.map((file) => insertFile(db, call_pk, file, freeFileId(db, call_pk)));
  noteTalk(db, call_pk, new Map(files.map(({ levels }, at) => [ids[at] ?? '', levels])));
  return ids;
}

/** Stores one file of a call with this id, inside the caller's transaction, and measures its talk. */
export function insertFileAs(db: Connection, call_pk: number, file_id: string, file: NewFile): void {
  insertFile(db, call_pk, file, file_id);
  noteTalk(db, call_pk, new Map([[file_id, file.levels]]));
}

function insertFile(
  db: Connection,
  call_pk: number,
  { fingerprints, levels: _, ...columns }: NewFile,
  file_id: string | undefined,
): string | undefined {
  if (file_id === undefined) return undefined;
  db.prepare(`
    INSERT INTO call_files (call_pk, file_id, start_time, stop_time, file_size, watermark, file_path, peaks_path,
      encrypt_key, encrypt_tag, encrypt_fingerprint, format, codec, sample_rate, channels, bits_per_sample, duration_ms,
      data_offset, data_length, truncated, rendered, unheard_bytes, import_key, original_name, peaks_tag, key_set_id,
      agent_channel)
    VALUES (@call_pk, @file_id, @start_time, @stop_time, @file_size, @watermark, @file_path, @peaks_path,
      @encrypt_key, @encrypt_tag, @encrypt_fingerprint, @format, @codec, @sample_rate, @channels, @bits_per_sample, @duration_ms,
      @data_offset, @data_length, @truncated, @rendered, @unheard_bytes,
      CASE WHEN EXISTS (SELECT 1 FROM call_files o WHERE o.watermark = @watermark AND o.import_key = @import_key)
        THEN NULL ELSE @import_key END,
      @original_name, @peaks_tag, @key_set_id, @agent_channel)`).run({
    agent_channel: null,
    ...columns,
    call_pk,
    file_id,
    key_set_id: keySetOf(db, fingerprints),
  });
  indexCall(db, call_pk);
  return file_id;
}

/** The ids of a call's files: also of those that are being recorded, or that a crash left and that are not read yet. */
export const usedFileIds = (db: Connection, call_pk: number): ReadonlySet<string> =>
  new Set(
    db
      .prepare<object, { file_id: string }>(`
        SELECT file_id FROM call_files WHERE call_pk = @call_pk
        UNION ALL SELECT file_id FROM recording_files WHERE call_pk = @call_pk`)
      .all({ call_pk })
      .map(({ file_id }) => file_id),
  );

/** The id after the greatest one of a call's files, those that are being recorded included; undefined when none is left. */
export function freeFileId(db: Connection, call_pk: number): string | undefined {
  const used = usedFileIds(db, call_pk);
  const last = fileIds.findLastIndex((file_id) => used.has(file_id));
  return fileIds[last + 1];
}

/** The waveform of a file of sound, which is next to it. */
export const peaksOf = (path: string): string => path.replace(/\.cra$/, '.peaks');

/** A file of sound, and its waveform. */
export const withPeaks = (path: string): string[] => [path, peaksOf(path)];

/**
 * The paths where files that are being recorded, or that a crash left without an end, can be. Not all of them exist: a
 * crash can come between any two steps.
 */
export const cutPaths = (db: Connection, call_pk: number): string[] =>
  db
    .prepare<object, { temporary_path: string; file_path: string }>(
      'SELECT temporary_path, file_path FROM recording_files WHERE call_pk = @call_pk',
    )
    .all({ call_pk })
    .flatMap(({ temporary_path, file_path }) => [...withPeaks(temporary_path), ...withPeaks(file_path)]);

type Added = {
  files: NewFile[];
  times: { connect_time: number | null; disconnect_time: number | null; duration: number };
};

/** Adds files to an existing call and sets its times; returns the ids of the files. */
export function addFiles(db: Connection, call_pk: number, { files, times }: Added, { at }: By): (string | undefined)[] {
  setTimes(db, call_pk, times, at);
  return insertFiles(db, call_pk, files);
}

type Span = { setup_time: number; connect_time: number | null; disconnect_time: number | null; duration: number };

/**
 * Adds a file to a call that has ended, inside the caller's transaction; returns the file's id. It starts where the file
 * before it ends, and those after it move. A call whose times come from its files gets those of the new one too.
 */
export function addFile(
  db: Connection,
  call_pk: number,
  file: NewFile,
  { file_id = freeFileId(db, call_pk), at }: { file_id: string | undefined; at: number },
): string | undefined {
  const call = db
    .prepare<object, Span & { before: number | null; last: number | null }>(`
      SELECT c.setup_time, c.connect_time, c.disconnect_time, c.duration,
        (SELECT max(f.stop_time) FROM call_files f WHERE f.call_pk = c.call_pk AND f.file_id < @file_id) AS before,
        (SELECT max(f.stop_time) FROM call_files f WHERE f.call_pk = c.call_pk) AS last
      FROM calls c WHERE c.call_pk = @call_pk`)
    .get({ call_pk, file_id: file_id ?? '' });
  if (!call || file_id === undefined) return undefined;
  const { before, last, ...span } = call;
  const { duration_ms } = file;
  const start_time = before ?? span.connect_time ?? span.setup_time;
  const connect_time = span.connect_time ?? start_time;
  const isFromFiles = span.disconnect_time === last && (last !== null || span.duration === 0);
  const end = Math.max(start_time, last ?? start_time) + duration_ms;
  const times = isFromFiles
    ? { connect_time, disconnect_time: end, duration: wholeSeconds(end - connect_time) }
    : { connect_time, disconnect_time: span.disconnect_time, duration: span.duration };
  db.prepare<object>(`
    UPDATE call_files SET start_time = start_time + @duration_ms, stop_time = stop_time + @duration_ms
    WHERE call_pk = @call_pk AND file_id > @file_id`).run({ call_pk, file_id, duration_ms });
  setTimes(db, call_pk, times, at);
  insertFileAs(db, call_pk, file_id, { ...file, start_time, stop_time: start_time + duration_ms });
  return file_id;
}

/** Lets a call whose recording was closed begin and end with its files; without any, it ends then. */
export function endWithFiles(db: Connection, call_pk: number, { at }: By): void {
  const call = db
    .prepare<object, { connect_time: number | null; first: number | null; last: number | null }>(`
      SELECT c.connect_time, (SELECT min(f.start_time) FROM call_files f WHERE f.call_pk = c.call_pk) AS first,
        (SELECT max(f.stop_time) FROM call_files f WHERE f.call_pk = c.call_pk) AS last
      FROM calls c WHERE c.call_pk = @call_pk`)
    .get({ call_pk });
  if (!call) return;
  const connect_time = call.connect_time ?? call.first;
  const disconnect_time = Math.max(call.last ?? at, connect_time ?? 0);
  const duration = connect_time === null ? 0 : wholeSeconds(disconnect_time - connect_time);
  setTimes(db, call_pk, { connect_time, disconnect_time, duration }, at);
}

/** Sets the times of a call, and that it has a recording unless it is still recorded. */
function setTimes(db: Connection, call_pk: number, times: Added['times'], at: number): void {
  db.prepare<object>(`
    UPDATE calls SET connect_time = @connect_time, disconnect_time = @disconnect_time, duration = @duration,
      record_state = CASE WHEN record_state IN (1, 2) THEN record_state ELSE 3 END,
      ${nextVersion}
    WHERE call_pk = @call_pk`).run({ ...times, at, call_pk });
  orderCall(db, call_pk);
}
