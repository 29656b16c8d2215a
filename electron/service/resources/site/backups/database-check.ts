import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dayMs, hourMs } from '@shared/duration';
import type { Part } from '../../../context';
import { isDiskFull } from '../../../disk';
import { logged } from '../../../log';
import { isRefusal } from '../../../refusal';
import { damagedFile } from '../../../run-mark';
import { byEarshot } from '../../../store/audit';
import { metDamage } from '../../../store/damage';
import { databaseFile } from '../../../store/database-file';
import { readSetting } from '../../../store/setting';
import { checkDatabase } from './backup-job';
import { checkedAt, recordChecked } from './queries';

const everyMs = 7 * dayMs;

type Check = { readonly damagedAt: number | null; found(): void; verify(): Promise<boolean> };

/**
 * Reads the whole database once a week, because a disk that fails changes what it holds without a word. `damagedAt` is
 * when damage was first met, by this check or by a request, in ms. The next start then refuses the database unless a
 * backup has taken its place.
 */
export const databaseCheck: Part<Check> = (service, life) => {
  const { dataFolder, jobs, store, now, log } = service;
  let damagedAt: number | null = null;
  let running: Promise<void> = Promise.resolve();
  let verifying: Promise<boolean> | undefined;
  let timer: NodeJS.Timeout | undefined;

  function found(): void {
    if (damagedAt !== null) return;
    damagedAt = now();
    log({}, 'the database is damaged');
    try {
      writeFileSync(join(dataFolder, damagedFile), '', { mode: 0o600 });
    } catch (cause) {
      if (!isDiskFull(cause)) throw cause;
    }
  }

  /** Reads the whole database, once for all who ask meanwhile. False for one that is damaged. */
  function verify(): Promise<boolean> {
    verifying ??= readAll().finally(() => {
      verifying = undefined;
    });
    return verifying;
  }

  async function readAll(): Promise<boolean> {
    try {
      await jobs.run(checkDatabase, { database: join(dataFolder, databaseFile) }, checkDatabase.name);
      await store.write(recordChecked, undefined, byEarshot(now()));
      return true;
    } catch (cause) {
      if (!metDamage(cause)) throw cause;
      found();
      return false;
    }
  }

  async function check(): Promise<void> {
    const last = await store.get(readSetting, { name: checkedAt });
    if (damagedAt !== null || (typeof last === 'number' && Math.abs(now() - last) < everyMs)) return;
    try {
      await verify();
    } catch (cause) {
      if (!isRefusal(cause)) throw cause;
    }
  }

  const run = () => {
    running = check().catch(logged(log, 'database not checked'));
  };
  store.onDamage(found);
  life.onStart(async () => {
    run();
    timer = setInterval(run, hourMs).unref();
  });
  life.onClosing(() => jobs.cancel(checkDatabase.name));
  life.onClose(async () => {
    clearInterval(timer);
    await running;
  });
  return {
    get damagedAt() {
      return damagedAt;
    },
    found,
    verify,
  };
};
