import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Saving } from '@shared/ipc';
import type { BrowserWindow } from 'electron';
import { expect, test, vi } from 'vitest';
import { saveAs } from '../../electron/main/dialogs';
import { Downloads } from '../../electron/main/downloads';
import { wordsIn } from '../../electron/main/words';
import { administrator, basic, startService, temporaryFolder } from '../support/start-service';

// The only part of Electron that saving needs: the dialog, and the folder that it opens with.
const { dialog } = vi.hoisted(() => ({ dialog: { showSaveDialog: vi.fn() } }));
vi.mock('electron', () => ({ app: { getPath: () => '/' }, dialog }));

const answer = (filePath: string) => dialog.showSaveDialog.mockResolvedValue({ canceled: false, filePath });
const cancel = () => dialog.showSaveDialog.mockResolvedValue({ canceled: true, filePath: '' });
const window = {} as BrowserWindow;

/** Downloads from a service with one call, for the administrator. */
async function readyToSave() {
  const { service, given, admin } = await startService();
  const call_id = await given.recorded('spanish-16k.wav');
  const sent: Saving[] = [];
  const faults: (string | undefined)[] = [];
  const authorization = basic(administrator.login, administrator.password);
  const downloads = new Downloads({
    window: () => window,
    fetch: (address, init) =>
      service.fetch(new Request(`app://earshot${address}`, { ...init, headers: { authorization } }), 'app'),
    session: () => new AbortController().signal,
    send: (saving) => void sent.push(saving),
    words: () => wordsIn('en'),
    log: ({ code }) => void faults.push(code),
  });
  const states = () => sent.map(({ state }) => state);
  return { given, admin, downloads, states, faults, address: `/api/v2/calls/${call_id}.json/file` };
}

test('a download that cannot create its file logs why, and does not keep the place of another', async () => {
  const { admin, downloads, states, faults, address } = await readyToSave();
  answer(join(temporaryFolder(), 'missing', 'saved.wav'));
  const places = 8;

  for (let n = 0; n < places; n++) await downloads.save(address);
  const next = await admin.raw(address);
  await next.body?.cancel();

  expect(states()).toEqual(Array(places).fill('failed'));
  expect(faults).toEqual(Array(places).fill('ENOENT'));
  expect(next.status).toBe(200);
});

test('a download is audited when its file is made, and not before one is chosen', async () => {
  const { given, downloads, address } = await readyToSave();
  const folder = temporaryFolder();
  const audited = () => given.audited('call').filter(({ action }) => action === 'download').length;

  cancel();
  await downloads.save(address);
  const cancelled = audited();
  answer(join(folder, 'saved.wav'));
  await downloads.save(address);

  expect([cancelled, audited()]).toEqual([0, 1]);
});

test('a refused download returns the refusal of the service and asks nothing', async () => {
  const { downloads } = await readyToSave();
  dialog.showSaveDialog.mockClear();

  const refused = await downloads.save(`/api/v2/calls/${crypto.randomUUID()}.json/file`);

  expect([refused?.status, JSON.parse(refused?.body ?? '').error]).toEqual([404, 'NotFound']);
  expect(dialog.showSaveDialog).not.toHaveBeenCalled();
});

test('what is saved can be read by its owner only, also in the place of a file that others can read', async () => {
  const { downloads, states, address } = await readyToSave();
  const folder = temporaryFolder();
  const [recording, text] = [join(folder, 'saved.wav'), join(folder, 'kit.txt')];
  for (const path of [recording, text]) writeFileSync(path, 'before', { mode: 0o644 });

  answer(recording);
  await downloads.save(address);
  answer(text);
  const name = await saveAs(window, 'kit.txt', 'the words', new AbortController().signal);

  expect([states(), name, readFileSync(text, 'utf8')]).toEqual([['done'], 'kit.txt', 'the words']);
  expect([recording, text].map((path) => statSync(path).mode & 0o777)).toEqual([0o600, 0o600]);
  expect(readdirSync(folder).sort()).toEqual(['kit.txt', 'saved.wav']);
});

test('a text that cannot be saved leaves nothing behind', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'taken'));
  answer(join(folder, 'taken'));

  await expect(saveAs(window, 'taken', 'the words', new AbortController().signal)).rejects.toThrow('EISDIR');

  expect(readdirSync(folder)).toEqual(['taken']);
});
