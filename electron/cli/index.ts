import { CommandError } from './command-error';
import { importFolder } from './import';
import { answerForKeychain, keychainCommand } from './keychain';
import { seed } from './seed';
import { serve } from './serve';

const commands: Record<string, (args: string[]) => Promise<void>> = { serve, import: importFolder, seed };

const help = `Earshot without its window. --data is the data folder; without it, this person's own archive.

  serve  [--data <dir>] [--port <n|0>] [--kit <file>]
         the API on 127.0.0.1 and ::1 until SIGTERM or SIGINT; 0 lets the system choose the port. Without --port it is
         8017, or the first free port up to 8026
  import [--data <dir>] [--timezone <zone>] [--create-missing] [--metadata-only] [--kit <file>] <folder>
         brings in the recordings of a folder and those below it
  seed   [--data <dir>] --calls <n>
         adds made-up calls to try things with

--kit opens an archive whose key is not in the keychain: a recovery kit's file, with its seven words in a file that
EARSHOT_KIT_WORDS_FILE names and that its owner alone can read.
In an empty data folder EARSHOT_ADMIN_LOGIN and EARSHOT_ADMIN_PASSWORD_FILE name the administrator to make.
Exit codes: 0 done, 1 nothing could be done, 2 wrong use, 5 another Earshot uses the folder.
`;
const asksForHelp = (words: string[]) => words.some((word) => word === '--help' || word === '-h');

async function run([name = '', ...args]: string[]): Promise<number> {
  const command = commands[name];
  if (asksForHelp([name, ...args])) {
    process.stdout.write(help);
    return 0;
  }
  try {
    if (!command) throw new CommandError(`Commands: ${Object.keys(commands).join(', ')}.`, 2);
    await command(args);
    return 0;
  } catch (cause) {
    const known = cause instanceof CommandError;
    const misused = cause instanceof TypeError && 'code' in cause && String(cause.code).startsWith('ERR_PARSE_ARGS');
    process.stderr.write(`${cause instanceof Error ? cause.message : cause}\n`);
    return known ? cause.exitCode : misused ? 2 : 1;
  }
}

if (process.argv[2] === keychainCommand && process.send) answerForKeychain();
else void run(process.argv.slice(2)).then((code) => process.exit(code));
