import { randomUUID } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { reason } from '@shared/reasons/reasons';
import { uuidPattern } from '@shared/uuid';
import type { Part, Service } from '../../context';
import { mustHaveRoom } from '../../disk';
import { soon } from '../../durable';
import { codeOf } from '../../error-code';
import { discardingUnfinished } from '../../jobs/discarding';
import { Refusal } from '../../refusal';
import { backupFolder, isPart, removePart } from '../../store/backup';
import { databaseFile, logFile } from '../../store/database-file';
import { copyDatabase } from './backup-job';

/** A copy of the database; `created_at` in ms. */
export type StoredBackup = { backup_id: string; created_at: number; file_name: string; file_size: number };

/** So that a tool that makes one every hour does not fill the disk. */
const maxBackups = 30;
/** `2026-11-25T20-45-00-123Z_<uuid>.db`: Windows allows no colon, and names sort by their time. */
const namePattern = new RegExp(`^(\\d{4}-\\d{2}-\\d{2})T(\\d{2})-(\\d{2})-(\\d{2})-(\\d{3})Z_(${uuidPattern})\\.db$`);

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
      if ((await this.list()).length >= most) throw new Refusal('Conflict', reason('too_many_backups', { most }));
      return await this.copy();
    } finally {
      this.isCopying = false;
    }
  }

  private async copy() {
    const { dataFolder, jobs, now } = this.service;
    const database = join(dataFolder, databaseFile);
    mustHaveRoom(dataFolder, sizeOf(database) + sizeOf(join(dataFolder, logFile)));
    const backup_id = randomUUID();
    const time = new Date(now()).toISOString().slice(0, 23).replace(/[:.]/g, '-');
    const file_name = `${time}Z_${backup_id}.db`;
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

  private names(): Promise<string[]> {
    return existsSync(this.folder) ? readdir(this.folder) : Promise.resolve([]);
  }

  private async at(file_name: string): Promise<StoredBackup | undefined> {
    const [, date, hour, minute, second, ms, backup_id] = namePattern.exec(file_name) ?? [];
    if (!backup_id) return undefined;
    const created_at = Date.parse(`${date}T${hour}:${minute}:${second}.${ms}Z`);
    try {
      const found = await lstat(join(this.folder, file_name));
      return found.isFile() ? { backup_id, created_at, file_name, file_size: found.size } : undefined;
    } catch (cause) {
      // Deleted since the folder was read.
      if (codeOf(cause) === 'ENOENT') return undefined;
      throw cause;
    }
  }
}

const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

/** The backups of this service. Closing cancels one that is being made. */
export const backups: Part<Backups> = (service, { onRecover, onClosing }) => {
  const made = new Backups(service);
  onRecover(() => made.clean());
  onClosing(() => service.jobs.cancel(copyDatabase.name));
  return made;
};
