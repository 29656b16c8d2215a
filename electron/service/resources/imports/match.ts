import type { Found } from './job';
import { legOf, readFileName } from './metadata/file-name';
import type { CallRecord } from './metadata/record';

/** The files of one call, with the record that names them. Two files are its two legs. */
export type Group = { record: CallRecord; files: (Found & { side?: 'agent' | 'customer' })[] };
export type Matched = { groups: Group[]; withoutAudio: CallRecord[] };

const partsOf = (path: string) => path.toLowerCase().split(/[\\/]/);

/** Puts files and records together: a record names its file by name, path or address; a file without one speaks for itself. */
export function matchRecords(files: Found[], records: CallRecord[], timezone: string): Matched {
  const byName = new Map<string, Found[]>();
  for (const file of files) {
    const name = partsOf(file.name).at(-1) ?? '';
    byName.set(name, [...(byName.get(name) ?? []), file]);
  }
  const owners = new Map<Found, CallRecord>();
  const withoutAudio: CallRecord[] = [];
  for (const record of records) {
    const file = record.file === null ? undefined : bestFile(record.file, byName, owners);
    if (file) owners.set(file, record);
    else withoutAudio.push(record);
  }
  return { groups: groupLegs(files, owners, timezone), withoutAudio };
}

/** Among files of that name, the one whose folders agree furthest with what the record says, if it is still free. */
function bestFile(named: string, byName: Map<string, Found[]>, taken: Map<Found, CallRecord>): Found | undefined {
  const wanted = partsOf(named.replace(/[?#].*$/, '')).reverse();
  const agreeing = (file: Found) => {
    const parts = partsOf(file.name).reverse();
    const first = parts.findIndex((part, place) => part !== wanted[place]);
    return first === -1 ? parts.length : first;
  };
  const free = (byName.get(wanted[0] ?? '') ?? []).filter((file) => !taken.has(file));
  return free.sort((a, b) => agreeing(b) - agreeing(a))[0];
}

/** Two records of one call, or two names that differ only in the side they end with, become one group. */
function groupLegs(files: Found[], owners: Map<Found, CallRecord>, timezone: string): Group[] {
  const groups = new Map<string, Group>();
  for (const file of files) {
    const leg = legOf(file.name);
    const record = owners.get(file) ?? readFileName(leg?.stem ?? file.name, timezone);
    const key = keyOf(file, record, owners.has(file), leg?.stem);
    const known = key === undefined ? undefined : groups.get(key);
    if (known && known.files.length === 1) known.files.push({ ...file, side: leg?.side });
    else groups.set(known || key === undefined ? file.path : key, { record, files: [{ ...file, side: leg?.side }] });
  }
  return [...groups.values()];
}

function keyOf(
  { path }: Found,
  { fields, setup_time }: CallRecord,
  named: boolean,
  stem: string | undefined,
): string | undefined {
  if (named && fields.protocol_call_id) return `id ${fields.protocol_call_id}`;
  if (named && setup_time !== null) return `time ${setup_time} ${fields.from_number ?? ''} ${fields.to_number ?? ''}`;
  return stem === undefined ? undefined : `stem ${path.slice(0, path.lastIndexOf('/') + 1)}${stem}`;
}
