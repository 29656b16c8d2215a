import { basename } from 'node:path';
import type { ImportQuestion } from '@shared/contract/import-reading';
import { type ChannelRule, type DateOrder, isDateForm } from '@shared/import-fields';
import { isObject, parsePath, valuesAt } from '@shared/json-path';
import { task } from '../../../../jobs/task';
import type { KeptPreset } from '../../presets';
import { clockInId, otherZones } from '../metadata/clock';
import { csvHead, csvRows, headlessColumns, likelyColumns } from '../metadata/csv';
import { count, type DateTally, type Decided, decide, emptyTally, isOrder, timeIn } from '../metadata/dates';
import type { DetailsFile } from '../metadata/encoding';
import {
  type ColumnTimes,
  type DetailsRules,
  folded,
  meaningsOf,
  type NamedColumn,
  type ReadOptions,
} from '../metadata/headers';
import { headText, isTree, isXml, jsonItems, likelyNames, valueOfHead } from '../metadata/json';
import { type ClockPair, quoted } from '../metadata/record';
import { isTime, readSeconds } from '../metadata/values';
import { type Chosen, type Found, type Scan, scan } from '../scan-job';
import { type Fitting, fitOf, nameReader, recognised } from './recognise';

/** How a source is to be read: what was chosen, and the presets of the tenant, its own before the built-in ones. */
export type How = {
  timezone: string;
  mapping: Record<string, string>;
  date_order?: DateOrder | undefined;
  /** Who is on which channel of stereo files, instead of what the preset says. */
  channels?: ChannelRule | undefined;
  /** The preset that was named or sent. Otherwise one is recognised. */
  preset?: KeptPreset | undefined;
  presets: readonly KeptPreset[];
  extensions: readonly string[];
  /** The zones of the settings, the tenants and the users. */
  zones: readonly string[];
  now: number;
};

/** A column of files of one kind, and what its cells hold. */
export type SurveyedColumn = {
  column: NamedColumn;
  filled: number;
  /** Values that its form or its field cannot read. */
  unreadable: number;
  samples: string[];
  /** Of a column of times. */
  tally: DateTally | undefined;
  decided: Decided | undefined;
  zone: string;
};
/** Files of call details that are read in one way; `file` is the name of the first of them. */
export type Kind = {
  file: string;
  details: DetailsRules | null;
  internal_digits: number;
  columns: Map<string, SurveyedColumn>;
  /** Whether a row of a table has as many cells as its header. */
  hasFitting: boolean;
  /** Some times of calls as they are written, beside the clock of the phone system in their ids. */
  ids: [text: string, clock: number][];
};
/** The preset of a source, with the others that fit. */
export type Recognised = Fitting & { byDetails: boolean };

/** How all files of a source are read. */
export type Plan = {
  preset: KeptPreset | null;
  /** How well the preset fits, and the others that do. */
  fitting: Recognised | null;
  others: Recognised[];
  kinds: Kind[];
  /** The kind of each file of call details by its path; a file that could not be read has none. */
  kindOf: Map<string, number>;
  questions: ImportQuestion[];
  /** Who is on which channel of stereo files. */
  channels: { rule: ChannelRule | null; because: 'given' | 'preset' | 'default' };
};

/** The files of a source, without what else was found. */
export type Files = Pick<Scan, 'audio'> & { records: (Found & DetailsFile)[] };

/** Decides how the files of a source are read: by which preset, and each column of times in which form. */
export async function planOf({ audio, records }: Files, how: How, alive: () => void): Promise<Plan> {
  const samples = new Map<string, Sample>();
  for (const file of records) samples.set(file.path, await sampleOf(file, alive));
  const [paths, sampled] = [audio.map(({ path }) => path), [...samples.values()]];
  const fitting = fittingPresets(paths, sampled, how.presets);
  const preset = how.preset ?? fitting[0]?.preset ?? null;
  const plan: Plan = {
    preset,
    fitting: fitting.find((one) => one.preset === preset) ?? fitOfChosen(preset, paths, sampled),
    others: fitting.filter((one) => one.preset !== preset).slice(0, mostOthers),
    kinds: [],
    kindOf: new Map(),
    questions: [],
    channels: channelsOf(how, preset),
  };
  const keys = new Map<string, number>();
  for (const file of records) {
    const entry = entryFor(samples.get(file.path), preset, how.presets);
    await survey({ ...file, entry }, plan, keys, how, alive);
  }
  const timeOf = timesOfNames(audio, how, preset);
  for (const kind of plan.kinds) decideAll(kind, plan, how, timeOf);
  const zone = preset?.timezone ?? how.timezone;
  const choices = otherZones([...plan.kinds.flatMap(clocksOf), ...clocksOfNames(audio, how, preset)], zone, how.zones);
  if (choices.length > 0) plan.questions.push({ code: 'zone', file: null, from: null, choices });
  return plan;
}

