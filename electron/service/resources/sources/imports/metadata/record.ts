import { CallDirection } from '@shared/codes';
import { directionSigns, directions, legPairs } from '@shared/patterns/words';
import type { Reason } from '@shared/reasons/reasons';
import { damaged } from './encoding';
import type { WholeCall } from './whole';

/** A local time as if it were UTC, and the clock of the phone system then; both in ms. */
export type ClockPair = { wall: number; clock: number };

/** The side of a call that a recording of one side has; `pair`: which words tell the sides apart. */
export type Leg = { side: 'agent' | 'customer'; pair: number };

/** One parsed row of call records: the details of a call, before names are resolved. Times are ms. */
export type CallRecord = {
  /** The audio file as written in the record: a name, a path or an address. */
  file: string | null;
  setup_time: number | null;
  /** Whether one of its times had no offset. */
  is_local: boolean;
  /** Its local time beside the clock of the phone system. */
  clock?: ClockPair | undefined;
  /** The id of a call that the name of its recording may have. */
  named_id?: string | undefined;
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
  /** Other names that its recording may have, without an ending. */
  file_names?: string[];
  /** The side that its recording has. */
  leg?: Leg;
  /** All that a page of API v2 says about the call. */
  whole?: WholeCall;
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

/** A text in a note, short enough for a line. */
export const quoted = (text: string): string => [...text.slice(0, 80)].slice(0, 40).join('');

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
  // Without a prototype, because a field may be named like a part of one.
  custom_fields: Object.create(null),
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
  if (word === 'unknown') return CallDirection.unknown;
  return directions.get(word) ?? directionSigns.get(word) ?? directions.get(word.split(/[-_ ]/)[0] ?? '') ?? null;
}

/** The side for a word; undefined when it is not one. */
export function readLeg(text: string): Leg | undefined {
  const word = text.trim().toLowerCase();
  const pair = legPairs.findIndex((words) => (words as readonly string[]).includes(word));
  return pair < 0 ? undefined : { side: legPairs[pair]?.[0] === word ? 'agent' : 'customer', pair };
}
