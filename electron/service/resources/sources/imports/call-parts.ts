import { reason } from '@shared/reasons/reasons';
import { isoInZone, readTime } from '../../../zones';
import { type Details, isAnswered, together } from './details';
import { type Group, type GroupFile, keepApart, notLegs } from './match';
import { type CallRecord, emptyRecord } from './metadata/record';
import { isOneCall, spanOf, startsOf, type Times, timesOf } from './rules';

/** What the file of a recording says. `mtime`: when it was last written, in ms. `recorded_at`: in its tags. */
export type Sound = { channels: number; duration_ms: number; mtime: number; recorded_at: string | undefined };

/**
 * A recording of a call. `sound`: undefined while only its name is known. `knownStart`: from the record, the name or the tags;
 * `begun` falls back to the date of the file, and to 0. In ms.
 */
export type Part = { file: GroupFile; sound: Sound | undefined; knownStart: number | null; begun: number };

/** A file as a recording of a call; its record gets the time of its file where only the day is known. */
export function partOf(file: GroupFile, sound: Sound | undefined, timezone: string): Part {
  file.record = timed(file, sound, timezone);
  const knownStart = file.record.setup_time ?? readTime(sound?.recorded_at ?? '', timezone)?.ms ?? null;
  return { file, sound, knownStart, begun: knownStart ?? endOf(sound) };
}

/** The recorder's last write is at the end of the recording. */
const endOf = (sound: Sound | undefined): number => (sound ? sound.mtime - sound.duration_ms : 0);

/** The record of a file. Of a day without a time of day, the file's own time counts if it lies on that day. */
function timed({ record, isDay }: GroupFile, sound: Sound | undefined, timezone: string): CallRecord {
  const begun = endOf(sound);
  const dayOf = (ms: number) => isoInZone(ms, timezone).slice(0, 10);
  if (!sound || !isDay || record.setup_time === null || dayOf(begun) !== dayOf(record.setup_time)) return record;
  return { ...record, setup_time: begun, notes: record.notes.filter(({ code }) => code !== 'day_only') };
}

/** The recordings of a group as calls: two legs that do not agree are two calls, and so are files of different days. */
export const asCalls = <P extends Part>(parts: P[], kind: Group['kind']): P[][] =>
  kind === 'legs' ? legsOf(parts) : callsByDay(parts);

function legsOf<P extends Part>([a, b]: P[]): P[][] {
  if (!a || !b) return a ? [[a]] : [];
  const why =
    a.sound && b.sound && notLegs(heard(a, a.sound), heard(b, b.sound), together(a.file.record, b.file.record));
  if (!why) return [bySide([a, b])];
  keepApart(a.file, b.file, why);
  return [[a], [b]];
}

const heard = ({ knownStart, begun }: Part, { channels, duration_ms }: Sound) => ({
  channels,
  duration_ms,
  knownStart,
  begun,
});

/** Files with the same id, as calls: those that began more than a day after the first of a call belong to another one. */
function callsByDay<P extends Part>(parts: P[]): P[][] {
  const calls: P[][] = [];
  for (const one of inOrder(parts)) {
    const [first] = calls.at(-1) ?? [];
    if (first && isOneCall(first.begun, one.begun)) calls.at(-1)?.push(one);
    else {
      if (first) keepApart(first.file, one.file, (file) => reason('kept_day', { file }));
      calls.push([one]);
    }
  }
  return calls.map((some) => (mayBeLegs(some) ? bySide(some) : some));
}

/** Whether two recordings may be the two sides of a call. */
export const mayBeLegs = (parts: readonly Part[]): boolean =>
  parts.length === 2 && parts.every(({ sound }) => sound?.channels === 1);

const names = new Intl.Collator('en', { numeric: true });
const inOrder = <P extends Part>(parts: P[]): P[] =>
  [...parts].sort((a, b) => a.begun - b.begun || names.compare(a.file.name, b.file.name));

/** Puts the agent's leg first. */
const bySide = <P extends Part>(legs: P[]): P[] =>
  inOrder(legs).sort((a, b) => Number(b.file.side === 'agent') - Number(a.file.side === 'agent'));

/** The details of a call in the records of its files, which do not contradict each other. */
export function recordOf(parts: readonly Part[]): CallRecord {
  const [first = emptyRecord(), ...others] = parts.map(({ file }) => file.record);
  const { fields, direction } = others.reduce<Details>(together, first);
  const knowsAnswer = parts.map(({ file }) => file.record).find((record) => isAnswered(record)) ?? first;
  const { connect_time, disconnect_time, duration } = knowsAnswer;
  return { ...first, fields: fields as CallRecord['fields'], direction, connect_time, disconnect_time, duration };
}

/** When each recording of a call starts, and the times of the call. `lengths`: of the recordings, in ms; null: unknown. */
export function timesOfParts(
  parts: readonly Part[],
  lengths: readonly (number | null)[],
  setup_time: number,
): { starts: number[]; times: Times } {
  const known = parts.map(({ file, knownStart }, n) => ({
    knownStart: file.record.connect_time ?? knownStart,
    duration_ms: lengths[n] ?? 0,
  }));
  const starts = startsOf(known, setup_time, mayBeLegs(parts));
  const times = spanOf(
    parts.map(({ file, knownStart }, n) =>
      timesOf(file.record, knownStart ?? starts[n] ?? setup_time, lengths[n] ?? null),
    ),
  );
  return { starts, times };
}
