import { type ParseArgsConfig, parseArgs } from 'node:util';
import { version } from '../../package.json';
import { turnOffCoreDumps } from '../service/core-dumps';
import { addToken, addUser } from './add';
import { catchUp } from './catch-up';
import { CommandError, usage } from './command-error';
import { doctor } from './doctor';
import { importFolder } from './import';
import { answerForKeychain } from './keychain';
import { makeKit } from './make-kit';
import { open } from './open';
import { addPreset, exportPreset, listPresets, removePreset } from './presets';
import { removeSecondFactor } from './remove-second-factor';
import { runReport } from './run-report';
import { seed } from './seed';
import { serve } from './serve';
import { type Called, type Command, type CommandName, described, keychainCommand, optionsOf, parserOf } from './table';
import { completionFor, helpOf, helpText, isShell, manual, markdown } from './texts';
import { unlock } from './unlock';
import { verify } from './verify';
import { verifyAudit } from './verify-audit';

/** What this version has. The others stand in the table with their options, and say so. */
const runs: { [N in CommandName]?: (called: Called) => Promise<void> } = {
  serve,
  import: importFolder,
  verify,
  'presets list': listPresets,
  'presets export': exportPreset,
  'presets add': addPreset,
  'presets remove': removePreset,
  'report run': runReport,
  'user add': addUser,
  'token add': addToken,
  doctor,
  open,
  completion,
  seed,
  'verify-audit': verifyAudit,
  'catch-up': catchUp,
  'remove-second-factor': removeSecondFactor,
  unlock,
  kit: makeKit,
};

const commands: readonly Command[] = described.map((command) => {
  const run = runs[command.name];
  return { ...command, ...(run && { run }) };
});

/** Prints the completion for a shell; for the files of the project, also the manual page and the page in docs. */
async function completion({ words: [shell = ''] }: Called): Promise<void> {
  const made = { man: manual, markdown }[shell] ?? (isShell(shell) ? completionFor[shell] : undefined);
  if (!made) throw usage('Name a shell: bash, zsh or fish.');
  process.stdout.write(made());
}

async function run(words: string[]): Promise<number> {
  try {
    return await start(words);
  } catch (cause) {
    const known = cause instanceof CommandError;
    const misused = cause instanceof TypeError && 'code' in cause && String(cause.code).startsWith('ERR_PARSE_ARGS');
    process.stderr.write(`${cause instanceof Error ? cause.message : cause}\n`);
    return known ? cause.exitCode : misused ? 2 : 1;
  }
}

/** The words with the second word of a command behind its first: options may be between them. */
function inOrder([first = '', ...others]: string[]): string[] {
  const takesValue = (word = '') =>
    word.startsWith('--') && !word.includes('=') && !['--json', '--quiet'].includes(word);
  const at = others.findIndex(
    (word, n) => commands.some(({ name }) => name === `${first} ${word}`) && !takesValue(others[n - 1]),
  );
  return at < 1 ? [first, ...others] : [first, ...others.slice(at, at + 1), ...others.toSpliced(at, 1)];
}

async function start(given: string[]): Promise<number> {
  const words = inOrder(given);
  const [first = '', second = ''] = words;
  if (first === '--version') {
    process.stdout.write(`${version}\n`);
    return 0;
  }
  const command =
    commands.find(({ name }) => name === `${first} ${second}`) ?? commands.find(({ name }) => name === first);
  if (!command) {
    if (words.some((word) => word === '--help' || word === '-h')) {
      process.stdout.write(helpText());
      return 0;
    }
    throw usage(unknown(first, second));
  }
  const args = words.slice(command.name.split(' ').length);
  const config = { args, allowPositionals: true, options: parserOf(command) } satisfies ParseArgsConfig;
  const { values: parsed, positionals } = parseArgs(config);
  const values = parsed as Called['values'];
  if (values.help) {
    process.stdout.write(helpOf(command));
    return 0;
  }
  check(command, { values, words: positionals });
  if (!command.run) throw new CommandError(`This version does not have "${command.name}" yet.`, 1);
  await command.run({ values, words: positionals });
  return 0;
}

/** Refuses a call that lacks something, or has a word too many. */
function check(command: Command, { values, words }: Called): void {
  for (const [name, { needed, value, mayBeEmpty }] of Object.entries(optionsOf(command))) {
    if (needed && values[name] === undefined)
      throw usage(`Add --${name} ${value}. See earshot ${command.name} --help.`);
    // As of a variable of a script that is not set.
    if (values[name] === '' && !mayBeEmpty) throw usage(`--${name} is empty: it takes ${value}.`);
  }
  const wanted = command.arguments ?? [];
  const missing = wanted[words.length];
  if (missing?.needed) throw usage(`Name ${missing.name}. See earshot ${command.name} --help.`);
  const [surplus] = words.slice(wanted.length);
  if (surplus !== undefined) throw usage(`"${surplus}" is too much. See earshot ${command.name} --help.`);
}

function unknown(first: string, second: string): string {
  const further = commands.flatMap(({ name }) => (name.startsWith(`${first} `) ? [name] : []));
  if (further.length > 0) return `Commands: ${further.join(', ')}. --help explains them.`;
  const said = first === '' ? '' : `There is no command "${`${first} ${second}`.trim()}". `;
  return `${said}Commands: ${commands.map(({ name }) => name).join(', ')}. --help explains them.`;
}

turnOffCoreDumps();
if (process.argv[2] === keychainCommand && process.send) answerForKeychain();
else {
  let isLost = false;
  // Such as on a full disk: what a command printed may be the only copy.
  process.stdout.on('error', () => {
    isLost = true;
  });
  void run(process.argv.slice(2)).then((code) => setImmediate(() => process.exit(isLost ? 1 : code)));
}
