import { audit } from '../../store/audit';
import { query } from '../../store/query';

/** Audits that a kit was made; its words and file are kept nowhere. */
export const recordKit = query(
  'recovery-kits.record',
  (db, { user_id, tenant_id, check, at }: { user_id: string; tenant_id: string; check: string; at: number }) =>
    audit(db, { at, user_id, tenant_id, action: 'create', resource: 'recovery_kit', resource_id: check }),
);
