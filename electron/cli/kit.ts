import { closeSync, fsyncSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { defaultDataFolder } from '../main/data-folder';
import { isRefusal } from '../service/refusal';
import { newKit, openWithKit } from '../service/resources/recovery-kits';
import type { RunningService } from '../service/service';
import { byEarshot } from '../service/store/audit';
import { openExistingArchive } from './archive';
import { CommandError, textOf, usage, whyNot } from './command-error';

type Kit = { file: string; words: string[] };

/**
 * The recovery kit given with `--kit`. Its words come from the file in EARSHOT_KIT_WORDS_FILE, because other users can
 * read arguments and variables. Only its owner may have access to the file of words. The kit's file needs no
 * protection, since it opens nothing without the words, and USB sticks often do not support permissions.
 */
export function kitFrom(path: string): Kit {
  const { EARSHOT_KIT_WORDS_FILE: wordsPath } = process.env;
  if (!wordsPath)
    throw usage('--kit needs EARSHOT_KIT_WORDS_FILE: the name of a file with the seven words of the kit.');
  const kit = { file: textOf(path), words: textOf(wordsPath).split(/\s+/).filter(Boolean) };
  if (process.platform !== 'win32' && statSync(wordsPath).mode & 0o077)
    throw usage(`${wordsPath} can be read by users other than its owner. Run chmod 600 on it first.`);
  return kit;
}

/** Opens the archive with the kit and reports where its key is now. Exit code 1 when the kit does not open it. */
export async function openWith(service: RunningService, kit: Kit): Promise<void> {
  const { kept } = await openWithKit(service, kit, 'command line').catch((cause: unknown) => {
    throw isRefusal(cause) ? new CommandError(cause.message, 1) : cause;
  });
  const where = kept === 'keychain' ? 'Its key is in the keychain now' : 'Its key is known until this command ends';
  process.stderr.write(`The recovery kit opens this archive. ${where}.\n`);
}

/**
 * `kit --data <dir> --words-file <file>`: makes a recovery kit. Prints its file, which opens nothing without its words; these
 * go to a new file that only its owner can read. Exit code 1 without the master key.
 */
export async function kit(args: string[]): Promise<void> {
  const text = { type: 'string' } as const;
  const { data, 'words-file': path } = parseArgs({ args, options: { data: text, 'words-file': text } }).values;
  if (!path) throw usage('--words-file takes the name of a new file for the seven words of the kit.');
  const wordsFile = newFile(path);
  try {
    const { words, file } = await madeIn(data ?? defaultDataFolder());
    writeSync(wordsFile, `${words.join(' ')}\n`);
    fsyncSync(wordsFile);
    process.stdout.write(file);
  } catch (cause) {
    rmSync(path);
    throw cause;
  } finally {
    closeSync(wordsFile);
  }
}

/** Opened before the kit is made, which is audited. Never an existing file, which others may be able to read. */
function newFile(path: string): number {
  try {
    return openSync(path, 'wx', 0o600);
  } catch (cause) {
    throw usage(`${path} ${whyNot(cause)}.`);
  }
}

async function madeIn(dataFolder: string) {
  const service = await openExistingArchive(dataFolder);
  try {
    const by = { ...byEarshot(Date.now()), door: 'command_line' as const };
    return await newKit(service, { door: 'app', zone: service.timezone, by });
  } catch (cause) {
    throw isRefusal(cause) ? new CommandError(cause.message, 1) : cause;
  } finally {
    await service.close();
  }
}
