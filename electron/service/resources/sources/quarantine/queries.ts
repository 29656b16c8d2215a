import { audit } from '../../../store/audit';
import { change, query } from '../../../store/query';
import { insertCall, insertFiles, type NewCall, type NewFile } from '../../calls/calls';

/** The call of a tenant that has a file with the same bytes that is not known to be damaged. */
export const selectHolder = query('quarantine.holder', (db, held: { watermark: string; tenant_id: string }) =>
  db
    .prepare<typeof held, { call_id: string; file_path: string }>(`
      SELECT c.call_id, f.file_path FROM call_files f JOIN calls c USING (call_pk)
      WHERE f.watermark = @watermark AND f.damaged = 0 AND c.tenant_id = @tenant_id AND c.removed_at IS NULL
      ORDER BY c.call_pk LIMIT 1`)
    .get(held),
);

type Restored = { call: NewCall; file: NewFile };

/** Stores and audits a restored recording with a new call. */
export const insertRestored = change('quarantine.restore', (db, { call, file }: Restored, by): void => {
  insertFiles(db, insertCall(db, call, by), [file]);
  const { call_id: resource_id, tenant_id } = call;
  const details = { file_path: file.file_path };
  audit(db, { ...by, tenant_id }, { action: 'restore', resource: 'call', resource_id, details });
});
