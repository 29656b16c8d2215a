import { resolve } from 'node:path';
import type { ParseArgsConfig } from 'node:util';
import { defaultDataFolder } from '../main/data-folder';

/** An option: with a value, which is named as in `<file>`, or without one. `needed`: the command does not run without it. */
type Option = { about: string; value?: string; needed?: true; mayBeEmpty?: true; many?: true };
type Argument = { name: string; about: string; needed?: true; many?: true };

/** The hidden command of the keychain process. */
export const keychainCommand = 'keychain';

/** The text of an option; undefined if it is not there. */
export const textIn = (values: Called['values'], name: string): string | undefined =>
  typeof values[name] === 'string' ? values[name] : undefined;

/** The texts of an option that may be there several times. */
export function listIn(values: Called['values'], name: string): string[] {
  const given = values[name];
  return Array.isArray(given) ? given : [];
}

/** The data folder of a command. */
export const folderOf = (values: Called['values']): string => resolve(textIn(values, 'data') ?? defaultDataFolder());

/** What a command is called with, after it was checked against the table. */
export type Called = {
  /** By name; a string for an option with a value, otherwise true. */
  values: Record<string, string | boolean | string[] | undefined>;
  words: string[];
};

export type Command = {
  /** One or two words. */
  name: string;
  /** What it does, in one sentence. */
  about: string;
  arguments?: readonly Argument[];
  options?: Readonly<Record<string, Option>>;
  /** It needs the folder for itself, and acts as its owner. */
  alone?: true;
  /** This version does not have it yet. */
  later?: true;
  run?: (called: Called) => Promise<void>;
};

/** The options of every command. */
export const common = {
  data: { value: '<folder>', about: 'The data folder. The default is the archive of the current user' },
  json: { about: 'Print the result as one line of JSON, the last of standard output' },
  quiet: { about: 'Say nothing but the result and errors' },
  as: { value: '<login>', about: 'Act as this user, with the password in the file that EARSHOT_PASSWORD_FILE names' },
  help: { about: 'Explain the command' },
} as const satisfies Record<string, Option>;

const kit = {
  value: '<file>',
  about: 'Open an archive whose key is not in the keychain, with the file of a recovery kit',
};
const login = { value: '<login>', about: 'The login of the user', needed: true } as const;
const to = (value: string, about: string) => ({ value, about, needed: true }) as const;

