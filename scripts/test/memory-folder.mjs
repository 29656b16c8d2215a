import { accessSync, chmodSync, constants, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where Linux has a file system in memory. */
const memory = '/dev/shm';
const prefix = 'earshot-run-';
/** A whole run was seen to use less than 1 GB at a time. */
const enoughBytes = 4 * 1024 ** 3;

/**
 * A folder in memory for the files of a test run, if there is room. Tests wait most of their time until a disk confirms
 * what is written, which no test can observe: killing a process loses nothing that was written.
 * `state` is the folder of their logs.
 * @returns {{ env: { TMPDIR?: string }, state: string, remove: () => void }}
 */
export function openMemoryFolder() {
  if (!hasRoom()) return onDisk();
  removeLeftOver();
  const folder = mkdtempSync(join(memory, `${prefix}${process.pid}-`));
  // PostgreSQL refuses to run as root, so its user must reach the folder that it is given below.
  chmodSync(folder, 0o711);
  const remove = () => rmSync(folder, { recursive: true, force: true });
  return { env: { TMPDIR: folder }, state: join(folder, 'state'), remove };
}

function onDisk() {
  const state = mkdtempSync(join(tmpdir(), prefix));
  return { env: {}, state, remove: () => rmSync(state, { recursive: true, force: true }) };
}

function hasRoom() {
  try {
    accessSync(memory, constants.W_OK);
    const { bavail, bsize } = statfsSync(memory);
    return Math.min(bavail * bsize, freemem()) >= enoughBytes;
  } catch {
    return false;
  }
}

/** A run that was killed leaves its files in memory. */
function removeLeftOver() {
  for (const name of readdirSync(memory).filter((one) => one.startsWith(prefix))) {
    const pid = Number(name.slice(prefix.length).split('-')[0]);
    if (!isRunning(pid)) rmSync(join(memory, name), { recursive: true, force: true });
  }
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (cause) {
    return cause.code === 'EPERM';
  }
}
