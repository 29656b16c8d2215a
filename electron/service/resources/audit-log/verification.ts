import type { AuditFault } from '@shared/contract/audit-log';
import type { Store } from '../../store/store';
import { type Link, selectHead, verifyPart } from './queries';

/** Verifies the whole audit log, part by part, so that other reads have their turn. Entries added meanwhile count. */
export async function verifiedLog(store: Store): Promise<{ entries: number; fault: AuditFault | null }> {
  let last: Link = { audit_id: 0, hash: '' };
  for (;;) {
    // Read before the part: when no entries follow, it is at the last one.
    const head = await store.get(selectHead, undefined);
    const part = await store.read(verifyPart, last);
    const isEnd = part.last.audit_id === last.audit_id;
    last = part.last;
    if (part.fault) return { entries: last.audit_id, fault: part.fault };
    if (isEnd) return { entries: last.audit_id, fault: headFault(last, head) };
  }
}

function headFault({ audit_id, hash }: Link, head: Link | undefined): AuditFault | null {
  if (!head || head.audit_id > audit_id) return { audit_id: audit_id + 1, kind: 'removed' };
  return head.audit_id === audit_id && head.hash === hash ? null : { audit_id, kind: 'changed' };
}
