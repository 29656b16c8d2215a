import { basename } from 'node:path';
import type { ImportReading, ReadCall } from '@shared/contract/import-reading';
import { doubts } from '@shared/reasons/doubts';
import { type Reason, reason } from '@shared/reasons/reasons';
import { rawFormatOf } from '../../../../audio/formats/plain';
import { probe } from '../../../../audio/probe';
import { isRefusal } from '../../../../refusal';
import { isoInZone } from '../../../../zones';
import { asCalls, type Part, partOf, recordOf, type Sound, timesOfParts } from '../call-parts';
import { CallRecords } from '../call-records';
import { type Details, together } from '../details';
import { type GroupFile, groupFiles, type PlacedRecord } from '../match';
import type { Decided } from '../metadata/dates';
import { type CallRecord, emptyRecord } from '../metadata/record';
import { openSound } from '../metadata/vcon';
import { type Records, readPart } from '../records-job';
import { agentChannel, timesOf } from '../rules';
import type { Found } from '../scan-job';
import { type Files, type How, type Kind, namesBy, optionsOf, type Plan, planOf, type SurveyedColumn } from './plan';
import type { Named } from './recognise';

/** What a reading returns: the most calls, and whether rows without audio become calls. `isSent`: there are no files. */
export type Asked = { limit: number; metadata_only: boolean; isSent: boolean };
/** How a source is read, and what it has. */
export type Read = {
  reading: ImportReading;
  counts: { files: number; rows: number; without_audio: number; empty: number; isLocal: boolean };
  /** Recordings whose start time their records or names say. */
  timed: Set<Found>;
};

/** Reads a source as an import would: what its files are read by, and the first calls as they will become. */
export async function read(files: Files, how: How, asked: Asked, alive: () => void): Promise<Read> {
  const { audio, records } = files;
  const plan = await planOf(files, how, alive);
  const tally = new DoubtTally();
  const counts: Read['counts'] = { files: 0, rows: 0, without_audio: 0, empty: 0, isLocal: false };
  const state: Counting = { tally, counts, isDone: false };
  const known = await CallRecords.of(audio, (file) => counted(file, plan, how, state, alive));
  for (const file of records) {
    const before = known.count.records;
    const fault = await known.match(file);
    if (known.count.records > before) counts.files += 1;
    else if (fault === undefined) counts.empty += 1;
  }
  state.isDone = true;
  const { count, owners } = known;
  const timed = new Set([...owners].flatMap(([file, { setup_time }]) => (setup_time === null ? [] : [file])));
  const reader = namesBy(plan, how);
  const { isLocal, untimed, ...names } = examplesOf(audio, reader, owners, { tally, timed }, how, alive);
  const calls = await firstCalls(known, audio, reader, { how, plan, tally }, asked, alive);
  if (calls.list.some(({ doubts }) => doubts.some(({ code }) => code === fileTime.code)))
    tally.count(fileTime, untimed);
  const reading: ImportReading = {
    ...presetOf(plan, how),
    names,
    columns: plan.kinds.flatMap(columnsOf),
    times: plan.kinds.flatMap(timesOfKind),
    questions: plan.questions,
    doubts: tally.list(),
    stereo: {
      files: calls.stereo,
      channels: plan.channels.rule,
      because: plan.channels.because,
    },
    calls: calls.list,
  };
  const rows = { rows: count.records, without_audio: count.bare };
  return { reading, counts: { ...counts, ...rows, isLocal: counts.isLocal || isLocal }, timed };
}

/** `isDone`: the files are read again, for records without a recording. */
type Counting = { tally: DoubtTally; counts: Read['counts']; isDone: boolean };

/** The parts of a file of call details, with their doubts counted. */
async function* counted(
  file: Files['records'][number],
  plan: Plan,
  how: How,
  state: Counting,
  alive: () => void,
): AsyncGenerator<Records> {
  const options = optionsOf(plan, file, how);
  let from: Records['next'] = null;
  do {
    const part: Records = await readPart({ ...file, options, from }, alive);
    for (const record of state.isDone ? [] : part.records) {
      state.tally.add(record);
      state.counts.isLocal ||= record.is_local;
    }
    yield part;
    from = part.next;
  } while (from);
}

/** Said of a recording of which only its file has a time. */
const fileTime = reason('file_time', { field: 'setup_time' });

const isDoubt = ({ code }: Reason): boolean => Object.hasOwn(doubts, code);
const fieldOf = ({ values }: Reason): string => String(values.field ?? '');
const doubtsOf = ({ notes }: CallRecord) =>
  notes.filter(isDoubt).map((note) => ({ field: fieldOf(note), code: note.code }));

/** How often there is a doubt about a field, most first. */
class DoubtTally {
  private readonly all = new Map<string, ImportReading['doubts'][number]>();

  add({ notes }: CallRecord): void {
    for (const note of notes) if (isDoubt(note)) this.count(note, 1);
  }

  count(note: Reason, times: number, field = fieldOf(note)): void {
    const key = `${note.code} ${field}`;
    const known = this.all.get(key);
    if (known) known.count += times;
    else this.all.set(key, { code: note.code, field, count: times, reason: note });
  }

