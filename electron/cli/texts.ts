import { type Command, common, described, exitCodes, optionsOf, variables } from './table';

const commands: readonly Omit<Command, 'run'>[] = described;
const flagOf = ([name, { value }]: [string, { value?: string }]) => `--${name}${value ? ` ${value}` : ''}`;
/** What a command does, and whether this version has it. */
const aboutOf = ({ about, later }: Pick<Command, 'about' | 'later'>) =>
  later ? `${about} Not in this version yet.` : about;
const own = ({ options = {} }: Pick<Command, 'options'>) => Object.entries(options);

/** How a command is called: `report run --to <file> <name|id>`. */
export function synopsisOf({ name, arguments: words = [], options = {} }: Omit<Command, 'run'>): string {
  const flags = Object.entries(options).map(([flag, option]) => {
    const text = flagOf([flag, option]);
    return `${option.needed ? text : `[${text}]`}${option.many ? '…' : ''}`;
  });
  return [name, ...flags, ...words.map((word) => (word.needed ? word.name : `[${word.name}]`))].join(' ');
}

/** Breaks a text into lines of at most 100 characters, each with this indent. */
function wrapped(text: string, indent: string): string {
  const lines = [''];
  for (const word of text.split(' ')) {
    const last = lines.at(-1) ?? '';
    if (last !== '' && indent.length + last.length + word.length + 1 > 100) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines.map((line) => `${indent}${line}\n`).join('');
}

const listOf = (entries: readonly (readonly [string, string])[]) =>
  entries.map(([name, about]) => `  ${name}\n${wrapped(about, '      ')}`).join('');
const optionList = (options: Record<string, { value?: string; about: string }>) =>
  listOf(Object.entries(options).map((option) => [flagOf(option), option[1].about]));

/** The help of all commands. */
export const helpText = (): string =>
  `Earshot from the command line.

Usage: earshot <command> [options]

${commands.map((command) => `  ${synopsisOf(command)}\n${wrapped(aboutOf(command), '      ')}`).join('')}
Options of every command:
${optionList(common)}
Variables:
${listOf(Object.entries(variables))}
Exit codes:
${listOf(Object.entries(exitCodes))}`;

/** The help of one command. */
export const helpOf = (command: Omit<Command, 'run'>): string =>
  `Usage: earshot ${synopsisOf(command)}

${wrapped(aboutOf(command), '')}
${listOf((command.arguments ?? []).map(({ name, about }) => [name, about]))}${optionList(optionsOf(command))}`;

/** The page in docs. */
export const markdown = (): string =>
  `# The command line

\`earshot <command>\` works on the archive of the current user, or on that of \`--data\`. It asks the Earshot that has the
archive open, and opens it by itself if none does, unless it needs the folder for itself. In the source tree, the same commands are
\`npm run --silent earshot -- <command>\`. This page is made from \`electron/cli/table.ts\` by \`npm run commands\`.

${commands
  .map(
    (command) =>
      `## ${command.name}\n\n\`earshot ${synopsisOf(command)}\`\n\n${aboutOf(command)}${command.alone ? ' It needs the folder for itself.' : ''}\n${tableOf(
        [
          ...(command.arguments ?? []).map(({ name, about }) => [name, about] as const),
          ...own(command).map((option) => [flagOf(option), option[1].about] as const),
        ],
      )}`,
  )
  .join('\n')}
## Options of every command
${tableOf(own({ options: common }).map((option) => [flagOf(option), option[1].about]))}
## Variables
${tableOf(Object.entries(variables))}
## Exit codes
${tableOf(Object.entries(exitCodes))}`;

const tableOf = (rows: readonly (readonly [string, string])[]) =>
  rows.length === 0
    ? ''
    : `\n| | |\n|---|---|\n${rows.map(([name, about]) => `| \`${name.replaceAll('|', '\\|')}\` | ${about} |\n`).join('')}`;

/** A text for troff: dashes are no hyphens, and a line must not begin a request. */
const troff = (text: string) =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^([.'])/gm, '\\&$1');
const troffList = (entries: readonly (readonly [string, string])[]) =>
  entries.map(([name, about]) => `.TP\n.B ${troff(name)}\n${troff(about)}\n`).join('');

/** The manual page earshot(1). */
export const manual = (): string =>
  `.\\" Made from electron/cli/table.ts by npm run commands.
