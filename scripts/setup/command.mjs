import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Something a person has to mend before the job can go on: what is missing, and the one command that mends it. */
export class Missing extends Error {
  constructor(what, remedy) {
    super(`${what}\n  ${remedy}`);
  }
}

/** Runs a script's job. What is missing is printed as such; everything else is a bug and keeps its stack. */
export async function runJob(job) {
  try {
    await job();
  } catch (error) {
    process.stderr.write(`${error instanceof Missing ? error.message : error.stack}\n`);
    process.exitCode = 1;
  }
}

/** One line about set-up. On standard error: standard output belongs to the command that set-up prepares. */
export const say = (line) => process.stderr.write(`set-up: ${line}\n`);

/** npm is a batch file on Windows, which only a shell can start. */
const throughShell = (command) => process.platform === 'win32' && ['npm', 'npx'].includes(command);

/**
 * Runs a program without input and collects what it prints. Never rejects: a program that cannot be started has
 * status 127, one that a signal or `timeoutMs` ended has status null.
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

/** As `run`, but a status other than 0 throws `Missing` with what the program printed. */
export async function runOrStop(what, remedy, command, args, options) {
  const result = await run(command, args, options);
  if (result.status !== 0) throw new Missing(`${what}\n${ends(result.stderr || result.stdout)}`, remedy);
  return result;
}

/** Whether a program of this name is on the PATH. */
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

/** The two ends of a long text: npm says first what is wrong, a compiler last. */
function ends(text) {
  const lines = text.trim().split('\n');
  return (lines.length <= 24 ? lines : [...lines.slice(0, 12), '…', ...lines.slice(-12)]).join('\n');
}