  list(): ImportReading['doubts'] {
    return [...this.all.values()].sort((a, b) => b.count - a.count);
  }
}

const told = ({ preset_id, key, name }: NonNullable<Plan['preset']>) => ({ preset_id, key, name });

/** By which preset the source is read, and why. */
function presetOf({ preset, fitting, others }: Plan, how: How): Pick<ImportReading, 'preset' | 'because' | 'others'> {
  const fits = { fits: fitting?.fits ?? 0, of: fitting?.of ?? 0 };
  const because = how.preset
    ? reason('read_by_choice', { name: how.preset.name })
    : preset && fitting
      ? reason(fitting.byDetails ? 'read_by_details' : 'read_by_names', { name: preset.name, ...fits })
      : reason('read_by_none');
  return {
    preset: preset && { ...told(preset), ...fits },
    because: [because],
    others: others.map((one) => ({ ...told(one.preset), fits: one.fits, of: one.of })),
  };
}

/** The columns of files of one kind, also those that no rule reads. */
function columnsOf({ file, columns }: Kind): ImportReading['columns'] {
  return [...columns.values()].flatMap(({ column, filled, samples, unreadable, tally }) => {
    if (column.name === '') return [];
    const { name: from, because = null } = column;
    const field = wireField(column.field, tally);
    return [{ file, from, field, because: field === null ? null : because, filled, unreadable, samples }];
  });
}

/** The field of a column as the API names it; null for what only helps to read others. */
function wireField(field: string | undefined, tally: SurveyedColumn['tally']): string | null {
  if (field === undefined || field === 'disposition' || field === 'userfield') return null;
  if (field === 'whole_duration') return 'duration';
  if (field === 'call_type') return 'direction';
  if (field !== 'setup_time' || !tally || tally.filled === 0) return field;
  return tally.clocks === tally.filled ? 'time' : tally.days === tally.filled ? 'date' : field;
}

const timesOfKind = ({ file, columns }: Kind): ImportReading['times'] =>
  [...columns.values()].flatMap(({ column, decided, zone }) =>
    decided ? [timeOf(file, column.name, decided, zone)] : [],
  );

const timeOf = (file: string, from: string, { form, because, settled_by }: Decided, zone: string) => ({
  file,
  from,
  form,
  because,
  settled_by,
  zone,
});

type Reader = (path: string, name: string) => Named;
const mostExamples = 10;

/** How many names fit a pattern, and examples: one of each pattern first, at least one that fits none last. */
function examplesOf(
  audio: readonly Found[],
  reader: Reader,
  owners: ReadonlyMap<Found, PlacedRecord>,
  { tally, timed }: { tally: DoubtTally; timed: Set<Found> },
  { timezone }: How,
  alive: () => void,
): ImportReading['names'] & { isLocal: boolean; untimed: number } {
  type Example = ImportReading['names']['examples'][number];
  const [first, more, unfit]: [Map<string, Example>, Example[], Example[]] = [new Map(), [], []];
  let [fit, untimed, isLocal] = [0, 0, false];
  for (const [place, file] of audio.entries()) {
    if (place % 1_000 === 0) alive();
    const { record, pattern } = reader(file.path, file.name);
    const owner = owners.get(file);
    if (!owner) tally.add(record);
    if (record.setup_time !== null) timed.add(file);
    if (!timed.has(file)) untimed += 1;
    if ((owner?.setup_time ?? null) === null) isLocal ||= record.is_local;
    if (pattern !== null) fit += 1;
    const isWanted =
      pattern === null ? unfit.length < mostExamples : !first.has(pattern) || first.size + more.length < mostExamples;
    if (!isWanted) continue;
    const example = { name: file.name, pattern, values: valuesOf(record, timezone), doubts: doubtsOf(record) };
    if (pattern === null) unfit.push(example);
    else if (first.has(pattern)) more.push(example);
    else first.set(pattern, example);
  }
  const fitting = [...first.values(), ...more].slice(0, mostExamples - Math.min(1, unfit.length));
  return { total: audio.length, fit, examples: [...fitting, ...unfit].slice(0, mostExamples), isLocal, untimed };
}

/** What a name says, by the fields of a call. */
function valuesOf({ setup_time, direction, fields, categories, custom_fields }: CallRecord, zone: string) {
  const custom = Object.entries(custom_fields).map(([name, value]) => [`custom.${name}`, value]);
  return Object.fromEntries([
    ...(setup_time === null ? [] : [['setup_time', isoInZone(setup_time, zone)]]),
    ...(direction === null ? [] : [['protocol_call_direction', String(direction)]]),
    ...Object.entries(fields),
    ...(categories.length > 0 ? [['categories', categories.join('; ')]] : []),
    ...custom,
  ]) as Record<string, string>;
}

/** So many files are looked at for the first calls: two may be the sides of one. */
const filesPerCall = 10;

