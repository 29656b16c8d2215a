import { randomUUID } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { reason } from '@shared/reasons/reasons';
import { uuidPattern } from '@shared/uuid';
import type { Part, Service } from '../../context';
import { freeBytes, insufficientStorage, isDiskFull } from '../../disk';
import { Refusal } from '../../refusal';
import { backupFolder, partSuffix } from '../../store/backup';
import { databaseFile, logFile } from '../../store/database-file';
import { copyDatabase } from './backup-job';

/** A copy of the database; `made_at` in ms. */
export type StoredBackup = { backup_id: string; made_at: number; file_name: string; file_size: number };

/** So that a tool that makes one every hour does not fill the disk. */
const maxBackups = 30;
/** What is left to the database on a disk that a backup fills. */
const leftBytes = 16 * 1024 * 1024;
/** `2026-11-25T20-45-00Z_<uuid>.db`, because Windows allows no colon. */
const namePattern = new RegExp(`^(\\d{4}-\\d{2}-\\d{2})T(\\d{2})-(\\d{2})-(\\d{2})Z_(${uuidPattern})\\.db$`);

/** The copies of the database in the data folder. Their names have the time and the id, so that the folder is the list. */
class Backups {
  private readonly folder: string;
  private isCopying = false;

  constructor(private readonly service: Pick<Service, 'dataFolder' | 'jobs' | 'now'>) {
    this.folder = backupFolder(service.dataFolder);
  }

  /** The backups, newest first. */
  async list(): Promise<StoredBackup[]> {
    const found = await Promise.all((await this.names()).map((name) => this.at(name)));
    return found
      .filter((one) => one !== undefined)
      .sort((a, b) => b.made_at - a.made_at || (a.backup_id < b.backup_id ? 1 : -1));
  }

  async read(id: string): Promise<StoredBackup | undefined> {
    return (await this.list()).find(({ backup_id }) => backup_id === id);
  }

  /** Copies the database. One at a time, because each reads and writes the whole disk. */
  async make(): Promise<{ backup_id: string; file_name: string }> {
    if (this.isCopying) throw new Refusal('TooManyRequests', reason('busy'));
    const most = maxBackups;
    if ((await this.list()).length >= most) throw new Refusal('Conflict', reason('too_many_backups', { most }));
    this.isCopying = true;
    try {
      return await this.copy();
    } finally {
      this.isCopying = false;
    }
  }

  private async copy() {
    const { dataFolder, jobs, now } = this.service;
    const database = join(dataFolder, databaseFile);
    const needed = sizeOf(database) + sizeOf(join(dataFolder, logFile)) + leftBytes;
    if (freeBytes(dataFolder) < needed) throw insufficientStorage(dataFolder, needed);
    const backup_id = randomUUID();
    const time = new Date(now()).toISOString().slice(0, 19).replaceAll(':', '-');
    const file_name = `${time}Z_${backup_id}.db`;
    try {
      await jobs.run(copyDatabase, { database, target: join(this.folder, file_name) });
    } catch (cause) {
      throw isDiskFull(cause) ? insufficientStorage(dataFolder, needed) : cause;
    }
    return { backup_id, file_name };
  }

  remove({ file_name }: StoredBackup): Promise<void> {
    return rm(join(this.folder, file_name), { force: true });
  }

  /** Removes the copies that a crash left incomplete. */
  async clean(): Promise<void> {
    const parts = (await this.names()).filter((name) => name.endsWith(partSuffix));
    for (const name of parts) await rm(join(this.folder, name), { force: true });
  }

  private names(): Promise<string[]> {
    return existsSync(this.folder) ? readdir(this.folder) : Promise.resolve([]);
  }

  private async at(file_name: string): Promise<StoredBackup | undefined> {
    const [, date, hour, minute, second, backup_id] = namePattern.exec(file_name) ?? [];
    if (!backup_id) return undefined;
    const made_at = Date.parse(`${date}T${hour}:${minute}:${second}Z`);
    const found = await stat(join(this.folder, file_name)).catch(() => undefined);
    return found && { backup_id, made_at, file_name, file_size: found.size };
  }
}

const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

/** The backups of this service. */
export const backups: Part<Backups> = (service, { onRecover }) => {
  const made = new Backups(service);
  onRecover(() => made.clean());
  return made;
};
