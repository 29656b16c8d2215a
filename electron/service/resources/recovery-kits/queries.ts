import { audit } from '../../store/audit';
import { query } from '../../store/query';

/** Audits that a kit was made; its words and file are kept nowhere. */
export const recordKit = query(
  'recovery-kits.record',
  (db, { user_id, tenant_id, check, at }: { user_id: string; tenant_id: string; check: string; at: number }) =>
    audit(db, { at, user_id, tenant_id, action: 'create', resource: 'recovery_kit', resource_id: check }),
);

type Opening = { check: string | null; by: string; at: number };

/** Audits that a kit opened the archive, or, without its check digits, that one did not. Nobody is signed in yet. */
export const recordOpening = query(
  'recovery-kits.opening',
  (db, { check, by, at }: Opening) =>
    audit(db, {
      at,
      user_id: null,
      tenant_id: null,
      action: 'open',
      resource: 'recovery_kit',
      resource_id: check,
      outcome: check === null ? 'refused' : 'done',
      details: { by },
    }),
  { essential: true },
);
