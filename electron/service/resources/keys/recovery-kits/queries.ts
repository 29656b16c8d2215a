import { reason } from '@shared/reasons/reasons';
import { Refusal } from '../../../refusal';
import { audit } from '../../../store/audit';
import { change } from '../../../store/query';
import { readSetting } from '../../../store/setting';

/** `key_check`: the check value (hex) of the master key in the kit. */
type Made = { check: string; key_check: string };

/**
 * Audits that a kit was made. Its words and file are not stored. Refused with Conflict when the master key was replaced
 * since: the kit would open nothing.
 */
export const recordKit = change('recovery-kits.record', (db, { check, key_check }: Made, by) => {
  // Absent before the first key in application mode.
  const stored = readSetting.run(db, { name: 'key_check' }) ?? key_check;
  if (stored !== key_check) throw new Refusal('Conflict', reason('master_key_changed'));
  audit(db, by, { action: 'create', resource: 'recovery_kit', resource_id: check });
});

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
