import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ApiSwitch } from '../../electron/main/api-switch';
import { Archive } from '../../electron/main/archive';
import { moveArchive } from '../../electron/main/move-archive';
import { origin } from '../../electron/main/security';
import { WindowSession } from '../../electron/main/session';
import type { Settings, SettingsStore } from '../../electron/main/settings';
import { createAdministrator } from '../../electron/service/resources/site/setup';
import { lockFolder } from '../../electron/service/store/lock';
import { administrator, plainHost } from '../support/host';
import { memoryKeychain, temporaryFolder } from '../support/start-service';

// There is no Electron here. Only the browser, which these tests do not open, would need it.
vi.mock('electron', () => ({ default: {} }));

/** The window's settings in memory, on a disk that can be full. */
function settingsWith(first: Partial<Settings>) {
  const disk = { isFull: false, kept: { ...first } };
  const settings = {
    get: (name: keyof Settings) => disk.kept[name],
    set(values: Partial<Settings>) {
      if (disk.isFull) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
      Object.assign(disk.kept, values);
    },
  } as unknown as SettingsStore;
  return { disk, settings };
}

async function opened() {
  const keychain = Object.assign(memoryKeychain(), { settles: async () => true });
  const archive = new Archive(plainHost.threadsFolder, keychain, () => {});
  const service = await archive.open(temporaryFolder(), 0);
  onTestFinished(() => archive.close());
  const port = Number(new URL(archive.apiUrl ?? '').port);
  return { archive, service, port };
}

/** The switch of the API, for the administrator in the window. */
async function withSwitch() {
  const { archive, service, port } = await opened();
  await createAdministrator(service, administrator, 'window');
  const session = new WindowSession(async () => service);
  const { login, password } = administrator;
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ login, password });
  await session.fetch(new Request(`${origin}/api/v2/sessions.json`, { method: 'POST', headers, body }));
  const { disk, settings } = settingsWith({ api_on: true, port });
  return { archive, disk, port, api: new ApiSwitch({ archive, settings, session }) };
}

const isReached = (port: number) =>
  fetch(`http://127.0.0.1:${port}/healthz`).then(
    ({ status }) => status,
    () => 'closed',
  );

/** Ports that were free a moment ago. */
async function freePorts(): Promise<[number, number]> {
  const servers = [createServer(), createServer()];
  await Promise.all(servers.map((server) => once(server.listen(0, '127.0.0.1'), 'listening')));
  const [one, two] = servers.map((server) => (server.address() as AddressInfo).port) as [number, number];
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return [one, two];
}

test('an API that is turned off stays off, also when its port was just being changed', async () => {
  const { api, disk } = await withSwitch();
  const [port] = await freePorts();

  await Promise.all([api.change({ port }), api.change({ on: false })]);

  expect(api.state()).toEqual({ on: false, port, url: null });
  expect([disk.kept, await isReached(port)]).toEqual([{ api_on: false, port }, 'closed']);
});

test('of two changes of the port, the second holds, and the first port is closed', async () => {
  const { api } = await withSwitch();
  const [first, second] = await freePorts();

  await Promise.all([api.change({ port: first }), api.change({ port: second })]);

  expect(api.state()).toEqual({ on: true, port: second, url: `http://127.0.0.1:${second}` });
  await expect.poll(() => isReached(first)).toBe('closed');
});

test('a change that cannot be stored, or a port that is taken, changes nothing', async () => {
  const { api, disk, port } = await withSwitch();
  const [free] = await freePorts();
  const other = createServer();
  await once(other.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void other.close());
  const taken = (other.address() as AddressInfo).port;
  const before = api.state();

  const refused = await api.change({ port: taken });
  disk.isFull = true;
  await expect(api.change({ port: free })).rejects.toThrow('no space left');
  await expect(api.change({ on: false })).rejects.toThrow('no space left');

  expect(refused).toMatchObject({ taken });
  expect([api.state(), disk.kept]).toEqual([before, { api_on: true, port }]);
  expect([await isReached(port), await isReached(free)]).toEqual([200, 'closed']);
});

test('a data folder that cannot be stored as a setting is not moved to', async () => {
  const { archive } = await opened();
  const { disk, settings } = settingsWith({ data_folder: null });
  const before = archive.folder;
  disk.isFull = true;

  await expect(moveArchive(temporaryFolder(), { archive, settings, port: null })).rejects.toThrow('no space left');

  expect([archive.folder, disk.kept.data_folder]).toEqual([before, null]);
  expect(await archive.service()).toBe(archive.running);
  await archive.close();
});

test('a data folder that cannot be opened is not the one of the next start', async () => {
  const { archive } = await opened();
  const { disk, settings } = settingsWith({ data_folder: null });
  const before = archive.folder;
  const taken = temporaryFolder();
  onTestFinished(lockFolder(taken));

  await expect(moveArchive(taken, { archive, settings, port: null })).rejects.toThrow('Another Earshot');
  const kept = disk.kept.data_folder;
  const folder = temporaryFolder();
  await moveArchive(folder, { archive, settings, port: null });

  expect([kept, disk.kept.data_folder, archive.folder]).toEqual([null, folder, folder]);
  expect(before).not.toBe(folder);
  await archive.close();
});
