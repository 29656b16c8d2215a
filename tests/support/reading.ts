import { basename } from 'node:path';
import type { FileRecord } from '../../electron/service/resources/sources/imports/metadata/record';
import { type How, optionsOf, type Plan, planOf } from '../../electron/service/resources/sources/imports/reading/plan';
import { type Records, readPart } from '../../electron/service/resources/sources/imports/records-job';
import { keptBuiltins } from '../../electron/service/resources/sources/presets';

/** The built-in presets, in the order in which a service has them. */
export const builtins = keptBuiltins();

/** A file of call details as an import with only the built-in presets reads it. */
export async function readDetails(
  path: string,
  told: Partial<How> & { names?: string[] } = {},
): Promise<Omit<Records, 'next'> & { plan: Plan }> {
  const { names = [], ...rest } = told;
  const how: How = {
    timezone: 'Europe/Berlin',
    mapping: {},
    presets: builtins,
    extensions: [],
    zones: [],
    now: Date.now(),
    ...rest,
  };
  const found = (at: string) => ({ path: at, name: basename(at), size: 0 });
  const plan = await planOf({ audio: names.map(found), records: [found(path)] }, how, () => {});
  const options = optionsOf(plan, { path }, how);
  const records: FileRecord[] = [];
  let part: Records = { records: [], next: null };
  do {
    part = await readPart({ path, options, from: part.next }, () => {});
    records.push(...part.records);
  } while (part.next);
  const { notes, fault } = part;
  return { records, plan, ...(notes && { notes }), ...(fault && { fault }) };
}
