import {
  type Backup,
  createBackup,
  deleteBackup,
  listBackups,
  readBackup,
  verifyDatabase,
} from '@shared/contract/backups';
import { reaches } from '../../../access/needs';
import type { Service } from '../../../context';
import { created } from '../../../http/answers';
import { listedFromMemory } from '../../../http/paging';
import { discardingRefused } from '../../../jobs/discarding';
import { found } from '../../../refusal';
import { metDamage } from '../../../store/damage';
import { isoInZone } from '../../../zones';
import { backups, type StoredBackup } from './backups';
import { databaseCheck } from './database-check';
import { auditDeleted, auditMade } from './queries';

export function backupRoutes(service: Service): void {
  const { handle, store } = service;
  const made = service.part(backups);
  const check = service.part(databaseCheck);

  const newestFirst = listedFromMemory(listBackups, {
    records: async (zone) => (await made.list()).map((one) => asSent(one, zone)),
    by: ({ file_name }) => file_name,
    descending: true,
    scope: (scope) => reaches(scope, listBackups.reach),
  });
  handle(listBackups, newestFirst);

  handle(createBackup, async ({ by }) => {
    const backup = await made.make().catch((cause: unknown) => {
      if (metDamage(cause)) check.found();
      throw cause;
    });
    await discardingRefused(
      () => made.discard(backup.file_name),
      () => store.write(auditMade, backup, by),
    );
    return created(`/api/v2/backups/${backup.backup_id}.json`);
  });

  handle(verifyDatabase, async () => ({ database_ok: await check.verify() }));

  handle(readBackup, async ({ params: { backup_id }, actor: { zone } }) => ({
    backup: asSent(found(await made.read(backup_id)), zone),
  }));

  handle(deleteBackup, async ({ params: { backup_id }, by }) => {
    found(await made.delete(backup_id, ({ file_name }) => store.write(auditDeleted, { backup_id, file_name }, by)));
    return {};
  });
}

const asSent = (backup: StoredBackup, zone: string): Backup => ({
  ...backup,
  created_at: isoInZone(backup.created_at, zone),
  expires_at: backup.expires_at === null ? null : isoInZone(backup.expires_at, zone),
});