function channelsOf({ channels }: How, preset: KeptPreset | null): Plan['channels'] {
  if (channels) return { rule: channels, because: 'given' };
  return preset?.channels ? { rule: preset.channels, because: 'preset' } : { rule: null, because: 'default' };
}

/** The files of a source, and how they are to be read. */
export const scanPaths = task('imports.scan', async ({ how, ...chosen }: Chosen & { how: How }, alive) => {
  const found = await scan(chosen, alive);
  return { ...found, plan: withoutTallies(await planOf(found, how, alive)) };
});

/** A plan without what only helped to make it. */
const withoutTallies = (plan: Plan): Plan => ({
  ...plan,
  kinds: plan.kinds.map((kind) => ({
    ...kind,
    ids: [],
    columns: new Map([...kind.columns].map(([name, column]) => [name, { ...column, tally: undefined }])),
  })),
});

const mostOthers = 3;
const lookedFiles = 20;

/** The options by which a file of call details is read. */
export function optionsOf({ kinds, kindOf }: Plan, { path }: DetailsFile, how: How): ReadOptions {
  const { timezone, mapping, extensions } = how;
  const kind = kinds[kindOf.get(path) ?? -1];
  const times: Record<string, ColumnTimes[string]> = {};
  for (const { column, decided, zone } of kind?.columns.values() ?? [])
    if (decided) times[column.name] = { form: decided.form, zone };
  return {
    timezone,
    mapping,
    details: kind?.details ?? undefined,
    times,
    inside: { internal_digits: kind?.internal_digits ?? 6, extensions: new Set(extensions) },
  };
}

/** How the names of recordings are read. */
export const namesBy = ({ preset }: Pick<Plan, 'preset'>, { presets, timezone, extensions }: How) =>
  nameReader(
    { preset, builtins: presets.filter(({ is_builtin }) => is_builtin) },
    { timezone, extensions: new Set(extensions) },
  );

/** The start of a file of call details, in the form in which presets look at it. */
type Sample = { csv: string[][] } | { root: unknown; format: 'json' | 'xml' } | undefined;

async function sampleOf(file: DetailsFile, alive: () => void): Promise<Sample> {
  const { path } = file;
  try {
    if (!isTree(path)) {
      const { tables } = await csvHead(file, alive);
      return { csv: tables.flatMap(({ rows }) => rows.slice(0, lookedFiles).map(({ cells }) => cells)) };
    }
    const format = isXml(path) ? 'xml' : 'json';
    return { root: valueOfHead(await headText(file, alive), format), format };
  } catch {
    alive();
    return undefined;
  }
}

type Details = KeptPreset['details'][number];
/** What a preset says about a file. */
type Entry = { rules: DetailsRules; internal_digits: number };

/** Whether a preset says how this file is written: all that it asks for is there. */
function fits(entry: Details, sample: Sample): boolean {
  if (!sample) return false;
  const wanted = entry.has.length > 0 ? entry.has : entry.mapping.map(({ from }) => from);
  if ('csv' in sample) {
    if (entry.format !== 'csv') return false;
    if (entry.columns) {
      const columns = headlessColumns({ timezone: 'UTC', mapping: {}, details: { ...entry, timezone: null } });
      return sample.csv.some((cells) => columns(cells) !== undefined);
    }
    return sample.csv.some((cells) => {
      const names = new Set(cells.map((cell) => folded(cell.trim())));
      return wanted.length > 0 && wanted.every((name) => names.has(folded(name)));
    });
  }
  if (entry.format !== sample.format || !isObject(sample.root)) return false;
  const list = entry.list ? parsePath(entry.list) : undefined;
  const items = list ? valuesAt(list, sample.root, sample.root).flat() : entry.list === '' ? [sample.root] : [];
  const some = (list || entry.list === '' ? items : [sample.root, ...Object.values(sample.root).flat()]).slice(
    0,
    lookedFiles,
  );
  return (
    wanted.length > 0 &&
    wanted.every((from) => {
      const path = parsePath(from);
      return path !== undefined && some.some((item) => valuesAt(path, item, sample.root).length > 0);
    })
  );
}

const bestOf = (entries: readonly Details[], sample: Sample): Details | undefined =>
  entries.filter((entry) => fits(entry, sample)).sort((a, b) => b.has.length - a.has.length)[0];

