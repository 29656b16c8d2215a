import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Administrator } from '@shared/contract/setup';
import { openLasting, openLog } from '../main/log';
import type { Log } from '../service/log';
import { isRefusal } from '../service/refusal';
import { openWithKit } from '../service/resources/keys/recovery-kits';
import { createAdministrator, needsSetup } from '../service/resources/site/setup';
import { type RunningService, startService } from '../service/service';
import { databaseFile } from '../service/store/database-file';
import { FolderTaken } from '../service/store/lock';
import type { Keychain } from '../service/vault/keychain-state';
import { scryptLnFrom } from '../service/vault/user-pair';
import { CommandError, textOf, usage } from './command-error';
import { keychainProcess } from './keychain';

type Options = {
  /** The file of a recovery kit (`--kit`). */
  kit?: string | undefined;
  /** Serves until it is told to end: it has a log, and is a program for `GET program.json`. */
  isServer?: boolean;
  /** Checks the requirements of a new archive before anything is created. */
  beforeNew?: (given: { administrator: Administrator | undefined; keychain: Keychain }) => void | Promise<void>;
};

/**
 * Starts the service without a window, on an existing or a new archive. An archive without users gets the administrator
 * set in the environment, if there is one. Exit code 5 when another process owns the folder.
 */
export async function openArchive(
  dataFolder: string,
  { kit: path, isServer = false, beforeNew }: Options = {},
): Promise<RunningService> {
  const isNew = !existsSync(join(dataFolder, databaseFile));
  const kit = path === undefined ? undefined : kitFrom(path);
  if (kit && isNew) throw new CommandError(`There is no archive in ${dataFolder} that a kit could open.`, 1);
  const keychain = keychainProcess();
  // Read once, because the password may come through a pipe.
  let administrator = isNew ? administratorFromEnvironment() : undefined;
  if (isNew) await beforeNew?.({ administrator, keychain });
  const service = await start(dataFolder, keychain, isServer ? openLasting() : openLog());
  try {
    if (kit) await openWith(service, kit);
    if (!(await needsSetup(service))) return service;
    if (!isNew) administrator = administratorFromEnvironment();
    if (administrator) await createAdministrator(service, administrator, 'command_line');
    return service;
  } catch (cause) {
    await service.close();
    throw cause;
  }
}

/** Starts the service without a window on an archive that must already be there. */
export function openExistingArchive(dataFolder: string): Promise<RunningService> {
  if (!existsSync(join(dataFolder, databaseFile))) throw new CommandError(`There is no archive in ${dataFolder}.`, 1);
  return openArchive(dataFolder);
}

async function start(dataFolder: string, keychain: Keychain, log: Log): Promise<RunningService> {
  try {
    return await startService({
      dataFolder,
      threadsFolder: __dirname,
      keychain,
      now: Date.now,
      elapsed: () => performance.now(),
      scryptLn: scryptLnFrom(process.env),
      timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      log,
      mode: 'headless',
    });
  } catch (cause) {
    if (cause instanceof FolderTaken) throw new CommandError(cause.message, 5);
    throw cause;
  }
}

/**
 * The administrator from EARSHOT_ADMIN_LOGIN and EARSHOT_ADMIN_PASSWORD_FILE (last newline removed), if both are set.
 */
function administratorFromEnvironment(): Administrator | undefined {
  const { EARSHOT_ADMIN_LOGIN: login, EARSHOT_ADMIN_PASSWORD_FILE: file } = process.env;
  if (!login || !file) return undefined;
  const password = textOf(file).replace(/\r?\n$/, '');
  const checked = Administrator.safeParse({ name: login, login, password });
  if (checked.success) return checked.data;
  const [fault] = checked.error.issues;
  throw usage(`The administrator's ${fault?.path.join('.')}: ${fault?.message}.`);
}

type Kit = { file: string; words: string[] };

/**
 * The recovery kit given with `--kit`. Its words come from the file in EARSHOT_KIT_WORDS_FILE, because other users can
 * read arguments and variables. Only its owner may have access to the file of words. The kit's file needs no
 * protection, since it opens nothing without the words, and USB sticks often do not support permissions.
 */
function kitFrom(path: string): Kit {
  const { EARSHOT_KIT_WORDS_FILE: wordsPath } = process.env;
  if (!wordsPath)
    throw usage('--kit needs EARSHOT_KIT_WORDS_FILE: the name of a file with the seven words of the kit.');
  const kit = { file: textOf(path), words: textOf(wordsPath).split(/\s+/).filter(Boolean) };
  if (process.platform !== 'win32' && statSync(wordsPath).mode & 0o077)
    throw usage(`${wordsPath} can be read by users other than its owner. Run chmod 600 on it first.`);
  return kit;
}

/** Opens the archive with the kit and reports where its key is now. Exit code 1 when the kit does not open it. */
async function openWith(service: RunningService, kit: Kit): Promise<void> {
  const { kept } = await openWithKit(service, kit, 'command line').catch((cause: unknown) => {
    throw isRefusal(cause) ? new CommandError(cause.message, 1) : cause;
  });
  const where = kept === 'keychain' ? 'Its key is in the keychain now' : 'Its key is known until this command ends';
  process.stderr.write(`The recovery kit opens this archive. ${where}.\n`);
}
