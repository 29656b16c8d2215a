import { createHash } from 'node:crypto';
import type { Connection } from './connection';

/**
 * The author of a change and its time in ms. Both ids are null for Earshot itself, the command line and an unknown
 * caller.
 */
export type By = { at: number; user_id: string | null; tenant_id: string | null };

/** Earshot itself. */
export const byEarshot = (at: number): By => ({ at, user_id: null, tenant_id: null });

/** The name of an action in the audit log, with the kind of record it acts on. */
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
  | 'client'
  | 'custom_field'
  | 'encrypt_key'
  | 'file'
  | 'group'
  | 'import'
  | 'recovery_kit'
  | 'role'
  | 'session'
  | 'settings'
  | 'tenant'
  | 'user';

/** One action on one record. Contains no passwords, keys or signatures. */
export type Act = {
  action: AuditAction;
  resource: AuditResource;
  resource_id: string | null;
  outcome?: 'done' | 'refused';
  details?: Record<string, unknown>;
};

/**
 * Appends to the audit log inside the caller's transaction. Each hash covers the hash of the previous row, so removing
 * or changing a row breaks the chain.
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
