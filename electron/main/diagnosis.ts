import { existsSync, readFileSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import type { KeychainState } from '@shared/ipc';
import { version } from '../../package.json';
import { freeBytes } from '../service/disk';
import { defaultPort } from '../service/http/port';
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

/** Checks what Earshot needs from this machine. `door`: whether an Earshot that has the folder open takes commands. */
export async function diagnose(folder: string, keychain: KeychainState, door: boolean): Promise<Diagnosis> {
  const free_bytes = freeBytes(existsSync(folder) ? folder : process.cwd());
  const checks: Check[] = [
    folderCheck(folder),
    { name: 'keychain', ok: keychain === 'ok', explanation: `The keychain is ${keychain}.` },
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
  const isOwn = process.platform === 'win32' || (statSync(folder).mode & 0o077) === 0;
  return {
    name: 'folder',
    ok: isOwn,
    explanation: isOwn
      ? 'Only its owner can read the data folder.'
      : 'Other users of this computer can read the data folder.',
  };
}

/** Whether the port of the API is free, or used by Earshot. */
async function portCheck(isOpen: boolean): Promise<Check> {
  const isUsed = await new Promise<boolean>((resolve) => {
    const socket = connect(defaultPort, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
  const explanation = isUsed ? `Port ${defaultPort} is in use.` : `Port ${defaultPort} is free.`;
  return { name: 'port', ok: !isUsed || isOpen, explanation };
}

function clockCheck(): Check {
  const year = new Date().getFullYear();
  const ok = year >= 2026 && year < 2100;
  return { name: 'clock', ok, explanation: ok ? 'The clock is plausible.' : `The clock says ${year}.` };
}