/** Every command without what it runs, in the order of the help. Help, completion, the manual page and the docs come from this. */
export const described = [
  {
    name: 'serve',
    alone: true,
    about:
      'Serves the API on 127.0.0.1 and ::1 until SIGTERM or SIGINT. Recordings that other programs write into watch folders are imported when they are complete.',
    options: {
      port: {
        value: '<number>',
        about: 'The default is 8017, or the first free port up to 8026; with 0 the system chooses',
      },
      kit,
      'watch-folder': {
        value: '<folder>',
        about:
          'Watch this folder too, now and at later starts; an empty name takes all away. It may be there several times',
        mayBeEmpty: true,
        many: true,
      },
    },
  },
  {
    name: 'import',
    about: 'Imports the recordings in a folder and its subfolders.',
    arguments: [{ name: '<folder>', about: 'What to import', needed: true }],
    options: {
      timezone: { value: '<zone>', about: 'The zone of times that name none, such as Europe/Vienna' },
      preset: {
        value: '<key|name|id|file>',
        about: 'The import preset that names and call details are read by. Without it, one is recognised',
      },
      'date-order': {
        value: '<dmy|mdy|ymd>',
        about: 'How dates are written of which nothing says it: day, month or year first',
      },
      channels: {
        value: '<rule>',
        about: 'Who is left or right in stereo files: agent_left, agent_right, caller_left or caller_right',
      },
      category: { value: '<name>', about: 'A category that all calls get. It may be there several times', many: true },
      tenant: { value: '<name>', about: 'The tenant of the calls, where there are several' },
      preview: { about: 'Only say what would come in, as one line of JSON. Nothing is made or changed' },
      'create-missing': {
        about: 'Create categories and custom fields that are missing, instead of refusing their rows',
      },
      'metadata-only': { about: 'Import rows without a recording as calls' },
      'passphrase-file': { value: '<file>', about: 'The passphrase of a package' },
      kit,
    },
  },
  { name: 'presets list', about: 'Lists the import presets, as one line of JSON.' },
  {
    name: 'presets export',
    about: 'Prints an import preset in the form that can be added.',
    arguments: [{ name: '<key|name|id>', about: 'The preset', needed: true }],
  },
  {
    name: 'presets add',
    about: 'Adds an import preset of the site.',
    arguments: [{ name: '<file>', about: 'An exported preset', needed: true }],
  },
  {
    name: 'presets remove',
    about: 'Removes an import preset of the site.',
    arguments: [{ name: '<name|id>', about: 'The preset', needed: true }],
  },
  {
    name: 'export',
    later: true,
    about: 'Writes calls with their recordings to a folder or a file.',
    options: {
      to: to('<folder|file>', 'Where to'),
      query: { value: '<query>', about: 'Which calls, as in the address of a list of calls' },
      pattern: { value: '<pattern>', about: 'The names of the files' },
      include: { value: '<parts>', about: 'audio, notes, evaluations, words; separated by commas' },
      'passphrase-file': { value: '<file>', about: 'Encrypt the file with this passphrase' },
      'dry-run': { about: 'Only say what would be written' },
    },
  },
  {
    name: 'backup',
    later: true,
    about: 'Copies the archive to a folder.',
    options: { to: { value: '<folder>', about: 'The folder. The default is every known one' } },
  },
  {
    name: 'restore',
    later: true,
    about: 'Restores a backup into a new folder.',
    options: {
      from: to('<folder>', 'The folder with backups'),
      backup: { value: '<id>', about: 'The backup. The default is the newest' },
      'keep-destroyed': { about: 'Keep what was destroyed after the backup' },
      kit,
    },
  },
  {
    name: 'verify',
    about: 'Verifies the audit log and the database, a backup, a package or a certificate.',
    options: {
      backup: { value: '<folder>', about: 'The folder with a backup' },
      open: { value: '<number>', about: 'Decrypt as many recordings of the backup' },
      package: { value: '<path>', about: 'A package that was exported' },
      signer: { value: '<hex>', about: 'The signer that the package must have' },
      certificate: { value: '<file>', about: 'A certificate of destruction' },
    },
  },
  {
    name: 'retention run',
    later: true,
    about: 'Runs the retention rules.',
    options: { 'dry-run': { about: 'Only say what would be destroyed' } },
  },
  {
    name: 'report run',
    about: 'Runs a report and writes its rows to a file. A run belongs to a user, so it needs --as.',
    arguments: [{ name: '<name|id>', about: 'The report', needed: true }],
    options: { to: to('<file>', 'A new file for the rows, as CSV') },
  },
  {
    name: 'scorecard',
    later: true,
    about: 'Writes the result of an evaluation to a file.',
    arguments: [{ name: '<report_id>', about: 'The evaluation', needed: true }],
    options: { to: to('<file>', 'A new file, .pdf or .html') },
  },
  {
    name: 'user add',
    about:
      'Adds a user to the tenant of the group, with the password in the file that EARSHOT_PASSWORD_FILE names, or with --as EARSHOT_NEW_PASSWORD_FILE.',
    options: {
      login,
      name: to('<name>', 'The name of the user'),
      role: to('<name|id>', 'The role'),
      group: to('<name|id>', 'The main group'),
    },
  },
  {
    name: 'token add',
    about: 'Adds an access token of a user, which is printed once.',
    options: {
      login,
      name: to('<name>', 'The name of the tool'),
      read: { about: 'The token only reads' },
      expires: { value: '<day>', about: 'The last day of the token, such as 2027-01-31' },
    },
  },
  { name: 'database encrypt', later: true, about: 'Encrypts the database.' },
  { name: 'database decrypt', later: true, about: 'Decrypts the database.' },
  { name: 'database passphrase', later: true, about: 'Sets a passphrase that opens the database.' },
  { name: 'database status', later: true, about: 'Says whether the database is encrypted.' },
  {
    name: 'doctor',
    about: 'Checks the folder, the keychain, the doors, the disk, the clock and the versions.',
    options: {
      bundle: { value: '<file>', about: 'Also write a zip with the log and these checks, without names and numbers' },
    },
  },
  {
    name: 'open',
    about: 'Opens the window, at a call or a link if there is one.',
    arguments: [{ name: '<link|call_id>', about: 'Where' }],
  },
  {
    name: 'completion',
    about: 'Prints the completion of commands and options for a shell.',
    arguments: [{ name: '<bash|zsh|fish>', about: 'The shell', needed: true }],
  },
  {
    name: 'seed',
    alone: true,
    about: 'Adds generated calls to try Earshot with.',
    options: {
      calls: to('<number>', 'How many'),
      evaluator: { value: '<login>', about: 'Also add evaluations by this user' },
    },
  },
  {
    name: 'verify-audit',
    about: 'Verifies the audit log and names the first entry that was removed, changed, moved or added.',
  },
  {
    name: 'catch-up',
    alone: true,
    about:
      'Does once what is due and ends: draws the periods of plans, and measures the talk of calls. Prints what was done as one line of JSON.',
  },
  {
    name: 'remove-second-factor',
    alone: true,
    about:
      'Lets a user who has lost the second factor sign in with the password alone, when no administrator is left to remove it.',
    options: { login },
  },
  {
    name: 'unlock',
    alone: true,
    about:
      'Lets a user sign in again whom a hundred wrong guesses have locked out; otherwise the lock ends after a day.',
    options: { login },
  },
  {
    name: 'kit',
    alone: true,
    about:
      'Makes a recovery kit: prints its file, and writes its seven words to a new file that only its owner can read. Keep the two in different places.',
    options: { 'words-file': to('<file>', 'A new file for the seven words') },
  },
] as const satisfies readonly Omit<Command, 'run'>[];

