import type { AuditFault } from '@shared/contract/audit-log';
import { type Ask, read, withArchive } from './ask';
import { CommandError, usage } from './command-error';
import { print } from './print';
import type { Called } from './table';

/** Verifies the audit log and the database. Exit code 1 when either is not as it was written. */
export async function verify(called: Called): Promise<void> {
  const { backup, package: exported, certificate } = called.values;
  const named = [backup, exported, certificate].filter((one) => one !== undefined);
  if (named.length > 0) throw new CommandError('This version verifies only the audit log and the database.', 1);
  for (const [part, of] of [
    ['open', 'backup'],
    ['signer', 'package'],
  ] as const) {
    if (called.values[part] !== undefined) throw usage(`--${part} needs --${of}.`);
  }
  await withArchive(called, async (ask) => {
    const { fault } = await verificationOf(ask);
    const { database_ok } = await read(ask, 'GET', '/api/v2/database_verification.json');
    print({ database_ok, audit_ok: fault === null }, called);
    if (fault) throw new CommandError(`Entry ${fault.audit_id} of the audit log was ${wordOf(fault)}.`, 1);
    if (!database_ok) throw new CommandError('The database is damaged.', 1);
  });
}

/** How an entry of the audit log is not as it was written. */
export const wordOf = ({ kind }: AuditFault): string => (kind === 'reordered' ? 'moved' : kind);

type Verification = { entries: number; fault: AuditFault | null; is_complete: boolean };

/** Verifies the whole audit log, in parts. */
export async function verificationOf(ask: Ask): Promise<Verification> {
  for (let after = 0; ; ) {
    const { verification }: { verification: Verification } = await read(
      ask,
      'GET',
      `/api/v2/audit_log/verification.json?after=${after}`,
    );
    if (verification.fault !== null || verification.is_complete) return verification;
    after = verification.entries;
  }
}
