import { withArchive } from './ask';
import { CommandError } from './command-error';
import type { Called } from './table';
import { verificationOf, wordOf } from './verify';

/** Verifies the audit log and names the first entry that is not as it was written. */
export async function verifyAudit(called: Called): Promise<void> {
  await withArchive(called, async (ask) => {
    const { entries, fault } = await verificationOf(ask);
    process.stdout.write(`${JSON.stringify({ entries, fault })}\n`);
    if (fault) throw new CommandError(`Entry ${fault.audit_id} of the audit log was ${wordOf(fault)}.`, 1);
  });
}
