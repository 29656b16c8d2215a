import { existsSync, readFileSync } from 'node:fs';
import { Administrator } from '@shared/contract/setup';
import { createLog } from '../main/log';
import { type RunningService, startService } from '../service/service';
import { FolderTaken } from '../service/store/lock';
import { scryptLn } from '../service/vault/user-pair';
import { keychainProcess } from './keychain';

/** A command's end that a person reads: one line on standard error and an exit code. */
export class CommandError extends Error {
  constructor(
    message: string,
    readonly exitCode: 1 | 2 | 5,
  ) {
    super(message);
  }
}

/** What was asked is not understood: exit code 2. */
export const usage = (message: string) => new CommandError(message, 2);

/** Starts the service without a window. Exit code 5 when another process owns the data folder. */
export async function openHeadless(dataFolder: string): Promise<RunningService> {
  try {
    return await startService({
      dataFolder,
      threadsFolder: __dirname,
      keychain: keychainProcess(),
      now: Date.now,
      scryptLn,
      timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      log: createLog(),
    });
  } catch (cause) {
    if (cause instanceof FolderTaken) throw new CommandError(cause.message, 5);
    throw cause;
  }
}

/**
 * Makes the administrator of an empty data folder from EARSHOT_ADMIN_LOGIN and EARSHOT_ADMIN_PASSWORD_FILE
 * (last newline dropped). True when there is a user at the end.
 */
export async function firstUserFromEnvironment(service: RunningService): Promise<boolean> {
  if (!service.needsSetup()) return true;
  const { EARSHOT_ADMIN_LOGIN: login, EARSHOT_ADMIN_PASSWORD_FILE: file } = process.env;
  if (!login || !file) return false;
  if (!existsSync(file)) throw usage(`EARSHOT_ADMIN_PASSWORD_FILE names ${file}, which is not there.`);
  const password = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  const checked = Administrator.safeParse({ name: login, login, password });
  if (!checked.success) {
    const [fault] = checked.error.issues;
    throw usage(`The administrator's ${fault?.path.join('.')}: ${fault?.message}.`);
  }
  await service.createAdministrator(checked.data);
  return true;
}
