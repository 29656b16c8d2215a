import { audit } from '../../store/audit';
import { change } from '../../store/query';

type Done = { action: 'create' | 'delete'; backup_id: string; file_name: string };

/** Audits what was done to a backup, which is a file and has no row. */
export const auditBackup = change('backups.audit', (db, { action, backup_id, file_name }: Done, by): void =>
  audit(db, by, { action, resource: 'backup', resource_id: backup_id, details: { file_name } }),
);
