import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { freeBytes, hasRoom, isDiskFull } from '../disk';

/** Room for a log of 4 MiB, where SQLite begins to write back, and for several ten thousand entries of the audit log. */
const reserveBytes = 8 * 1024 * 1024;

/**
 * A file that holds room for what must be written even on a full disk: sign-ins, and who listened to what. It is given
 * up when the disk is full, and made again when there is room for it twice over.
 */
export class Reserve {
  private readonly path: string;
  private making: Promise<boolean> | undefined;

  constructor(private readonly folder: string) {
    this.path = join(folder, 'reserve');
  }

  /** At start: makes it, or gives it up when there is no room to start in. */
  async open(): Promise<void> {
    if (!hasRoom(this.folder)) await this.giveUp();
    else await this.hold();
  }

  /** Makes sure that it is there; false when there is no room for it. */
  async hold(): Promise<boolean> {
    if (existsSync(this.path)) return true;
    this.making ??= this.make().finally(() => {
      this.making = undefined;
    });
    return this.making;
  }

  /** Frees its room, also when it is being made at this moment. */
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
        // Random, because a file system may store zeros in no room at all.
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
