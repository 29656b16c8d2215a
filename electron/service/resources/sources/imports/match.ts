import { dirname } from 'node:path';
import { minuteMs } from '@shared/duration';
import { type Reason, reason } from '@shared/reasons/reasons';
import { contradictions, type Details, differ, saysBoth, together } from './details';
import type { FileIndex, Match, Several } from './file-index';
import { inParts } from './in-parts';
import type { CallRecord, FileRecord } from './metadata/record';
import type { Origin } from './origin';
import { keyOf, type Named } from './reading/recognise';
import { isOneCall } from './rules';
import type { Found } from './scan-job';

/** A record and its position; `record_file` is the file's name for display. `candidates`: how many recordings it may mean. */
export type PlacedRecord = FileRecord & { origin: Origin; record_file: string; candidates?: number };
/**
 * A file with its record; `side` comes from its name or its record. `notes`: what it was joined with or kept apart from.
 * `isDay`: its time is the beginning of the day in its name.
 */
export type GroupFile = Found & { record: CallRecord; side: Named['side']; isDay: boolean; notes: Reason[] };
/** The files of one call. Two files that may be legs are legs only if their sound agrees (`notLegs`). */
export type Group = { files: GroupFile[]; kind: 'call' | 'legs' };

/**
 * The file of a record in a file at `path`; it is taken. By the name, path or address in the record, otherwise by an id of its
 * call in the name of the recording, otherwise by the name of its own file. `isRepeated`: another record has it already. Several
 * files that may be meant are only counted.
 */
export function fileOf(record: FileRecord, path: string, index: FileIndex): Match | Several | undefined {
  const { file, is_alone, fields, named_id, file_names = [] } = record;
  for (const name of file_names) {
    const found = index.take(name, dirname(path));
    if (found && 'file' in found) return found;
  }
  if (file !== null) {
    const found = index.take(file, dirname(path));
    if (found) return found;
  }
  for (const id of [named_id, fields.protocol_call_id]) {
    const found = id === undefined ? undefined : index.takeNamed(id);
    if (found) return found;
  }
  return is_alone && file === null ? index.takeBeside(path) : undefined;
}

/**
 * The calls of the files. A file without a record gets the details in its own name. Files with the same protocol_call_id,
 * and two with the same time and numbers or with matching names, are one call unless their details contradict each
 * other. Those that are alike and are not one have a note.
 */
export async function groupFiles(
  files: Found[],
  owners: ReadonlyMap<Found, CallRecord>,
  read: (path: string, name: string) => Named,
): Promise<Group[]> {
  const grouping = new Grouping();
  for await (const some of inParts(files, namesAtOnce)) {
    for (const found of some) {
      const named = read(found.path, found.name);
      const owner = owners.get(found);
      const record = filledBy(named, owner) ?? named.record;
      const isDay = named.isDay && record.setup_time === named.record.setup_time;
      const leg = owner?.leg;
      const stem = named.stem ?? (leg && `values ${dirname(found.path)} ${leg.pair} ${keyOf(record)}`);
      grouping.add({ ...found, record, side: named.side ?? leg?.side, isDay, notes: [] }, stem);
    }
  }
  return grouping.groups;
}

/** Comparing a name with patterns takes up to a millisecond. */
const namesAtOnce = 20;

/** A record with what it lacks and the name of its recording says: the time, and by a pattern also the other details. */
function filledBy({ record: named, pattern }: Named, record: CallRecord | undefined): CallRecord | undefined {
  if (!record || record.refused) return record;
  const filled = { ...record };
  if (record.setup_time === null && named.setup_time !== null) {
    const { setup_time, is_local } = named;
    Object.assign(filled, { setup_time, is_local, notes: [...record.notes, reason('note_time_of_name')] });
  }
  if (pattern === null) return filled;
  const { fields, custom_fields, categories, direction } = record;
  return {
    ...filled,
    fields: { ...named.fields, ...fields },
    custom_fields: { ...named.custom_fields, ...custom_fields },
    categories: categories.length > 0 ? categories : named.categories,
    direction: direction ?? named.direction,
  };
}

/** `from` and `to`: when its files began, as far as their records say. */
type Open = Group & { details: Details; from: number | null; to: number | null };
/** What may be one call by this key. Two with the same time and numbers may be its sides, and `stem` files by their names. */
type Key = { key: string; by: 'id' | 'stem' | 'time' };
/** Says why a file is kept apart from this other one. */
type Why = (file: string) => Reason;

/** Of the groups with one key, only so many are compared: a file is rather kept apart than compared with all. */
const mostCompared = 100;

class Grouping {
  readonly groups: Open[] = [];
  private readonly byKey = new Map<string, Open[]>();

  add(file: GroupFile, stem: string | undefined): void {
    const keys = keysOf(file.record, stem);
    const { call, alike } = this.relatives(file, keys);
    if (call && call.group.kind === 'call') {
      join(call.group, file, call.by);
      this.know(call.group, keys);
      return;
    }
    this.begin(file, keys);
    // Two sides are compared by their sound first. Their call gets this file once it is in the archive, by its id.
    const [other] = call ? [] : (alike?.group.files ?? []);
    if (alike && other) keepApart(file, other, alike.why);
  }

