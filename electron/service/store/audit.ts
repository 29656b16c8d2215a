import { createHash } from 'node:crypto';
import type { Connection } from './connection';

/** One act: who, what, on which record. Never passwords, keys, signatures. */
export type AuditEntry = {
  at: number;
  user_id: string | null;
  tenant_id: string | null;
  action: string;
  resource: string;
  resource_id: string | null;
  outcome?: 'done' | 'refused';
  details?: Record<string, unknown>;
};

/**
 * Appends to the audit log inside the caller's transaction. Each hash covers the hash before it, so that a row
 * taken out or changed later breaks the chain.
 */
export function audit(db: Connection, entry: AuditEntry): void {
  const row = { outcome: 'done', ...entry, details: JSON.stringify(entry.details ?? {}) };
  const last = db.prepare<[], { hash: string }>('SELECT hash FROM audit_log ORDER BY audit_id DESC LIMIT 1').get();
  const chained = [last?.hash ?? '', row.at, row.user_id, row.tenant_id, row.action, row.resource, row.resource_id];
  const hash = createHash('sha256')
    .update(JSON.stringify([...chained, row.outcome, row.details]))
    .digest('hex');
  db.prepare<typeof row & { hash: string }>(`
    INSERT INTO audit_log (at, user_id, tenant_id, action, resource, resource_id, outcome, details, hash)
    VALUES (@at, @user_id, @tenant_id, @action, @resource, @resource_id, @outcome, @details, @hash)`).run({
    ...row,
    hash,
  });
}