export type CommandName = (typeof described)[number]['name'];

/** The variables of the environment that commands read. */
export const variables = {
  EARSHOT_ADMIN_LOGIN: 'The login of the administrator to create in an empty data folder',
  EARSHOT_ADMIN_PASSWORD_FILE: 'A file with the password of that administrator',
  EARSHOT_PASSWORD_FILE: 'A file with the password of the user of --as, or without it of a new user',
  EARSHOT_NEW_PASSWORD_FILE: 'A file with the password of a new user, with --as',
  EARSHOT_KIT_WORDS_FILE: 'A file with the seven words of the kit of --kit, which only its owner may be able to read',
} as const;

/** The exit codes. */
export const exitCodes = {
  0: 'Success',
  1: 'The command failed, or found a fault',
  2: 'Wrong usage',
  5: 'Another Earshot is using the folder',
  6: 'No key opens the database',
} as const;

/** All options of a command. */
export function optionsOf({ options, alone }: Pick<Command, 'options' | 'alone'>): Record<string, Option> {
  const { as, ...others } = common;
  return { ...options, ...others, ...(!alone && { as }) };
}

/** The options of a command, for `parseArgs`. */
export const parserOf = (command: Command): NonNullable<ParseArgsConfig['options']> => ({
  ...Object.fromEntries(
    Object.entries(optionsOf(command)).map(([name, { value, many }]) => [
      name,
      { type: value ? 'string' : 'boolean', ...(many && { multiple: true }) },
    ]),
  ),
  help: { type: 'boolean', short: 'h' },
});