  /** The first group that a file belongs to, and the first before it that is like it. */
  private relatives(file: GroupFile, keys: Key[]) {
    let alike: { group: Open; why: Why } | undefined;
    for (const { key, by } of keys) {
      for (const group of this.alikeBy(key)) {
        const why = by === 'id' ? notOneCall(group, file) : notTwoSides(group, file, by);
        if (!why) return { call: { group, by }, alike };
        alike ??= { group, why };
      }
    }
    return { alike };
  }

  private begin(file: GroupFile, keys: Key[]): void {
    const { setup_time } = file.record;
    const begun: Open = { files: [file], kind: 'call', details: file.record, from: setup_time, to: setup_time };
    this.groups.push(begun);
    this.know(begun, keys);
  }

  private alikeBy(key: string): Open[] {
    return this.byKey.get(key)?.slice(-mostCompared) ?? [];
  }

  private know(group: Open, keys: Key[]): void {
    for (const { key } of keys) {
      if (this.alikeBy(key).includes(group)) continue;
      const same = this.byKey.get(key);
      if (same) same.push(group);
      else this.byKey.set(key, [group]);
    }
  }
}

/** Notes at both files that they were kept apart; at each, for the first that is like it. */
export function keepApart(one: GroupFile, other: GroupFile, why: (file: string) => Reason): void {
  if (one.notes.length === 0) one.notes.push(why(other.name));
  if (other.notes.length === 0) other.notes.push(why(one.name));
}

function join(group: Open, file: GroupFile, by: Key['by']): void {
  const { setup_time } = file.record;
  const times = [group.from, group.to, setup_time].filter((time) => time !== null);
  group.from = times.length > 0 ? Math.min(...times) : null;
  group.to = times.length > 0 ? Math.max(...times) : null;
  group.details = together(group.details, file.record);
  if (by !== 'id') group.kind = 'legs';
  if (group.kind === 'legs' && file.side === 'agent') group.files.unshift(file);
  else group.files.push(file);
}

function keysOf({ fields, setup_time, whole }: CallRecord, stem: string | undefined): Key[] {
  if (whole) return [{ key: `call ${whole.call_id}`, by: 'id' }];
  const { protocol_call_id: id, from_number = '', to_number = '' } = fields;
  const isTimed = setup_time !== null && (from_number || to_number);
  return [
    ...(id ? [{ key: `id ${id}`, by: 'id' as const }] : []),
    ...(stem ? [{ key: stem, by: 'stem' as const }] : []),
    ...(isTimed ? [{ key: `time ${setup_time} ${from_number} ${to_number}`, by: 'time' as const }] : []),
  ];
}

/** Why a file with the same id is not of the same call. An id used again on another day belongs to another call. */
function notOneCall({ details, from, to }: Open, { record }: GroupFile): Why | undefined {
  const isDay = isOneCall(from, record.setup_time) && isOneCall(to, record.setup_time);
  if (!isDay) return (file) => reason('kept_day', { file });
  const fields = contradictions(details, record);
  return fields.length > 0 ? (file) => reason('kept_apart', { file, fields }) : undefined;
}

/**
 * Why a file is not the other side of a call. Names of a pair, or the same time and both numbers, make two sides; a time in
 * whole minutes may be that of two calls.
 */
function notTwoSides({ files, details }: Open, { record, side }: GroupFile, by: 'stem' | 'time'): Why | undefined {
  const fields = differ(details, record);
  if (fields.length > 0) return (file) => reason('kept_apart', { file, fields });
  const isSecondOfTwo = files.length === 1 && !(side && files[0]?.side === side);
  if (!isSecondOfTwo) return (file) => reason('kept_third', { file });
  const isSure = by === 'stem' || (saysBoth(record) && (record.setup_time ?? 0) % minuteMs !== 0);
  return isSure ? undefined : (file) => reason('kept_unsure', { file });
}

/** The sound of a file that may be a leg: `knownStart` is from the record, the name or the tags. In ms. */
type LegSound = { channels: number; knownStart: number | null; begun: number; duration_ms: number };

/**
 * Why two files are not the two legs of a call, by their sound. Both are mono and overlap in time. If only their names or the
 * dates of the files say so, they are of the same length too.
 */
export function notLegs(a: LegSound, b: LegSound, details: Details): Why | undefined {
  if (a.channels !== 1 || b.channels !== 1) return (file) => reason('kept_channels', { file });
  const isKnown = a.knownStart !== null && b.knownStart !== null;
  const [from, other] = isKnown ? [a.knownStart ?? 0, b.knownStart ?? 0] : [a.begun, b.begun];
  const overlap = Math.min(from + a.duration_ms, other + b.duration_ms) - Math.max(from, other);
  if (overlap <= 0) return (file) => reason('kept_times', { file });
  const isSure = isKnown && saysBoth(details);
  const longer = Math.max(a.duration_ms, b.duration_ms);
  const mostApart = Math.min(2_000, Math.max(100, longer / 20));
  if (!isSure && Math.abs(a.duration_ms - b.duration_ms) > mostApart) return (file) => reason('kept_lengths', { file });
  return undefined;
}
