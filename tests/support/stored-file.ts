import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Caller } from './caller';
import type { TestService } from './start-service';

export type Stored = { file_path: string; damaged: number };
/** The only stored file, as in the database. */
export const storedFile = ({ given }: TestService): Stored =>
  given.database((db) => db.prepare<[], Stored>('SELECT file_path, damaged FROM call_files').get() as Stored);

/** Changes one byte of the stored container. A negative position counts from its end. */
export function flip({ dataFolder, ...service }: TestService, place: number): void {
  const path = join(dataFolder, 'audio', storedFile({ dataFolder, ...service }).file_path);
  const bytes = readFileSync(path);
  const at = place < 0 ? bytes.length + place : place;
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  writeFileSync(path, bytes);
}

/** The entries of one action in the audit log, oldest first. */
export const audited = ({ given }: TestService, action: string): Record<string, unknown>[] =>
  given.database((db) =>
    db
      .prepare<[string], Record<string, unknown>>(
        'SELECT user_id, resource_id, at, details FROM audit_log WHERE action = ? ORDER BY audit_id',
      )
      .all(action),
  );

/** Plays a call. Returns the bytes, if all of them arrive. */
export const listen = async (caller: Caller, id: string, range?: string) => {
  const response = await caller.raw(`/api/v2/calls/${id}.json/audio`, { headers: range ? { range } : {} });
  return { status: response.status, bytes: await response.arrayBuffer().catch(() => 'broken off' as const) };
};
