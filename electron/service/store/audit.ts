import { createHash } from 'node:crypto';
import type { Connection } from './connection';

/** Who does something, and when (ms). Without a user it is Earshot itself, the command line or somebody unknown. */
export type By = { at: number; user_id: string | null; tenant_id: string | null };

/** Earshot itself. */
export const byEarshot = (at: number): By => ({ at, user_id: null, tenant_id: null });

/** What the audit log names an act, and what it was done to. */
export type AuditAction =
  | 'create'
  | 'update'
  | 'delete'
  | 'restore'
  | 'sign_in'
  | 'sign_out'
  | 'open'
  | 'play'
  | 'download'
  | 'damaged';
export type AuditResource =
  | 'call'
  | 'category'
  | 'custom_field'
  | 'encrypt_key'
  | 'file'
  | 'import'
  | 'recovery_kit'
  | 'session'
  | 'user';

/** One act on one record. Never passwords, keys, signatures. */
export type Act = {
  action: AuditAction;
  resource: AuditResource;
  resource_id: string | null;
  outcome?: 'done' | 'refused';
  details?: Record<string, unknown>;
};

/**
 * Appends to the audit log inside the caller's transaction. Each hash covers the hash before it, so that a row
 * taken out or changed later breaks the chain.
 */
export function audit(db: Connection, by: By, act: Act): void {
  const row = { outcome: 'done', ...by, ...act, details: JSON.stringify(act.details ?? {}) };
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
