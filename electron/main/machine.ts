import { statfs } from 'node:fs/promises';
import { homedir } from 'node:os';
import { relative, sep } from 'node:path';
import type { Machine } from '@shared/ipc';
import { app } from 'electron';
import { kitState } from '../service/resources/keys/recovery-kits';
import { needsSetup } from '../service/resources/site/setup';
import type { Archive } from './archive';
import type { WindowSession } from './session';

/** What the window needs to know of this machine before sign-in, once the archive is open. */
export async function machineOf(archive: Archive, { lockedFor }: Pick<WindowSession, 'lockedFor'>): Promise<Machine> {
  const running = await archive.service();
  const { folder } = archive;
  const { bavail, bsize } = await statfs(folder);
  return {
    version: app.getVersion(),
    platform: process.platform,
    needs_setup: await needsSetup(running),
    keychain: await running.keychain(),
    kit: await kitState(running),
    data_folder: spoken(folder),
    free_bytes: bavail * bsize,
    api_url: archive.apiUrl,
    locked_for: lockedFor,
  };
}

/** A folder in readable form: relative to the home folder, with slashes between the parts. */
function spoken(folder: string): string {
  const inside = relative(homedir(), folder);
  return inside.startsWith('..') || inside.includes(':') ? folder : inside.split(sep).join(' / ');
}
