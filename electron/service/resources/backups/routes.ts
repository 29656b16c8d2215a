import { type Backup, createBackup, deleteBackup, listBackups, readBackup } from '@shared/contract/backups';
import type { Service } from '../../context';
import { pageAnswer, pageOfMemory } from '../../http/paging';
import { discardingRefused } from '../../jobs/discarding';
import { found } from '../../refusal';
import { isoInZone } from '../../zones';
import { backups, type StoredBackup } from './backups';
import { auditDeleted, auditMade } from './queries';

export function backupRoutes(service: Service): void {
  const { handle, store } = service;
  const made = service.part(backups);

  handle(listBackups, async ({ query, actor: { zone }, request: { url } }) => {
    const shown = (await made.list()).map((one) => asSent(one, zone));
    return pageAnswer(listBackups, pageOfMemory(shown, query), { query, url });
  });

  handle(createBackup, async ({ by }) => {
    const backup = await made.make();
    await discardingRefused(
      () => made.remove(backup.file_name),
      () => store.write(auditMade, backup, by),
    );
    return { url: `/api/v2/backups/${backup.backup_id}.json` };
  });

  handle(readBackup, async ({ params: { backup_id }, actor: { zone } }) => ({
    backup: asSent(found(await made.read(backup_id)), zone),
  }));

  handle(deleteBackup, async ({ params: { backup_id }, by }) => {
    const { file_name } = found(await made.read(backup_id));
    await store.write(auditDeleted, { backup_id, file_name }, by);
    await made.remove(file_name);
    return {};
  });
}

const asSent = (backup: StoredBackup, zone: string): Backup => ({
  ...backup,
  created_at: isoInZone(backup.created_at, zone),
});
