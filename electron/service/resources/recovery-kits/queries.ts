import { audit } from '../../store/audit';
import { change } from '../../store/query';

/** Audits that a kit was made. Its words and file are not stored. */
export const recordKit = change('recovery-kits.record', (db, { check }: { check: string }, by) =>
  audit(db, by, { action: 'create', resource: 'recovery_kit', resource_id: check }),
);

/** `opened`: where the kit was used. */
type Opening = { check: string | null; opened: string };

/**
 * Audits that a kit opened the archive, or, without check digits, that a kit failed to. Nobody is signed in at this
 * point.
 */
export const recordOpening = change(
  'recovery-kits.opening',
  (db, { check, opened }: Opening, by) =>
    audit(db, by, {
      action: 'open',
      resource: 'recovery_kit',
      resource_id: check,
      outcome: check === null ? 'refused' : 'done',
      details: { by: opened },
    }),
  { essential: true },
);
