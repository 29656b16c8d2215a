import { type Backup, createBackup, deleteBackup, listBackups, readBackup } from '@shared/contract/backups';
import type { Service } from '../../context';
import { pageAnswer, pageOfMemory } from '../../http/paging';
import { found } from '../../refusal';
import { isoInZone } from '../../zones';
import { backups, type StoredBackup } from './backups';
import { auditBackup } from './queries';

export function backupRoutes(service: Service): void {
  const { handle, store } = service;
  const made = service.part(backups);

  handle(listBackups, async ({ query, actor: { zone }, request: { url } }) => {
    const shown = (await made.list()).map((one) => asSent(one, zone));
    return pageAnswer(listBackups, pageOfMemory(shown, query), { query, url });
  });

  handle(createBackup, async ({ by }) => {
    const backup = await made.make();
    await store.write(auditBackup, { action: 'create', ...backup }, by);
    return { url: `/api/v2/backups/${backup.backup_id}.json` };
  });

  handle(readBackup, async ({ params: { backup_id }, actor: { zone } }) => ({
    backup: asSent(found(await made.read(backup_id)), zone),
  }));

  handle(deleteBackup, async ({ params: { backup_id }, by }) => {
    const backup = found(await made.read(backup_id));
    const { file_name } = backup;
    await store.write(auditBackup, { action: 'delete', backup_id, file_name }, by);
    await made.remove(backup);
    return {};
  });
}

const asSent = ({ made_at, ...backup }: StoredBackup, zone: string): Backup => ({
  ...backup,
  created_at: isoInZone(made_at, zone),
});
