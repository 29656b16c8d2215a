import { type ChildProcess, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';
import { temporaryFolder } from './start-service';

/** The built command line, which the npm scripts start. */
export const program = resolve('build/node/cli.cjs');

export type Ended = { code: number | null; stdout: string; stderr: string };
export type Started = { child: ChildProcess; ended: Promise<Ended> };
/** The one line that `serve` prints. */
export type Announced = { url: string; pid: number; version: string; keychain: string };

/** An environment without a keyring and administrator, so that tests run the same on every machine. */
export function withoutKeychain(more: Record<string, string> = {}): NodeJS.ProcessEnv {
  const {
    DISPLAY: _display,
    EARSHOT_ADMIN_LOGIN: _login,
    EARSHOT_ADMIN_PASSWORD_FILE: _file,
    EARSHOT_KIT_WORDS_FILE: _words,
    ...env
  } = process.env;
  // Passwords that are cheap to check, because most tests begin with a sign-in.
  return { ...env, DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent/bus', EARSHOT_SCRYPT_LN: '15', ...more };
}

/**
 * The variables that create an administrator in an empty data folder; `content` is the exact content of the password
 * file.
 */
export function administratorBy(content: string): Record<string, string> {
  const file = join(temporaryFolder(), 'password');
  writeFileSync(file, content, { mode: 0o600 });
  return { EARSHOT_ADMIN_LOGIN: 'ingrid', EARSHOT_ADMIN_PASSWORD_FILE: file };
}

/** Starts a command, which is killed if it still runs when the test ends. */
export function start(args: string[], env: NodeJS.ProcessEnv = withoutKeychain()): Started {
  const child = spawn(process.execPath, [program, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (piece) => {
    stdout += piece;
  });
  child.stderr.on('data', (piece) => {
    stderr += piece;
  });
  const ended = new Promise<Ended>((done) => child.once('close', (code) => done({ code, stdout, stderr })));
  onTestFinished(() => void child.kill('SIGKILL'));
  return { child, ended };
}

/** Runs a command to its end. */
export const run = (args: string[], env?: NodeJS.ProcessEnv): Promise<Ended> => start(args, env).ended;

/** A running `serve`, by default on a port chosen by the system, once it has printed its address. */
export async function serving(
  dataFolder: string,
  env?: NodeJS.ProcessEnv,
  options: string[] = ['--port', '0'],
): Promise<Started & { announced: Announced; stop: (signal: NodeJS.Signals) => Promise<Ended> }> {
  const started = start(['serve', '--data', dataFolder, ...options], env);
  const { child, ended } = started;
  const line = await Promise.race([
    new Promise<string>((said) => createInterface({ input: child.stdout! }).once('line', said)),
    ended.then(({ code, stderr }) => Promise.reject(new Error(`serve ended with ${code}: ${stderr}`))),
  ]);
  const stop = (signal: NodeJS.Signals) => {
    child.kill(signal);
    return ended;
  };
  return { ...started, announced: JSON.parse(line), stop };
}
