import type { Service } from '../../../context';
import { localZone } from '../../../local-zone';
import { ensureArchive } from '../../site/setup';
import { runningImports } from './running';

type Choice = { timezone?: string; create_missing: boolean; metadata_only: boolean };

/**
 * Runs an import without a user, for the command line. Returns the import's id once it has ended or waits for space.
 * Continues an unfinished import with the same source and options.
 */
export async function importPaths(
  service: Service,
  name: string,
  paths: string[],
  choice: Choice,
): Promise<{ import_id: string }> {
  const imports = service.part(runningImports);
  const { tenant_id } = await ensureArchive(service);
  const timezone = choice.timezone ?? (await localZone(service));
  const wanted = { tenant_id, user_id: null, name, paths, mapping: {}, ...choice, timezone };
  const import_id = (await imports.continued(wanted)) ?? (await imports.begin(wanted)).import_id;
  await imports.ended(import_id);
  return { import_id };
}
