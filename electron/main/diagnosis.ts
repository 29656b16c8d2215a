import { accessSync, constants, existsSync, readFileSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import type { KeychainState } from '@shared/ipc';
import { version } from '../../package.json';
import { freeBytes } from '../service/disk';
import { defaultPort, portsFrom } from '../service/http/port';
import { runtime } from '../service/runtime';
import { engineVersion } from '../service/store/connection';
import { databaseFile } from '../service/store/database-file';
import { logFolder, logNames } from './log-file';

type Check = { name: string; ok: boolean; explanation: string };
/** What Earshot needs from this machine, without names, numbers and paths. */
export type Diagnosis = {
  version: string;
  runtime: string;
  sqlite: string;
  database: 'plain' | 'none';
  keychain: KeychainState;
  door: boolean;
  free_bytes: number;
  checks: Check[];
};
const leastFree = 1024 ** 3;

const keychainSays: Readonly<Record<KeychainState, string>> = {
  ok: 'The keychain works.',
  absent:
    'There is no keychain. Start the keyring of the session; without one, only the keys of users open recordings.',
  locked: 'The keychain is locked. Unlock it.',
  missing: 'The keychain lost the master key of this archive. Open the archive with its recovery kit.',
  mismatch: 'The keychain has the master key of another archive. Open this one with its recovery kit.',
};

/** Checks what Earshot needs from this machine. `door`: whether an Earshot that has the folder open takes commands. */
export async function diagnose(folder: string, keychain: KeychainState, door: boolean): Promise<Diagnosis> {
  const free_bytes = freeBytes(existsSync(folder) ? folder : process.cwd());
  const checks: Check[] = [
    folderCheck(folder),
    { name: 'keychain', ok: keychain === 'ok', explanation: keychainSays[keychain] },
    {
      name: 'door',
      ok: true,
      explanation: door
        ? 'An Earshot has the folder open and takes commands.'
        : 'No Earshot takes commands for the folder.',
    },
    await portCheck(door),
    {
      name: 'disk',
      ok: free_bytes >= leastFree,
      explanation: free_bytes >= leastFree ? 'The disk has space.' : 'The disk has less than 1 GiB of space.',
    },
    clockCheck(),
  ];
  const database = existsSync(join(folder, databaseFile)) ? 'plain' : 'none';
  return { version, runtime: runtime(), sqlite: engineVersion(), database, keychain, door, free_bytes, checks };
}

/** The files of a bundle: what was found, and the log. */
export function bundleOf(found: Diagnosis): { name: string; content: Buffer }[] {
  const files = logNames
    .map((name) => ({ name, path: join(logFolder(), name) }))
    .filter(({ path }) => existsSync(path));
  return [
    { name: 'doctor.json', content: Buffer.from(`${JSON.stringify(found, null, 2)}\n`) },
    ...files.map(({ name, path }) => ({ name, content: readFileSync(path) })),
  ];
}

function folderCheck(folder: string): Check {
  if (!existsSync(folder)) return { name: 'folder', ok: true, explanation: 'There is no archive yet.' };
  if (!statSync(folder).isDirectory()) return { name: 'folder', ok: false, explanation: 'The data folder is a file.' };
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    return { name: 'folder', ok: false, explanation: 'This user may not read and change the data folder.' };
  }
  const isOwn = process.platform === 'win32' || (statSync(folder).mode & 0o077) === 0;
  return {
    name: 'folder',
    ok: isOwn,
    explanation: isOwn
      ? 'Only its owner can read the data folder.'
      : 'Other users of this computer can read the data folder. Take their rights away, as chmod 700 does.',
  };
}

/** Which port is free for the API. One that is in use may be that of Earshot itself. */
async function portCheck(isOpen: boolean): Promise<Check> {
  const ports = portsFrom(defaultPort);
  const used = await Promise.all(ports.map(isUsed));
  const free = ports.find((_, n) => !used[n]);
  const taken = `Port ${defaultPort} is in use${isOpen ? ', perhaps by Earshot' : ''}`;
  const explanation =
    free === defaultPort
      ? `Port ${defaultPort} is free.`
      : free === undefined
        ? `${taken}, and so are the next nine. Choose another one for the API.`
        : `${taken}. The next free one is ${free}.`;
  return { name: 'port', ok: free !== undefined || isOpen, explanation };
}

const isUsed = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });

function clockCheck(): Check {
  const year = new Date().getFullYear();
  const ok = year >= 2026 && year < 2100;
  return { name: 'clock', ok, explanation: ok ? 'The clock is plausible.' : `The clock says ${year}.` };
}
