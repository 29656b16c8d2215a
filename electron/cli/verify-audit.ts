import { parseArgs } from 'node:util';
import { defaultDataFolder } from '../main/data-folder';
import { verifiedLog } from '../service/resources/shell/audit-log';
import { openExistingArchive } from './archive';
import { CommandError } from './command-error';

/** `verify-audit --data <dir>`: verifies the audit log and names the first entry that is not as it was written. */
export async function verifyAudit(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { data: { type: 'string' } } });
  const service = await openExistingArchive(values.data ?? defaultDataFolder());
  try {
    const verification = await verifiedLog(service.store);
    process.stdout.write(`${JSON.stringify(verification)}\n`);
    const { fault } = verification;
    if (fault) {
      const what = fault.kind === 'reordered' ? 'moved' : fault.kind;
      throw new CommandError(`Entry ${fault.audit_id} of the audit log was ${what}.`, 1);
    }
  } finally {
    await service.close();
  }
}
