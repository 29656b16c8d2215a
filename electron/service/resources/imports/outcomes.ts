import type { ImportRow } from '@shared/contract/imports';
import { Refusal } from '../../refusal';
import { Silent } from '../../store/thread-pool';
import type { PlacedRecord } from './match';
import { type Origin, sourceKey } from './origin';
import type { Found } from './scan-job';

/**
 * A row of an import; `source_key` names what it is about, so that nothing gets two rows. `call_of` is the key of the
 * file whose call is its call.
 */
export type Outcome = ImportRow & { bytes: number; source_key: string; call_of: string | null };

/** What a row says of its file or record; `reason` is the same wherever the fault is the same. */
export type Said = Pick<ImportRow, 'code' | 'explanation' | 'reason'>;

/** What earlier runs of an import have done: its last row, and the keys of what its rows are about. */
export type Progress = { last: number; keys: string[]; files: number };

/** Makes the rows of one import, numbered in the order in which they are made. */
export class Rows {
  private last: number;
  private readonly before: Set<string>;

  constructor({ last, keys }: Progress) {
    this.last = last;
    this.before = new Set(keys);
  }

  /** Whether this has a row from an earlier run. */
  has(origin: Origin): boolean {
    return this.before.size > 0 && this.before.has(sourceKey(origin));
  }

  /** What became of an audio file; it counts among the files that were found. */
  file(outcome: Exclude<ImportRow['outcome'], 'without_audio'>, file: Found, said: Partial<Said> = {}): Outcome {
    return this.row({ about: 'recording', outcome, file: file.name }, file, said);
  }

  /** What became of a call record that names no file here. */
  record(
    outcome: ImportRow['outcome'],
    { file, origin, record_file, line }: PlacedRecord,
    said: Partial<Said> = {},
  ): Outcome {
    return { ...this.row({ about: 'row', outcome, file }, origin, said), record_file, record_line: line };
  }

  /** A file of call records that cannot be read. */
  recordFile(file: Found, fault: string): Outcome {
    const explanation = `No call details in it: ${fault}`;
    const said = { code: recordsUnreadable, explanation, reason: 'RECORDS_UNREADABLE' };
    return this.row({ about: 'record_file', outcome: 'refused', file: file.name }, file, said);
  }

  private row(
    subject: Pick<ImportRow, 'about' | 'outcome' | 'file'>,
    origin: Origin,
    { code = null, explanation = null, reason = null }: Partial<Said>,
  ): Outcome {
    const row = { row: ++this.last, ...subject, record_file: null, record_line: null, code, explanation, reason };
    return { ...row, call_id: null, bytes: 0, source_key: sourceKey(origin), call_of: null };
  }
}

/** The code of a file of call records that cannot be read. */
export const recordsUnreadable = 'records_unreadable';

export const alreadyThere: Partial<Said> = { explanation: 'Already there.', reason: 'ALREADY_THERE' };

/** The notes of a record as the sentence of its row; null when there are none. */
export const sentence = (notes: string[]): string | null => (notes.length > 0 ? `${notes.join('. ')}.` : null);

/** What the row of a refused file or record says; undefined for an unexpected fault, which belongs in the log. */
export function foreseen(cause: unknown, name: string | null): Said | undefined {
  if (cause instanceof Refusal) {
    if (cause.code === 'InsufficientStorage') return undefined;
    if (cause.code === 'NotFound' && name?.includes('\uFFFD')) return notUtf8;
    const { code, explanation, reason = null } = cause;
    return { code, explanation, reason };
  }
  if (cause instanceof Silent) {
    return { code: 'InvalidRecord', explanation: 'Reading it took too long and was stopped.', reason: 'TOO_SLOW' };
  }
  return undefined;
}

/** What the row of a file says when its call has no file id left. */
export const tooManyFiles: Said = {
  code: 'InvalidRecord',
  explanation: 'Its call has as many files as a call can have.',
  reason: 'TOO_MANY_FILES',
};

const notUtf8: Said = {
  code: 'InvalidRecord',
  explanation: 'Its name is not written in UTF-8. Rename it and bring it in again.',
  reason: 'NAME_NOT_UTF8',
};

/** What the row of a file with an unexpected fault says. */
export function unreadable(cause: unknown): Said {
  const code = cause instanceof Error && 'code' in cause ? ` (${cause.code})` : '';
  return { code: 'InternalError', explanation: `The file cannot be read${code}.`, reason: 'UNREADABLE' };
}
