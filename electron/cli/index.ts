import { turnOffCoreDumps } from '../service/core-dumps';
import { CommandError } from './command-error';
import { importFolder } from './import';
import { answerForKeychain, keychainCommand } from './keychain';
import { makeKit } from './make-kit';
import { removeSecondFactor } from './remove-second-factor';
import { seed } from './seed';
import { serve } from './serve';
import { unlock } from './unlock';
import { verifyAudit } from './verify-audit';

const commands: Record<string, (args: string[]) => Promise<void>> = {
  serve,
  import: importFolder,
  seed,
  'verify-audit': verifyAudit,
  'remove-second-factor': removeSecondFactor,
  unlock,
  kit: makeKit,
};

const help = `Earshot without its window. --data is the data folder; the default is the archive of the current user.

  serve  [--data <dir>] [--port <n|0>] [--kit <file>] [--watch-folder <dir>]
         serves the API on 127.0.0.1 and ::1 until SIGTERM or SIGINT. The default port is 8017, or the first free port up
         to 8026; with 0 the system chooses the port. Recordings that other programs write into the watch folder are imported
         when they are complete, now and at later starts; an empty name ends this
  import [--data <dir>] [--timezone <zone>] [--create-missing] [--metadata-only] [--kit <file>] <folder>
         imports the recordings in a folder and its subfolders. --timezone is the zone of times that name none, such as
         Europe/Vienna. With --create-missing, categories and custom fields that are missing are created; without it, rows
         that use them are refused. With --metadata-only, rows without a recording are imported as calls
  seed   [--data <dir>] --calls <n> [--evaluator <login>]
         adds n generated calls to try Earshot with. With --evaluator, also adds evaluations by the user with this login
  verify-audit [--data <dir>]
         verifies the audit log and names the first entry that was removed, changed, moved or added
  remove-second-factor [--data <dir>] --login <login>
         lets a user who has lost the second factor sign in with the password alone, when no administrator is left to remove it
  unlock [--data <dir>] --login <login>
         lets a user sign in again whom a hundred wrong guesses have locked out; otherwise the lock ends after a day
  kit    [--data <dir>] --words-file <file>
         makes a recovery kit: prints its file, and writes its seven words to a new file that only its owner can read. Keep the
         two in different places

--kit opens an archive whose key is not in the keychain, with the file of a recovery kit. EARSHOT_KIT_WORDS_FILE names a
file with its seven words, which only its owner may be able to read.
In an empty data folder, EARSHOT_ADMIN_LOGIN and EARSHOT_ADMIN_PASSWORD_FILE set the administrator to create.
Exit codes: 0 success, 1 failure, 2 wrong usage, 5 another Earshot is using the folder.
`;
const asksForHelp = (words: string[]) => words.some((word) => word === '--help' || word === '-h');

async function run([name = '', ...args]: string[]): Promise<number> {
  const command = commands[name];
  if (asksForHelp([name, ...args])) {
    process.stdout.write(help);
    return 0;
  }
  try {
    if (!command) {
      const unknown = name === '' ? '' : `There is no command "${name}". `;
      throw new CommandError(`${unknown}Commands: ${Object.keys(commands).join(', ')}. --help explains them.`, 2);
    }
    await command(args);
    return 0;
  } catch (cause) {
    const known = cause instanceof CommandError;
    const misused = cause instanceof TypeError && 'code' in cause && String(cause.code).startsWith('ERR_PARSE_ARGS');
    process.stderr.write(`${cause instanceof Error ? cause.message : cause}\n`);
    return known ? cause.exitCode : misused ? 2 : 1;
  }
}

turnOffCoreDumps();
if (process.argv[2] === keychainCommand && process.send) answerForKeychain();
else void run(process.argv.slice(2)).then((code) => process.exit(code));