async function firstCalls(
  known: CallRecords,
  audio: Found[],
  reader: Reader,
  { how, plan, tally }: { how: How; plan: Plan; tally: DoubtTally },
  { limit, metadata_only, isSent }: Asked,
  alive: () => void,
): Promise<{ list: ReadCall[]; stereo: number }> {
  const some = audio.slice(0, limit * filesPerCall);
  const groups = await groupFiles(some, known.owners, reader);
  const ownerOf = new Map(some.map((file) => [file.path, known.owners.get(file)]));
  const list: ReadCall[] = [];
  let stereo = 0;
  for (const { files, kind } of groups.slice(0, limit)) {
    alive();
    const opened = isSent ? [] : files.map(async (file) => [file, await soundOf(file)] as const);
    const heard = new Map<GroupFile, Heard>(await Promise.all(opened));
    stereo += [...heard.values()].filter(({ sound }) => sound?.channels === 2).length;
    const all = files.map((file) => partOf(file, heard.get(file)?.sound, how.timezone));
    for (const parts of asCalls(all, kind)) {
      const owner = parts.map(({ file }) => ownerOf.get(file.path)).find(Boolean);
      const call = callOf(parts, owner, how);
      const isUnclear = parts.some(
        ({ sound }) => agentChannel(plan.channels.rule, call.protocol_call_direction, sound?.channels) === undefined,
      );
      if (isUnclear) call.doubts.push({ field: 'agent_channel', code: 'side_unknown' });
      for (const { file } of parts) {
        const fault = heard.get(file)?.fault;
        if (!fault) continue;
        call.doubts.push({ field: 'file', code: fault.code });
        tally.count(fault, 1, 'file');
      }
      if (list.length < limit) list.push(call);
    }
  }
  if (!metadata_only || list.length >= limit) return { list, stereo };
  for await (const { bare } of known.rest()) {
    for (const record of bare) {
      if (list.length === limit) return { list, stereo };
      if (!record.refused && (record.setup_time !== null || isUndecided(record)))
        list.push(callOfRecord(record, [], record.setup_time, how, record));
    }
  }
  return { list, stereo };
}

/** What a recording's file says, or why it will be refused. */
type Heard = { sound?: Sound; fault?: Reason };

async function soundOf({ path }: Found): Promise<Heard> {
  try {
    const source = await openSound(path);
    try {
      const { channels, duration_ms, tags } = await probe(source, rawFormatOf(path));
      return {
        sound: { channels, duration_ms, mtime: Math.floor(source.mtimeMs), recorded_at: tags.recorded_at },
      };
    } finally {
      await source.close();
    }
  } catch (cause) {
    return isRefusal(cause) ? { fault: cause.reason } : {};
  }
}

function callOf(parts: Part[], owner: PlacedRecord | undefined, how: How): ReadCall {
  const records = parts.map(({ file }) => file.record);
  const { categories, custom_fields } = records.reduce<Details>(together, emptyRecord());
  const merged = { ...recordOf(parts), categories: [...categories], custom_fields };
  const begun = parts.flatMap(({ sound, knownStart, begun: at }) => (sound || knownStart !== null ? [at] : []));
  const setup_time = begun.length > 0 ? Math.min(...begun) : null;
  const doubts = records.flatMap(doubtsOf);
  if (setup_time !== null && parts.every(({ knownStart }) => knownStart === null))
    doubts.push({ field: 'setup_time', code: fileTime.code });
  return { ...callOfRecord(merged, parts, setup_time, how, owner), doubts };
}

/** Whether the time of a record waits for an answer. */
const isUndecided = ({ notes }: CallRecord): boolean =>
  notes.some(({ code, values }) => code === 'date_order' && values.field === 'setup_time');

/** A call as it will become, from the details of all its recordings. */
function callOfRecord(
  record: CallRecord,
  parts: Part[],
  setup_time: number | null,
  { timezone }: How,
  owner: PlacedRecord | undefined,
): ReadCall {
  const iso = (ms: number | null) => (ms === null ? undefined : isoInZone(ms, timezone));
  const lengths = parts.map(({ sound }) => sound?.duration_ms ?? null);
  const spoken = setup_time === null || parts.length === 0 ? undefined : timesOfParts(parts, lengths, setup_time);
  const times = spoken?.times ?? (setup_time === null ? undefined : timesOf(record, setup_time, null));
  // Of a call without an end, only that it was answered is known.
  const isEnded = record.connect_time !== null && (times?.disconnect_time ?? null) !== null;
  const isLong = record.duration !== null || lengths.some((one) => one !== null) || isEnded;
  return {
    ...record.fields,
    setup_time: iso(setup_time),
    connect_time: iso(times?.connect_time ?? record.connect_time),
    disconnect_time: iso(times?.disconnect_time ?? record.disconnect_time),
    ...(isLong && { duration: times?.duration ?? record.duration ?? undefined }),
    protocol_call_direction: record.direction ?? 0,
    custom_fields: Object.entries(record.custom_fields).map(([name, value]) => ({ name, value })),
    categories: record.categories,
    files: parts.map(({ file, sound }, n) => ({
      name: basename(file.name),
      start_time: iso((sound && spoken?.starts[n]) ?? file.record.setup_time ?? setup_time) ?? null,
    })),
    record: owner ? { file: owner.record_file, line: owner.line } : null,
    doubts: doubtsOf(record),
  };
}
