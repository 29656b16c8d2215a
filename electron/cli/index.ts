import { CommandError } from './host';
import { importFolder } from './import';
import { answerForKeychain, keychainCommand } from './keychain';
import { seed } from './seed';
import { serve } from './serve';

const commands: Record<string, (args: string[]) => Promise<void>> = { serve, import: importFolder, seed };

async function run([name = '', ...args]: string[]): Promise<number> {
  const command = commands[name];
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
