import { verifiedLog } from '../service/resources/shell/audit-log';
import { openExistingArchive } from './archive';
import { CommandError } from './command-error';
import { type Called, folderOf } from './table';
import { wordOf } from './verify';

/** `verify-audit --data <dir>`: verifies the audit log and names the first entry that is not as it was written. */
export async function verifyAudit({ values }: Called): Promise<void> {
  const service = await openExistingArchive(folderOf(values));
  try {
    const verification = await verifiedLog(service.store);
    process.stdout.write(`${JSON.stringify(verification)}\n`);
    const { fault } = verification;
    if (fault) {
      throw new CommandError(`Entry ${fault.audit_id} of the audit log was ${wordOf(fault)}.`, 1);
    }
  } finally {
    await service.close();
  }
}
