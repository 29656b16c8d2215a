import type { ImportRow } from '@shared/contract/imports';
import { type Reason, reason } from '@shared/reasons/reasons';
import { isRefusal } from '../../../refusal';
import { Silent } from '../../../store/thread-pool';
import type { PlacedRecord } from './match';
import { type Origin, sourceKey } from './origin';
import type { Found } from './scan-job';

/**
 * A row of an import. `source_key` identifies its subject, so that nothing gets two rows. `call_of` is the key of the
 * file that determines its call.
 */
export type Outcome = Omit<ImportRow, 'explanation' | 'reasons'> & {
  reasons: Reason[];
  bytes: number;
  source_key: string;
  call_of: string | null;
  /** Identifies all that its record says, so that the same is known when it comes again. */
  record_key: string | null;
};

/** The message of a row about its file or record. */
export type Said = { code?: string | null; reasons: Reason[] };

/** The results of earlier runs of an import: its last row number, and the source keys of its rows. */
export type Progress = { last: number; keys: Set<string>; files: number };

/** Builds the rows of one import, numbered in the order of their creation. */
export class Rows {
  private last: number;
  private readonly before: ReadonlySet<string>;

  constructor({ last, keys }: Progress) {
    this.last = last;
    this.before = keys;
  }

  /** Whether an earlier run made a row for this origin. */
  has(origin: Origin): boolean {
    return this.before.size > 0 && this.before.has(sourceKey(origin));
  }

  /** The row of an audio file, which counts as found. */
  file(outcome: Exclude<ImportRow['outcome'], 'without_audio'>, file: Found, said?: Said): Outcome {
    return this.row({ about: 'recording', outcome, file: file.name }, file, said);
  }

  /** The row of a call record that names none of the files. */
  record(outcome: ImportRow['outcome'], { file, origin, record_file, line }: PlacedRecord, said?: Said): Outcome {
    return { ...this.row({ about: 'row', outcome, file }, origin, said), record_file, record_line: line };
  }

  /** The row of an unreadable file of call records. */
  recordFile(file: Found, fault: Reason): Outcome {
    const said = { code: recordsUnreadable, reasons: [fault] };
    return this.row({ about: 'record_file', outcome: 'refused', file: file.name }, file, said);
  }

  /** The row of a file that is left alone. */
  other(file: Found, why: Reason): Outcome {
    const outcome = why.code === 'other_transcript' ? 'skipped' : 'refused';
    return this.row({ about: 'other_file', outcome, file: file.name }, file, {
      code: leftAlone,
      reasons: [why],
    });
  }

  /** The row of a file of call records that was read, with what its reader noted. */
  notedFile(file: Found, notes: Reason[]): Outcome {
    const said = { code: recordsNoted, reasons: notes };
    return this.row({ about: 'record_file', outcome: 'imported', file: file.name }, notesOf(file), said);
  }

  private row(
    subject: Pick<ImportRow, 'about' | 'outcome' | 'file'>,
    origin: Origin,
    { code = null, reasons }: Said = { reasons: [] },
  ): Outcome {
    const row = { row: ++this.last, ...subject, record_file: null, record_line: null, code, reasons };
    return { ...row, call_id: null, bytes: 0, source_key: sourceKey(origin), call_of: null, record_key: null };
  }
}

/** The codes of files of call records: of an unreadable one, and of one with notes. */
export const recordsUnreadable = 'records_unreadable';
export const recordsNoted = 'records_noted';

/** The origin of the notes about a file, which is read again when the import continues. */
export const notesOf = ({ path }: Found): Origin => ({ path, place: -1 });

/** The code of a file that is neither a recording nor a file of call records. */
export const leftAlone = 'left_alone';

export const alreadyThere: Said = { reasons: [reason('already_there')] };

/** The message for a refused file or record; undefined for an unexpected error, which belongs in the log. */
export function foreseen(cause: unknown, name: string | null): Said | undefined {
  if (isRefusal(cause)) {
    if (cause.code === 'InsufficientStorage') return undefined;
    if (cause.code === 'NotFound' && name?.includes('\uFFFD')) return notUtf8;
    const ofFields = Object.values(cause.details).filter((one) => typeof one !== 'number');
    return { code: cause.code, reasons: ofFields.length > 0 ? ofFields : [cause.reason] };
  }
  if (cause instanceof Silent) return { code: 'InvalidRecord', reasons: [reason('too_slow')] };
  return undefined;
}

/** The message for a file or record of a call that the import may not add to. It gives neither the reason nor the call. */
export const notForImport: Said = { code: 'Conflict', reasons: [reason('call_not_for_import')] };

/** The message for a file whose call has no free file id. */
export const tooManyFiles: Said = { code: 'InvalidRecord', reasons: [reason('too_many_files')] };

const notUtf8: Said = { code: 'InvalidRecord', reasons: [reason('file_name_not_utf8')] };

/** The message for a file with an unexpected error. */
export const unreadable = (cause: unknown): Reason =>
  cause instanceof Error && 'code' in cause
    ? reason('file_unreadable_because', { code: String(cause.code) })
    : reason('file_unreadable');
