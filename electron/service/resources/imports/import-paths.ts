import { randomUUID } from 'node:crypto';
import type { Service } from '../../context';
import { ensureArchive } from '../setup';
import { insertImport } from './queries';
import { runningImports } from './running';

type Choice = { timezone?: string; create_missing: boolean; metadata_only: boolean };

/**
 * Brings files in without a person (command line). The import's id when it has ended, or waits for space. Goes on with an
 * unfinished import of the same source and choice.
 */
export async function importPaths(
  service: Service,
  name: string,
  paths: string[],
  { timezone = service.timezone, ...choice }: Choice,
): Promise<{ import_id: string }> {
  const { store, now, part } = service;
  const imports = part(runningImports);
  const { tenant_id } = await ensureArchive(service);
  const import_id = randomUUID();
  const options = { import_id, tenant_id, user_id: null, name, paths, timezone, mapping: {}, ...choice };
  const joined = await imports.join(options);
  if (joined) return { import_id: joined };
  await store.write(insertImport, { ...options, at: now() });
  await imports.start(options);
  return { import_id };
}
