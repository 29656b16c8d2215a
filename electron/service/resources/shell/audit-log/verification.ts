import type { AuditFault } from '@shared/contract/audit-log';
import type { Store } from '../../../store/store';
import { type Link, selectHead, selectLink, verifyPart } from './queries';

/** `entries`: the last entry that is as it was written. */
export type Verified = { entries: number; fault: AuditFault | null; is_complete: boolean };

/** Verifies the whole audit log, part by part, so that other reads have their turn. Entries added meanwhile count. */
export async function verifiedLog(store: Store): Promise<Pick<Verified, 'entries' | 'fault'>> {
  for (let last = start; ; ) {
    const { link, fault, is_complete } = await nextPart(store, last);
    if (is_complete) return { entries: link.audit_id, fault };
    last = link;
  }
}

/** Verifies the part that follows an entry. */
export async function verifiedPart(store: Store, after: number): Promise<Verified> {
  const last = after === 0 ? start : await store.get(selectLink, { audit_id: after });
  if (!last) return { entries: after - 1, fault: { audit_id: after, kind: 'removed' }, is_complete: true };
  const { link, ...part } = await nextPart(store, last);
  return { entries: link.audit_id, ...part };
}

const start: Link = { audit_id: 0, hash: '' };

async function nextPart(store: Store, last: Link): Promise<Omit<Verified, 'entries'> & { link: Link }> {
  // Read before the part: when no entries follow, it is at the last one.
  const head = await store.get(selectHead, undefined);
  const { last: link, fault } = await store.read(verifyPart, last);
  if (fault) return { link, fault, is_complete: true };
  if (link.audit_id > last.audit_id) return { link, fault: null, is_complete: false };
  return { link, fault: headFault(link, head), is_complete: true };
}

function headFault({ audit_id, hash }: Link, head: Link | undefined): AuditFault | null {
  if (!head || head.audit_id > audit_id) return { audit_id: audit_id + 1, kind: 'removed' };
  return head.audit_id === audit_id && head.hash === hash ? null : { audit_id, kind: 'changed' };
}
