import { openSync, readFileSync } from 'node:fs';
import { codeOf } from '../service/error-code';

/** Ends a command with one line on standard error and an exit code. */
export class CommandError extends Error {
  constructor(
    message: string,
    readonly exitCode: 1 | 2 | 5,
  ) {
    super(message);
  }
}

/** Reports wrong usage: exit code 2. */
export const usage = (message: string) => new CommandError(message, 2);

/** The text of a file given in an option or a variable. */
export function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw usage(`${path} ${whyNot(cause)}.`);
  }
}

/** Opens a new file that only its owner can read; never one that exists, which others may be able to read. */
export function newFile(path: string): number {
  try {
    return openSync(path, 'wx', 0o600);
  } catch (cause) {
    throw usage(`${path} ${whyNot(cause)}.`);
  }
}

/** Why a file cannot be used, after its name. */
export function whyNot(cause: unknown): string {
  const code = codeOf(cause) ?? '';
  return unusable[code] ?? `cannot be used (${code})`;
}

const unusable: Record<string, string> = {
  ENOENT: 'does not exist',
  EISDIR: 'is a folder; name a file',
  EACCES: 'cannot be used: access to it is denied',
  EEXIST: 'exists already; name a new file',
};
