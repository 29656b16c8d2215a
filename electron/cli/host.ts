import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Administrator } from '@shared/contract/setup';
import { createLog } from '../main/log';
import { createAdministrator, needsSetup } from '../service/resources/setup';
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

/** The text of a file that an option or a variable names. */
export function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    const { code = '' } = cause as NodeJS.ErrnoException;
    throw usage(`${path} ${unreadable[code] ?? `cannot be read (${code})`}.`);
  }
}

const unreadable: Record<string, string> = {
  ENOENT: 'is not there',
  EISDIR: 'is a folder; name a file',
  EACCES: 'cannot be read: access to it is denied',
};

/** Whether an archive lies in a folder. Where none does, a command checks what it can before it makes one. */
export const holdsArchive = (dataFolder: string): boolean => existsSync(join(dataFolder, 'earshot.db'));

/** Starts the service without a window. Exit code 5 when another process owns the data folder. */
export async function openHeadless(dataFolder: string): Promise<RunningService> {
  // A wrong one is refused while there is nothing to leave behind.
  if (!holdsArchive(dataFolder)) administratorFromEnvironment();
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
 * Makes the administrator of an archive without users, as the environment names them. True when there is a user at the
 * end.
 */
export async function firstUserFromEnvironment(service: RunningService): Promise<boolean> {
  if (!(await needsSetup(service))) return true;
  const administrator = administratorFromEnvironment();
  if (administrator) await createAdministrator(service, administrator);
  return administrator !== undefined;
}

/** The administrator in EARSHOT_ADMIN_LOGIN and EARSHOT_ADMIN_PASSWORD_FILE (last newline dropped), if these are set. */
export function administratorFromEnvironment(): Administrator | undefined {
  const { EARSHOT_ADMIN_LOGIN: login, EARSHOT_ADMIN_PASSWORD_FILE: file } = process.env;
  if (!login || !file) return undefined;
  const password = textOf(file).replace(/\r?\n$/, '');
  const checked = Administrator.safeParse({ name: login, login, password });
  if (checked.success) return checked.data;
  const [fault] = checked.error.issues;
  throw usage(`The administrator's ${fault?.path.join('.')}: ${fault?.message}.`);
}
