import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { defaultDataFolder } from '../main/data-folder';
import { verifiedLog } from '../service/resources/audit-log';
import { databaseFile } from '../service/store/database-file';
import { openArchive } from './archive';
import { CommandError } from './command-error';

/** `verify-audit --data <dir>`: verifies the audit log and names the first entry that is not as it was written. */
export async function verifyAudit(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { data: { type: 'string' } } });
  const folder = values.data ?? defaultDataFolder();
  if (!existsSync(join(folder, databaseFile))) throw new CommandError(`There is no archive in ${folder}.`, 1);
  const service = await openArchive(folder);
  try {
    const verification = await verifiedLog(service.store);
    process.stdout.write(`${JSON.stringify(verification)}\n`);
    const { fault } = verification;
    if (fault) throw new CommandError(`Entry ${fault.audit_id} of the audit log was ${fault.kind}.`, 1);
  } finally {
    await service.close();
  }
}
