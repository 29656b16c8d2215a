import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** A problem that the user has to fix before the job can continue, with the one command that fixes it. */
export class Missing extends Error {
  constructor(what, remedy) {
    super(`${what}\n  ${remedy}`);
  }
}

/**
 * Runs the job of a script. A `Missing` error is printed as its message; any other error is a bug and printed with its
 * stack.
 */
export async function runJob(job) {
  try {
    await job();
  } catch (error) {
    process.stderr.write(`${error instanceof Missing ? error.message : error.stack}\n`);
    process.exitCode = 1;
  }
}

/**
 * Prints one line about set-up to standard error, because standard output belongs to the command that set-up prepares.
 */
export const say = (line) => process.stderr.write(`set-up: ${line}\n`);

/** npm is a batch file on Windows and needs a shell to start. */
const throughShell = (command) => process.platform === 'win32' && ['npm', 'npx'].includes(command);

/**
 * Runs a program without input and collects its output. Never rejects: a program that cannot be started has
 * status 127, and one that was ended by a signal or `timeoutMs` has status null.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, timeoutMs?: number, onSpawn?: (child: import('node:child_process').ChildProcess) => void }} [options]
 * @returns {Promise<{ status: number | null, stdout: string, stderr: string }>}
 */
export function run(command, args, { cwd, env, timeoutMs, onSpawn } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, NO_COLOR: '1', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: timeoutMs,
      shell: throughShell(command),
    });
    onSpawn?.(child);
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (piece) => {
      stdout += piece;
    });
    child.stderr.on('data', (piece) => {
      stderr += piece;
    });
    child.on('error', (error) => resolve({ status: 127, stdout, stderr: error.message }));
    child.on('close', (status) => resolve({ status, stdout, stderr }));
  });
}

/** Like `run`, but a status other than 0 throws `Missing` with the program's output. */
export async function runOrStop(what, remedy, command, args, options) {
  const result = await run(command, args, options);
  if (result.status !== 0) throw new Missing(`${what}\n${ends(result.stderr || result.stdout)}`, remedy);
  return result;
}

/** Whether a program with this name is on the PATH. */
export function hasProgram(name) {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, name), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** The start and end of a long text. npm reports the error first, a compiler last. */
function ends(text) {
  const lines = text.trim().split('\n');
  return (lines.length <= 24 ? lines : [...lines.slice(0, 12), '…', ...lines.slice(-12)]).join('\n');
}
