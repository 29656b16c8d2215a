import { statSync } from 'node:fs';
import { isRefusal } from '../service/refusal';
import { openWithKit } from '../service/resources/keys/recovery-kits';
import type { RunningService } from '../service/service';
import { CommandError, textOf, usage } from './command-error';

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
