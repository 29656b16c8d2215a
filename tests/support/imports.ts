import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Call } from '@shared/contract/calls';
import type { Import, ImportRow } from '@shared/contract/imports';
import { expect, onTestFinished, vi } from 'vitest';
import { ImportRun } from '../../electron/service/resources/sources/imports/run-import';
import type { Caller } from './caller';
import { administrator, type TestService, temporaryFolder } from './start-service';
import { firstHeldAt, threadsWith } from './threads';

/** The rows of an import, all of them or those selected by `filter`. */
export const rowsOf = async (caller: Caller, import_id: string, filter = ''): Promise<ImportRow[]> =>
  (await caller.get(`/api/v2/imports/${import_id}.json/rows.json?limit=1000${filter}`)).body.rows;

/** The keys of a row's reasons. */
export const saidOf = ({ reasons }: Pick<ImportRow, 'reasons'>): string | null =>
  reasons.map(({ code }) => code).join(' ') || null;

export const importOf = async (caller: Caller, import_id: string): Promise<Import> =>
  (await caller.get(`/api/v2/imports/${import_id}.json`)).body.import;

export const callsOf = async (caller: Caller): Promise<Call[]> =>
  (await caller.get('/api/v2/calls.json?limit=1000')).body.calls;

/** The window, signed in as the administrator. */
export async function windowOf({ through }: TestService): Promise<Caller> {
  const { login, password } = administrator;
  const { body } = await through('app').post('/api/v2/sessions.json', { login, password });
  return through('app', { authorization: `Bearer ${body.token}` });
}

/** Polls the import until it is as wanted, and lets other work run in between. */
export async function until(caller: Caller, url: string, wanted: (one: Import) => boolean): Promise<Import> {
  for (;;) {
    const { body } = await caller.get(url);
    if (wanted(body.import)) return body.import;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

export const ended = (caller: Caller, url: string): Promise<Import> =>
  until(caller, url, ({ status }) => status !== 'running');

/** Thread entries, otherwise those `from` a folder, that hold the first import of a file with this in its path. */
export function holdingImport(of = '', from?: string) {
  const marks = temporaryFolder();
  const [held, go] = [join(marks, 'held'), join(marks, 'go')];
  const letGo = () => writeFileSync(go, '');
  return {
    threadsFolder: threadsWith('job', firstHeldAt('imports.identify', held, go, of), from),
    isHeld: () => expect.poll(() => existsSync(held)).toBe(true),
    letGo,
    /** Lets it go when the import is told to stop. Begins before that. */
    async letGoOnceStopped(): Promise<void> {
      const stop = vi.spyOn(ImportRun.prototype, 'stop');
      onTestFinished(() => stop.mockRestore());
      await expect.poll(() => stop.mock.calls.length).toBeGreaterThan(0);
      letGo();
    },
  };
}

/** Imports what was chosen in the window, and waits for the end. */
export async function broughtIn(
  window: Caller,
  { choose }: TestService,
  paths: string[],
  options: Record<string, unknown> = {},
): Promise<Import> {
  const source = choose('Chosen', paths);
  const { body } = await window.post('/api/v2/imports.json', { import: { source, ...options } });
  return ended(window, body.url);
}