/** What the preset of the source says about a file, otherwise the active preset that asks for most of what is there. */
function entryFor(sample: Sample, chosen: KeptPreset | null, presets: readonly KeptPreset[]): Entry | null {
  const own = chosen && bestOf(chosen.details, sample);
  if (own) return entryOf(chosen, own);
  const others = presets.flatMap((preset) => {
    const entry = bestOf(preset.details, sample);
    return entry ? [{ preset, entry }] : [];
  });
  const [best] = others.sort(
    (a, b) => Number(a.preset.is_builtin) - Number(b.preset.is_builtin) || b.entry.has.length - a.entry.has.length,
  );
  return best ? entryOf(best.preset, best.entry) : null;
}

const entryOf = (preset: KeptPreset, entry: Details): Entry => ({
  rules: {
    ...entry,
    timezone: preset.timezone,
    ...(entry.columns && { more: preset.details.filter((one) => one !== entry && one.columns) }),
  },
  internal_digits: preset.internal_digits,
});

/** The presets that fit a source: by its details before its names, own before built-in ones, then those that fit more. */
function fittingPresets(paths: string[], samples: Sample[], presets: readonly KeptPreset[]): Recognised[] {
  const looked = samples.slice(0, lookedFiles);
  const byNames = recognised(presets, paths).map((one) => ({ ...one, byDetails: false }));
  const byDetails = presets.flatMap((preset): (Recognised & { asked: number })[] => {
    const entries = looked.flatMap((sample) => bestOf(preset.details, sample) ?? []);
    const asked = Math.max(0, ...entries.map(({ has }) => has.length));
    return entries.length > 0 ? [{ preset, fits: entries.length, of: looked.length, byDetails: true, asked }] : [];
  });
  byDetails.sort(
    (a, b) => Number(a.preset.is_builtin) - Number(b.preset.is_builtin) || b.fits - a.fits || b.asked - a.asked,
  );
  const known = new Set(byDetails.map(({ preset }) => preset));
  return [...byDetails, ...byNames.filter(({ preset }) => !known.has(preset))];
}

/** How well a preset fits that was chosen, even if that is not enough for others. */
function fitOfChosen(preset: KeptPreset | null, paths: string[], samples: Sample[]): Recognised | null {
  if (!preset) return null;
  const byName = { ...fitOf(preset, paths), byDetails: false };
  return byName.fits > 0 ? byName : (fittingPresets([], samples, [preset])[0] ?? byName);
}

type Surveyed = Found & DetailsFile & { entry: Entry | null };

/** Looks at all cells of a file, and notes its kind. A file that cannot be read has none: the import says why. */
async function survey(
  { entry, ...file }: Surveyed,
  plan: Plan,
  keys: Map<string, number>,
  how: How,
  alive: () => void,
): Promise<void> {
  const { path, name } = file;
  const options: ReadOptions = { timezone: how.timezone, mapping: how.mapping, details: entry?.rules };
  const kindFor = (shape: string): Kind => {
    const key = JSON.stringify([shape, entry?.rules.mapping, entry?.rules.list]);
    const known = keys.get(key) ?? plan.kinds.length;
    keys.set(key, known);
    plan.kindOf.set(path, known);
    plan.kinds[known] ??= {
      file: name,
      details: entry?.rules ?? null,
      internal_digits: entry?.internal_digits ?? plan.preset?.internal_digits ?? 6,
      columns: new Map(),
      hasFitting: false,
      ids: [],
    };
    return plan.kinds[known];
  };
  try {
    if (isTree(path)) {
      const { items } = await jsonItems(file, options, alive);
      const kind = kindFor(isXml(path) ? 'xml' : 'json');
      for (const { row } of items) if (row) countRow(kind, row.columns.all, row.cells.values, plan, how);
      return;
    }
    let kind: Kind | undefined;
    for await (const { place, columns, cells } of csvRows(file, options, alive)) {
      kind ??= kindFor(place.file.header?.join('\0') ?? 'csv');
      if (!columns || (kind.hasFitting && !columns.fits(cells))) continue;
      // The cells of a row that does not fit may stand below other names: it counts only while no row fits.
      if (!kind.hasFitting && columns.fits(cells)) {
        kind.hasFitting = true;
        kind.columns.clear();
      }
      countRow(kind, columns.all, cells, plan, how);
    }
    if (!kind) kindFor('csv');
  } catch {
    alive();
    await surveyUnread(file, options, kindFor, alive);
  }
}

/** The columns of a file that nothing identifies as one of calls, so that a person can name its time or its recordings. */
async function surveyUnread(
  file: Found & DetailsFile,
  options: ReadOptions,
  kindFor: (shape: string) => Kind,
  alive: () => void,
): Promise<void> {
  const likely = await (isTree(file.path)
    ? likelyNames(file, options, alive)
    : csvHead(file, alive).then(likelyColumns)
  ).catch(() => undefined);
  if (!likely) return;
  const kind = kindFor(likely.names.join('\0'));
  for (const column of meaningsOf(likely.names, options)) {
    const filled = likely.rows.flatMap((cells) => cells[column.place]?.trim() || []);
    const samples = filled.slice(0, 3).map(quoted);
    const zone = options.timezone;
    const nothing = { unreadable: 0, tally: undefined, decided: undefined };
    kind.columns.set(column.name, { column, filled: filled.length, samples, zone, ...nothing });
  }
}

