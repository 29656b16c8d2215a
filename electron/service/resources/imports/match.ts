import { dirname } from 'node:path';
import { inParts } from './in-parts';
import { legOf, readFileName } from './metadata/file-name';
import type { CallRecord } from './metadata/record';
import type { Origin } from './origin';
import { isOneCall } from './rules';
import type { Found } from './scan-job';

/** A record, and where it stands. */
export type PlacedRecord = CallRecord & { origin: Origin };
/** A file with its record; `side` is what its name ends with. */
export type GroupFile = Found & { record: CallRecord; side: 'agent' | 'customer' | undefined };
/** Files of one call. Two that may be its legs are that only if each has one channel. */
export type Group = { files: GroupFile[]; kind: 'call' | 'legs' };
/** `repeated`: further records of a recording that has one already. */
export type Matched = {
  groups: Group[];
  withoutAudio: PlacedRecord[];
  repeated: { record: PlacedRecord; file: Found }[];
};

const partsOf = (path: string) => path.toLowerCase().split(/[\\/]/);

const withoutQuery = (address: string) => address.replace(/[?#].*$/, '');
/** A file's own name, and the one that a record gives in a name, path or address, as they are compared. */
export const ownName = ({ name }: Found): string => partsOf(name).at(-1) ?? '';
export const namedBy = (file: string): string => partsOf(withoutQuery(file)).at(-1) ?? '';

/**
 * Assigns records to files: a record names its file by name, path or address. For a file without a record, its own name
 * is read.
 */
export async function matchRecords(files: Found[], records: PlacedRecord[], timezone: string): Promise<Matched> {
  const byName = new Map<string, Found[]>();
  for (const file of files) {
    const name = ownName(file);
    const alike = byName.get(name) ?? [];
    alike.push(file);
    byName.set(name, alike);
  }
  const owners = new Map<Found, CallRecord>();
  const withoutAudio: Matched['withoutAudio'] = [];
  const repeated: Matched['repeated'] = [];
  const assign = (record: PlacedRecord, named: string, alike: Found[]) => {
    const isFree = (file: Found) => !owners.has(file);
    const free = bestFile(named, alike.filter(isFree));
    const file = free ?? bestFile(named, alike);
    if (free) owners.set(free, record);
    else if (file) repeated.push({ record, file });
  };
  for await (const some of inParts(records)) {
    for (const record of some) {
      const alike = record.file === null ? undefined : byName.get(namedBy(record.file));
      if (record.file === null || !alike) withoutAudio.push(record);
      else assign(record, record.file, alike);
    }
  }
  return { groups: await groupFiles(files, owners, timezone), withoutAudio, repeated };
}

/** Among files of that name, the one whose folders agree furthest with what the record says. */
function bestFile(named: string, alike: Found[]): Found | undefined {
  const wanted = partsOf(withoutQuery(named)).reverse();
  const agreeing = (file: Found) => {
    const parts = partsOf(file.name).reverse();
    const first = parts.findIndex((part, place) => part !== wanted[place]);
    return first === -1 ? parts.length : first;
  };
  let best: { file: Found; parts: number } | undefined;
  for (const file of alike) {
    const parts = agreeing(file);
    if (parts > (best?.parts ?? 0)) best = { file, parts };
  }
  return best?.file;
}

/** Files with one protocol_call_id are one call; two with the same time and numbers, or with matching names, may be legs. */
async function groupFiles(files: Found[], owners: Map<Found, CallRecord>, timezone: string): Promise<Group[]> {
  const groups: Group[] = [];
  const open = new Map<string, Group>();
  for await (const some of inParts(files)) {
    for (const found of some) {
      const leg = legOf(found.name);
      const record = owners.get(found) ?? readFileName(leg?.stem ?? found.name, timezone);
      const file = { ...found, record, side: leg?.side };
      const { key, kind } = keyOf(found, record, owners.has(found), leg?.stem);
      const group = key === undefined ? undefined : open.get(key);
      if (group && takes(group, file)) {
        if (kind === 'legs' && file.side === 'agent') group.files.unshift(file);
        else group.files.push(file);
      } else {
        const begun: Group = { files: [file], kind };
        groups.push(begun);
        if (key !== undefined) open.set(key, begun);
      }
    }
  }
  return groups;
}

/** A call has two legs at most; an id that is used again on another day belongs to another call. */
function takes({ files, kind }: Group, { record }: GroupFile): boolean {
  if (kind === 'legs') return files.length === 1;
  return isOneCall(files[0]?.record.setup_time ?? null, record.setup_time);
}

function keyOf(
  { path }: Found,
  { fields, setup_time }: CallRecord,
  named: boolean,
  stem: string | undefined,
): { key: string | undefined; kind: Group['kind'] } {
  if (named && fields.protocol_call_id) return { key: `id ${fields.protocol_call_id}`, kind: 'call' };
  if (named && setup_time !== null) {
    return { key: `time ${setup_time} ${fields.from_number ?? ''} ${fields.to_number ?? ''}`, kind: 'legs' };
  }
  return { key: stem === undefined ? undefined : `stem ${dirname(path)} ${stem}`, kind: 'legs' };
}
