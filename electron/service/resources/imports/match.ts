import { dirname } from 'node:path';
import type { FileIndex } from './file-index';
import { inParts } from './in-parts';
import { legOf, readFileName } from './metadata/file-name';
import type { CallRecord, FileRecord } from './metadata/record';
import type { Origin } from './origin';
import { isOneCall } from './rules';
import type { Found } from './scan-job';

/** A record and its position; `record_file` is the file's name for display. */
export type PlacedRecord = FileRecord & { origin: Origin; record_file: string };
/** A file with its record; `side` comes from the end of its name. */
export type GroupFile = Found & { record: CallRecord; side: 'agent' | 'customer' | undefined };
/** The files of one call. Two files that may be legs are legs only if each has one channel. */
export type Group = { files: GroupFile[]; kind: 'call' | 'legs' };

/**
 * The file of a record, by the name, path or address in the record, or by the name of the file that is the record; it is taken.
 * `isRepeated`: another record has it already.
 */
export function fileOf({ file, is_alone, origin }: PlacedRecord, index: FileIndex) {
  if (file !== null) return index.take(file);
  return is_alone ? index.takeBeside(origin.path) : undefined;
}

/**
 * The calls of the files. A file without a record gets the details in its own name. Files with the same protocol_call_id are
 * one call. Two with the same time and numbers, or matching names, may be its
 * legs.
 */
export async function groupFiles(
  files: Found[],
  owners: ReadonlyMap<Found, CallRecord>,
  timezone: string,
): Promise<Group[]> {
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

/** A call has at most two legs. An id used again on another day belongs to another call. */
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
