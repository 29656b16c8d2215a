import { type Act, audit } from '../../../store/audit';
import { change } from '../../../store/query';
import { writeSetting } from '../../../store/setting';

type Copy = { backup_id: string; file_name: string };

const actOn = (action: Act['action'], { backup_id: resource_id, file_name }: Copy): Act => ({
  action,
  resource: 'backup',
  resource_id,
  details: { file_name },
});

/** A backup is a file without a row: these changes only audit. */
export const auditMade = change('backups.audit-made', (db, made: Copy, by): void =>
  audit(db, by, actOn('create', made)),
);

export const auditDeleted = change(
  'backups.audit-deleted',
  (db, deleted: Copy, by): void => audit(db, by, actOn('delete', deleted)),
  // Deleting frees space on a full disk.
  { essential: true },
);

/** The setting with the time in ms at which the database was last found sound. */
export const checkedAt = 'database_checked_at';

/** Stores that the database was found sound. */
export const recordChecked = change('backups.record-checked', (db, _: undefined, { at }): void =>
  writeSetting(db, checkedAt, at),
);