function countRow(kind: Kind, columns: readonly NamedColumn[], cells: readonly string[], plan: Plan, how: How): void {
  const cellOf = (of: string) => cells[columns.find(({ field }) => field === of)?.place ?? -1]?.trim();
  const file = cellOf('file') || null;
  const [time, clock] = [cellOf('setup_time'), clockInId(cellOf('protocol_call_id'))];
  if (time && clock !== undefined && kind.ids.length < mostClocks) kind.ids.push([time, clock]);
  for (const column of columns) {
    const known = kind.columns.get(column.name) ?? surveyed(column, kind, plan, how);
    const cell = cells[column.place]?.trim() ?? '';
    if (cell === '') continue;
    known.filled += 1;
    if (known.samples.length < 3) known.samples.push(quoted(cell));
    if (/duration$|^ring_seconds$/.test(column.field ?? '') && readSeconds(cell) === null) known.unreadable += 1;
    if (known.tally && cell !== '0') count(known.tally, cell.replace(/^'(?=\d)/, ''), how.now, file);
  }
}

function surveyed(column: NamedColumn, kind: Kind, plan: Plan, how: How): SurveyedColumn {
  const { field } = column;
  const isOfTime = field === 'date' || field === 'time' || (field !== undefined && isTime(field));
  const one: SurveyedColumn = {
    column,
    filled: 0,
    unreadable: 0,
    samples: [],
    tally: isOfTime ? emptyTally() : undefined,
    decided: undefined,
    zone: column.zone ?? kind.details?.timezone ?? plan.preset?.timezone ?? how.timezone,
  };
  kind.columns.set(column.name, one);
  return one;
}

/** Decides the form of each column of times. One that nothing decides takes the order of a settled one of its file. */
function decideAll(kind: Kind, plan: Plan, how: How, timeOf: (file: string) => number | undefined): void {
  const ofTime = [...kind.columns.values()].filter(({ tally }) => tally !== undefined && tally.filled > tally.clocks);
  for (const one of ofTime) {
    const { because, form } = one.column;
    const preset = because === 'preset' && isDateForm(form) ? form : null;
    one.decided = decide(one.tally ?? emptyTally(), { preset, date_order: how.date_order, timeOf });
  }
  const settled = ofTime.map(({ decided }) => decided?.form).find(isOrder);
  for (const one of ofTime) {
    if (one.decided?.form !== null) continue;
    const { choices = [] } = one.decided;
    if (settled && choices.includes(settled) && !one.tally?.proof[settled === 'dmy' ? 'mdy' : 'dmy'])
      one.decided = { form: settled, because: 'column', settled_by: null };
    else plan.questions.push({ code: 'date_order', file: kind.file, from: one.column.name, choices });
  }
  for (const one of ofTime) {
    const { form = null, because } = one.decided ?? {};
    if (form === null || because === 'preset' || !one.tally) continue;
    const { filled, clocks, forms } = one.tally;
    one.unreadable = Math.max(0, filled - clocks - (forms[form] ?? 0));
  }
}

/** The local times of some rows beside the clock in their ids. */
function clocksOf({ ids, columns }: Kind): ClockPair[] {
  const form = [...columns.values()].find(({ column }) => column.field === 'setup_time')?.decided?.form;
  return ids.flatMap(([text, clock]) => {
    const time = form ? timeIn(form, text, 'UTC') : undefined;
    return time?.isLocal && !time.isDay ? [{ wall: time.ms, clock }] : [];
  });
}

/** So many names and rows tell the zone of a phone system. */
const mostClocks = 1_000;

function clocksOfNames(audio: Files['audio'], how: How, preset: KeptPreset | null): ClockPair[] {
  const read = namesBy({ preset }, how);
  return audio.slice(0, mostClocks).flatMap(({ path, name }) => read(path, name).record.clock ?? []);
}

/** The times in the names of recordings, by what a row may call them. */
function timesOfNames(audio: Files['audio'], how: How, preset: KeptPreset | null) {
  let paths: Map<string, string> | undefined;
  const stem = (name: string) => (name.split(/[\\/]/).at(-1) ?? '').replace(/\.\w{1,5}$/, '').toLowerCase();
  const read = namesBy({ preset }, how);
  return (file: string): number | undefined => {
    paths ??= new Map(audio.map(({ path }) => [stem(path), path]));
    const path = paths.get(stem(file));
    return path === undefined ? undefined : (read(path, basename(path)).record.setup_time ?? undefined);
  };
}
