import { existsSync, statSync } from 'node:fs';
import { lstat, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { dayMs, hourMs } from '@shared/duration';
import { reason } from '@shared/reasons/reasons';
import type { Part, Service } from '../../../context';
import { mustHaveRoom } from '../../../disk';
import { soon } from '../../../durable';
import { codeOf } from '../../../error-code';
import { discardingUnfinished } from '../../../jobs/discarding';
import { logged } from '../../../log';
import { Refusal } from '../../../refusal';
import { byEarshot } from '../../../store/audit';
import { backupFolder, isPart, newBackupName, readBackupName, removePart } from '../../../store/backup';
import { databaseFile, logFile } from '../../../store/database-file';
import { copyDatabase } from './backup-job';
import { auditDeleted } from './queries';

/** A copy of the database; times in ms. `expires_at` is when Earshot deletes it: one that it made itself, before an upgrade. */
export type StoredBackup = {
  backup_id: string;
  created_at: number;
  expires_at: number | null;
  file_name: string;
  file_size: number;
};

/** So that a tool that makes one every hour does not fill the disk. */
const maxBackups = 30;
/** Of the copy before an upgrade: it has the details of calls that are destroyed meanwhile. */
const keptAfterUpgradeMs = 30 * dayMs;

/** The copies of the database in the data folder. Each file name contains the time and the id, so no table is needed. */
class Backups {
  private readonly folder: string;
  private isCopying = false;
  private readonly leaving = new Set<string>();

  constructor(private readonly service: Pick<Service, 'dataFolder' | 'jobs' | 'now'>) {
    this.folder = backupFolder(service.dataFolder);
  }

  /** The backups, newest first. */
  async list(): Promise<StoredBackup[]> {
    const newestFirst = (await this.names()).sort().reverse();
    const found = await Promise.all(newestFirst.map((name) => this.at(name)));
    return found.filter((one) => one !== undefined);
  }

  async read(id: string): Promise<StoredBackup | undefined> {
    return (await this.list()).find(({ backup_id }) => backup_id === id);
  }

  /** Copies the database. One at a time, because each reads and writes the whole database. */
  async make(): Promise<{ backup_id: string; file_name: string }> {
    if (this.isCopying) throw new Refusal('Conflict', reason('backup_under_way'));
    this.isCopying = true;
    try {
      const most = maxBackups;
      const asked = (await this.list()).filter(({ expires_at }) => expires_at === null);
      if (asked.length >= most) throw new Refusal('Conflict', reason('too_many_backups', { most }));
      return await this.copy();
    } finally {
      this.isCopying = false;
    }
  }

  private async copy() {
    const { dataFolder, jobs, now } = this.service;
    const database = join(dataFolder, databaseFile);
    mustHaveRoom(dataFolder, sizeOf(database) + sizeOf(join(dataFolder, logFile)));
    const { backup_id, file_name } = newBackupName(now());
    const target = join(this.folder, file_name);
    await discardingUnfinished(
      () => removePart(target),
      () => jobs.run(copyDatabase, { database, target }, copyDatabase.name),
    );
    return { backup_id, file_name };
  }

  /** Deletes a backup once `audit` has stored it. Undefined when there is none, or it is being deleted already. */
  async delete(id: string, audit: (backup: StoredBackup) => Promise<void>): Promise<true | undefined> {
    if (this.leaving.has(id)) return undefined;
    this.leaving.add(id);
    try {
      const backup = await this.read(id);
      if (!backup) return undefined;
      await audit(backup);
      await this.discard(backup.file_name);
      return true;
    } finally {
      this.leaving.delete(id);
    }
  }

  /** Removes the file of a backup. */
  discard(file_name: string): Promise<void> {
    return soon(() => rm(join(this.folder, file_name), { force: true }));
  }

  /** Removes the copies that a crash left incomplete. */
  async clean(): Promise<void> {
    for (const name of (await this.names()).filter(isPart)) await this.discard(name);
  }

  /** Gives the copies of earlier versions, one for each step of an upgrade, a name that lists them. */
  async adopt(): Promise<void> {
    for (const name of await this.names()) {
      const before = /^before-(\d+)\.db$/.exec(name)?.[1];
      if (before === undefined) continue;
      const { mtimeMs } = await lstat(join(this.folder, name));
      await soon(() =>
        rename(join(this.folder, name), join(this.folder, newBackupName(mtimeMs, Number(before)).file_name)),
      );
    }
  }

  /** Deletes the copies whose time is over, each once `audit` has stored it. */
  async expire(audit: (backup: StoredBackup) => Promise<void>): Promise<void> {
    for (const { backup_id, expires_at } of await this.list()) {
      if (expires_at !== null && expires_at <= this.service.now()) await this.delete(backup_id, audit);
    }
  }

  private names(): Promise<string[]> {
    return existsSync(this.folder) ? readdir(this.folder) : Promise.resolve([]);
  }

  private async at(file_name: string): Promise<StoredBackup | undefined> {
    const named = readBackupName(file_name);
    if (!named) return undefined;
    const { backup_id, created_at, before } = named;
    const expires_at = before === null ? null : created_at + keptAfterUpgradeMs;
    try {
      const found = await lstat(join(this.folder, file_name));
      return found.isFile() ? { backup_id, created_at, expires_at, file_name, file_size: found.size } : undefined;
    } catch (cause) {
      // Deleted since the folder was read.
      if (codeOf(cause) === 'ENOENT') return undefined;
      throw cause;
    }
  }
}

const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

/** The backups of this service. Closing cancels one that is being made. */
export const backups: Part<Backups> = (service, { onRecover, onStart, onClosing, onClose }) => {
  const { store, now, jobs, log } = service;
  const made = new Backups(service);
  let expiring: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  const expire = () => {
    expiring = made
      .expire((backup) => store.write(auditDeleted, backup, byEarshot(now())))
      .catch(logged(log, 'backups of an upgrade not deleted'));
  };
  onRecover(() => made.clean());
  onStart(async () => {
    await made.adopt();
    expire();
    timer = setInterval(expire, hourMs).unref();
  });
  onClosing(() => jobs.cancel(copyDatabase.name));
  onClose(async () => {
    clearInterval(timer);
    await expiring;
  });
  return made;
};
