import { createWriteStream, existsSync, readFileSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { version } from '../../package.json';
import { logFolder, logNames } from '../main/log-file';
import { freeBytes } from '../service/disk';
import { defaultPort } from '../service/http/port';
import { runtime } from '../service/runtime';
import { engineVersion } from '../service/store/connection';
import { databaseFile } from '../service/store/database-file';
import { askKeychain } from '../service/vault/keychain-state';
import { openDoor } from './ask';
import { CommandError, usage, whyNot } from './command-error';
import { keychainProcess } from './keychain';
import { print } from './print';
import { type Called, folderOf, textIn } from './table';

type Check = { name: string; ok: boolean; explanation: string };
const leastFree = 1024 ** 3;

/** Checks what Earshot needs from this machine. Exit code 1 when something does not work. */
export async function doctor(called: Called): Promise<void> {
  const folder = folderOf(called.values);
  const keychain = await askKeychain(keychainProcess());
  const door = (await openDoor(folder).catch(() => undefined)) !== undefined;
  const free_bytes = freeBytes(existsSync(folder) ? folder : process.cwd());
  const sqlite = engineVersion();
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
  const found = { version, runtime: runtime(), sqlite, database, keychain, door, free_bytes, checks };
  const bundle = textIn(called.values, 'bundle');
  if (bundle !== undefined) await writeBundle(bundle, found);
  print(found, called);
  if (checks.some(({ ok }) => !ok)) throw new CommandError('Something does not work; see the checks.', 1);
}

/** Writes a new zip with what the doctor found and the log, neither of which has names, numbers or paths. */
async function writeBundle(path: string, found: object): Promise<void> {
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from(`${JSON.stringify(found, null, 2)}\n`), 'doctor.json');
  for (const name of logNames) {
    const file = join(logFolder(), name);
    if (existsSync(file)) zip.addBuffer(readFileSync(file), name);
  }
  zip.end();
  try {
    await pipeline(zip.outputStream, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
  } catch (cause) {
    throw usage(`${path} ${whyNot(cause)}.`);
  }
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
