import type { AuditFault } from '@shared/contract/audit-log';
import type { Store } from '../../store/store';
import { selectHead, verifyPart } from './queries';

/** Verifies the whole audit log, part by part, so that other reads have their turn. Entries added meanwhile count. */
export async function verifiedLog(store: Store): Promise<{ entries: number; fault: AuditFault | null }> {
  const head = await store.get(selectHead, undefined);
  let last = { audit_id: 0, hash: '' };
  for (;;) {
    const part = await store.read(verifyPart, last);
    last = part.last;
    if (part.fault) return { entries: last.audit_id, fault: part.fault };
    if (!part.isEnd) continue;
    const isShort = last.audit_id < (head?.audit_id ?? 0);
    return { entries: last.audit_id, fault: isShort ? { audit_id: last.audit_id + 1, kind: 'removed' } : null };
  }
}
