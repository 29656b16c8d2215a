import { closeSync, fsyncSync, rmSync, writeSync } from 'node:fs';
import { isRefusal } from '../service/refusal';
import { newKit } from '../service/resources/keys/recovery-kits';
import { byEarshot } from '../service/store/audit';
import { openExistingArchive } from './archive';
import { CommandError, newFile } from './command-error';
import { type Called, folderOf } from './table';

/**
 * `kit --data <dir> --words-file <file>`: makes a recovery kit. Prints its file, which opens nothing without its words; these
 * go to a new file that only its owner can read. Exit code 1 without the master key.
 */
export async function makeKit({ values }: Called): Promise<void> {
  const path = String(values['words-file']);
  // Before the kit is made, which is audited.
  const wordsFile = newFile(path);
  try {
    const { words, file } = await madeIn(folderOf(values));
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
