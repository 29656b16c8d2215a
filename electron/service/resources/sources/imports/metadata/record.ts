import { CallDirection } from '@shared/codes';
import type { Reason } from '@shared/reasons/reasons';
import { damaged } from './encoding';

/** One parsed row of call records: the details of a call, before names are resolved. Times are ms. */
export type CallRecord = {
  /** The audio file as written in the record: a name, a path or an address. */
  file: string | null;
  setup_time: number | null;
  /** Whether one of its times had no offset. */
  is_local: boolean;
  connect_time: number | null;
  disconnect_time: number | null;
  duration: number | null;
  /** A `CallDirection`; null when the record has no direction. */
  direction: number | null;
  /** Text fields of the call, by their wire name. */
  fields: Record<string, string>;
  categories: string[];
  custom_fields: Record<string, string>;
  /** Decisions made while reading, for the row's explanation. */
  notes: Reason[];
  /** Why the record is refused, by field. Then it has no other details than the name of its recording. */
  refused?: Record<string, Reason>;
};

/** A record with its position in a file: the `line` where it begins, or in JSON its index in the list; both from 1. */
export type FileRecord = CallRecord & {
  line: number;
  /** The only object of its file. Without a name of its own, it describes the recording with the name of that file. */
  is_alone?: boolean;
};

/** Some of the records of a file, and notes about the whole file. */
export type RecordPage = { records: FileRecord[]; notes?: Reason[] };

/** A record without any details. */
export const emptyRecord = (): CallRecord => ({
  file: null,
  setup_time: null,
  is_local: false,
  connect_time: null,
  disconnect_time: null,
  duration: null,
  direction: null,
  fields: {},
  categories: [],
  custom_fields: {},
  notes: [],
});

/** A record that is refused, whether or not it names a recording. */
export const refusedRecord = (refused: Record<string, Reason>, file: string | null = null): CallRecord => ({
  ...emptyRecord(),
  file,
  refused,
});

/** A text as the archive can store it: SQL functions end a text at its first NUL, which so is a damaged character. */
export const withoutNul = (text: string): string => text.replaceAll('\0', damaged);

/** The direction for a word or code; null when it is not a direction. */
export function readDirection(text: string): number | null {
  const word = text.trim().toLowerCase();
  if (/^(2|in|inbound|incoming|inbound-.*)$/.test(word)) return CallDirection.inbound;
  if (/^(1|out|outbound|outgoing|outbound-.*)$/.test(word)) return CallDirection.outbound;
  if (/^(0|unknown|internal)$/.test(word)) return CallDirection.unknown;
  return null;
}

/** Infers the direction from the lengths: an extension is short, an outside number long. Unknown when both are alike. */
export function directionByLength(from: string | undefined, to: string | undefined): number {
  const inside = (number = '') => /^\d{1,6}$/.test(number);
  if (!from || !to || inside(from) === inside(to)) return CallDirection.unknown;
  return inside(to) ? CallDirection.inbound : CallDirection.outbound;
}

/**
 * Splits a caller id `"Name" <number>`; empty for other text. Not a regular expression, which took minutes for a long
 * run of spaces.
 */
export function readCallerId(text: string): { name?: string; number?: string } {
  const whole = text.trim();
  const open = whole.endsWith('>') ? whole.lastIndexOf('<') : whole.length;
  const before = whole.slice(0, Math.max(0, open)).trim();
  const number = whole.slice(open + 1, -1).trim();
  const quoted = before.length > 1 && before.startsWith('"') && before.endsWith('"');
  if (open === -1 || number.includes('>') || (!quoted && /[<"]/.test(before))) return {};
  const name = (quoted ? before.slice(1, -1) : before)
    .replaceAll('""', '"')
    .replace(/^"(.*)"$/, '$1')
    .trim();
  return { ...(name && { name }), ...(number && { number }) };
}
