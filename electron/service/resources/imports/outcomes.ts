import type { ImportRow } from '@shared/contract/imports';
import { Refusal } from '../../refusal';
import { Silent } from '../../store/thread-pool';

/** A row of an import; `is_audio` counts it among the audio files. */
export type Outcome = ImportRow & { bytes: number; is_audio: 0 | 1 };

/** Rows that are handed to the writer together. */
export const rowsAtOnce = 500;

/** What a row says of its file or record; `reason` is the same wherever the fault is the same. */
export type Said = Pick<ImportRow, 'code' | 'explanation' | 'reason'>;

/** Makes the rows of one import, numbered in the order in which they are made. */
export class Rows {
  private last = 0;

  /** What became of an audio file; it counts among the files that were found. */
  file(outcome: Exclude<ImportRow['outcome'], 'without_audio'>, name: string, said: Partial<Said> = {}): Outcome {
    return { ...this.row(outcome, name, said), is_audio: 1 };
  }

  /** What became of a call record that names no file here, or of a file of records. */
  record(outcome: ImportRow['outcome'], file: string | null, said: Partial<Said> = {}): Outcome {
    return { ...this.row(outcome, file, said), is_audio: 0 };
  }

  private row(outcome: ImportRow['outcome'], file: string | null, said: Partial<Said>) {
    const { code = null, explanation = null, reason = null } = said;
    return { row: ++this.last, file, outcome, code, explanation, reason, call_id: null, bytes: 0 };
  }
}

export const alreadyThere: Partial<Said> = { explanation: 'Already there.', reason: 'ALREADY_THERE' };

/** The notes of a record as the sentence of its row; null when there are none. */
export const sentence = (notes: string[]): string | null => (notes.length > 0 ? `${notes.join('. ')}.` : null);

/** What to say of a file or record that was refused; undefined for a fault nobody foresaw, which belongs in the log. */
export function foreseen(cause: unknown, name: string | null): Said | undefined {
  if (cause instanceof Refusal) {
    if (cause.code === 'NotFound' && name?.includes('\uFFFD')) return notUtf8;
    const { code, explanation, reason = null } = cause;
    return { code, explanation, reason };
  }
  if (cause instanceof Silent) {
    return { code: 'InvalidRecord', explanation: 'Reading it took too long and was stopped.', reason: 'TOO_SLOW' };
  }
  return undefined;
}

const notUtf8: Said = {
  code: 'InvalidRecord',
  explanation: 'Its name is not written in UTF-8. Rename it and bring it in again.',
  reason: 'NAME_NOT_UTF8',
};

/** What to say of a file whose fault nobody foresaw. */
export function unreadable(cause: unknown): Said {
  const code = cause instanceof Error && 'code' in cause ? ` (${cause.code})` : '';
  return { code: 'InternalError', explanation: `The file cannot be read${code}.`, reason: 'UNREADABLE' };
}
