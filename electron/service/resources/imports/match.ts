import { dirname } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { legOf, readFileName } from './metadata/file-name';
import type { CallRecord } from './metadata/record';
import type { Found } from './scan-job';

/** The files of one call, each with the record that tells of it. Two files are its two legs, the agent's first. */
export type Group = (Found & { record: CallRecord })[];
/** `repeated`: records whose file another record has told of already. */
export type Matched = { groups: Group[]; withoutAudio: CallRecord[]; repeated: CallRecord[] };

const partsOf = (path: string) => path.toLowerCase().split(/[\\/]/);

const withoutQuery = (address: string) => address.replace(/[?#].*$/, '');
/** A file's own name, and the one that a record gives in a name, path or address, as they are compared. */
export const ownName = ({ name }: Found): string => partsOf(name).at(-1) ?? '';
export const namedBy = (file: string): string => partsOf(withoutQuery(file)).at(-1) ?? '';

const turnAfter = 2_000;

/**
 * Puts files and records together: a record names its file by name, path or address; a file without one speaks for
 * itself. Lets others have their turn in between, since there may be hundreds of thousands.
 */
export async function matchRecords(files: Found[], records: CallRecord[], timezone: string): Promise<Matched> {
  const byName = new Map<string, Found[]>();
  for (const file of files) {
    const name = ownName(file);
    const alike = byName.get(name) ?? [];
    alike.push(file);
    byName.set(name, alike);
  }
  const owners = new Map<Found, CallRecord>();
  const withoutAudio: CallRecord[] = [];
  const repeated: CallRecord[] = [];
  for (const [place, record] of records.entries()) {
    if (place % turnAfter === 0) await nextTurn();
    const file = record.file === null ? undefined : bestFile(record.file, byName, owners);
    if (file) owners.set(file, record);
    else if (record.file !== null && byName.has(namedBy(record.file))) repeated.push(record);
    else withoutAudio.push(record);
  }
  return { groups: await groupLegs(files, owners, timezone), withoutAudio, repeated };
}

/** Among files of that name, the one whose folders agree furthest with what the record says, if it is still free. */
function bestFile(named: string, byName: Map<string, Found[]>, taken: Map<Found, CallRecord>): Found | undefined {
  const wanted = partsOf(withoutQuery(named)).reverse();
  const agreeing = (file: Found) => {
    const parts = partsOf(file.name).reverse();
    const first = parts.findIndex((part, place) => part !== wanted[place]);
    return first === -1 ? parts.length : first;
  };
  let best: { file: Found; parts: number } | undefined;
  for (const file of byName.get(wanted[0] ?? '') ?? []) {
    const parts = taken.has(file) ? -1 : agreeing(file);
    if (parts > (best?.parts ?? 0)) best = { file, parts };
  }
  return best?.file;
}

/** Two records of one call, or two names that differ only in the side they end with, become one group. */
async function groupLegs(files: Found[], owners: Map<Found, CallRecord>, timezone: string): Promise<Group[]> {
  const groups = new Map<string, Group>();
  for (const [place, found] of files.entries()) {
    if (place % turnAfter === 0) await nextTurn();
    const leg = legOf(found.name);
    const record = owners.get(found) ?? readFileName(leg?.stem ?? found.name, timezone);
    const file = { ...found, record };
    const key = keyOf(found, record, owners.has(found), leg?.stem);
    const known = key === undefined ? undefined : groups.get(key);
    if (known?.length !== 1) groups.set(known || key === undefined ? found.path : key, [file]);
    else if (leg?.side === 'agent') known.unshift(file);
    else known.push(file);
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
  return stem === undefined ? undefined : `stem ${dirname(path)} ${stem}`;
}