.TH EARSHOT 1
.SH NAME
earshot \\- review recorded calls
.SH SYNOPSIS
.B earshot
[\\fIcommand\\fR] [\\fIoptions\\fR]
.SH DESCRIPTION
Without a command, Earshot opens its window. A command works on the archive of the current user, or on that of
.BR \\-\\-data .
It asks the Earshot that has the archive open, and opens it by itself if none does.
.SH COMMANDS
${commands
  .map(
    (command) =>
      `.SS ${troff(synopsisOf(command))}\n${troff(aboutOf(command))}\n${troffList([
        ...(command.arguments ?? []).map(({ name, about }) => [name, about] as const),
        ...own(command).map((option) => [flagOf(option), option[1].about] as const),
      ])}`,
  )
  .join('')}.SH OPTIONS OF EVERY COMMAND
${troffList(own({ options: common }).map((option) => [flagOf(option), option[1].about]))}.SH ENVIRONMENT
${troffList(Object.entries(variables))}.SH EXIT STATUS
${troffList(Object.entries(exitCodes))}`;

const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];
export const isShell = (name: string): name is Shell => (shells as readonly string[]).includes(name);

const flagsOf = (command: Omit<Command, 'run'>) => Object.keys(optionsOf(command)).map((name) => `--${name}`);
/** A text between single quotes of a shell. */
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
const firstWords = () => [...new Set(commands.map(({ name }) => name.split(' ')[0] ?? ''))];
const secondWords = (first: string) =>
  commands.flatMap(({ name }) => (name.startsWith(`${first} `) ? [name.slice(first.length + 1)] : []));

/** The completion of commands and options for a shell. Values are completed as files. */
export const completionFor: Record<Shell, () => string> = {
  bash: () => `# Made from electron/cli/table.ts.
_earshot() {
  local word=\${COMP_WORDS[COMP_CWORD]} command="\${COMP_WORDS[1]} \${COMP_WORDS[2]}" words=''
  if [ "$COMP_CWORD" -eq 1 ]; then
    words='${firstWords().join(' ')} --help --version'
  else
    case $command in
${commands
  .map(
    (command) =>
      `      ${quoted(command.name)}${command.name.includes(' ') ? '' : "' '*"}) words=${quoted(flagsOf(command).join(' '))} ;;`,
  )
  .join('\n')}
${firstWords()
  .filter((first) => secondWords(first).length > 0)
  .map((first) => `      ${quoted(first)}' '*) words=${quoted(secondWords(first).join(' '))} ;;`)
  .join('\n')}
    esac
  fi
  [ "$COMP_CWORD" -gt 1 ] && compopt -o filenames 2>/dev/null
  local IFS=$'\n'
  COMPREPLY=($(compgen -W "\${words// /$'\n'}" -- "$word"; [ "$COMP_CWORD" -gt 1 ] && compgen -f -- "$word"))
}
complete -F _earshot earshot
`,
  zsh: () => `#compdef earshot
# Made from electron/cli/table.ts.
_earshot() {
  local command="\${words[2]} \${words[3]}"
  if (( CURRENT == 2 )); then
    compadd -- ${firstWords().join(' ')} --help --version
    return
  fi
  case $command in
${commands
  .map(
    (command) =>
      `    ${quoted(command.name)}${command.name.includes(' ') ? '' : "' '*"}) compadd -- ${flagsOf(command).join(' ')} ;;`,
  )
  .join('\n')}
${firstWords()
  .filter((first) => secondWords(first).length > 0)
  .map((first) => `    ${quoted(first)}' '*) compadd -- ${secondWords(first).join(' ')} ;;`)
  .join('\n')}
  esac
  _files
}
_earshot "$@"
`,
  fish: () => `# Made from electron/cli/table.ts.
${firstWords()
  .map((first) => {
    const about = commands.find(({ name }) => name === first)?.about ?? secondWords(first).join(', ');
    return `complete -c earshot -n __fish_use_subcommand -f -a ${first} -d ${quoted(about)}`;
  })
  .join('\n')}
${firstWords()
  .flatMap((first) => secondWords(first).map((second) => [first, second]))
  .map(([first, second]) => `complete -c earshot -n '__fish_seen_subcommand_from ${first}' -f -a ${second}`)
  .join('\n')}
${commands
  .flatMap((command) => {
    const seen = command.name
      .split(' ')
      .map((word) => `__fish_seen_subcommand_from ${word}`)
      .join('; and ');
    return Object.entries(optionsOf(command)).map(
      ([flag, { value, about }]) =>
        `complete -c earshot -n '${seen}' -l ${flag}${value ? ' -r' : ''} -d ${quoted(about)}`,
    );
  })
  .join('\n')}
`,
};
