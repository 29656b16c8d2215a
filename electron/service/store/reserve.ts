import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { freeBytes, hasRoom, isDiskFull } from '../disk';

/** Space for a log of 4 MiB, at which SQLite checkpoints, and for several ten thousand entries of the audit log. */
const reserveBytes = 8 * 1024 * 1024;

/**
 * A file that reserves space for writes that must succeed on a full disk: sign-ins, and audit entries of playback. It
 * is deleted when the disk is full, and created again when the disk has twice its size free.
 */
export class Reserve {
  private readonly path: string;
  private making: Promise<boolean> | undefined;

  constructor(private readonly folder: string) {
    this.path = join(folder, 'reserve');
  }

  /** At start, creates the reserve, or deletes it when the disk has no space to start with. */
  async open(): Promise<void> {
    if (!hasRoom(this.folder)) await this.giveUp();
    else await this.hold();
  }

  /** Creates the reserve if it is missing; false when there is no space for it. */
  async hold(): Promise<boolean> {
    if (existsSync(this.path)) return true;
    this.making ??= this.make().finally(() => {
      this.making = undefined;
    });
    return this.making;
  }

  /** Frees its space, even while it is being created. */
  async giveUp(): Promise<void> {
    await this.making?.catch(() => false);
    await rm(this.path, { force: true });
  }

  private async make(): Promise<boolean> {
    if (freeBytes(this.folder) < 2 * reserveBytes) return false;
    const part = `${this.path}.part`;
    try {
      const file = await open(part, 'w', 0o600);
      try {
        // Random, because some file systems store zeros without allocating space.
        await file.writeFile(randomBytes(reserveBytes));
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(part, this.path);
      return true;
    } catch (cause) {
      await rm(part, { force: true });
      if (!isDiskFull(cause)) throw cause;
      return false;
    }
  }
}
