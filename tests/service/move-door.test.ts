import { once } from 'node:events';
import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Archive } from '../../electron/main/archive';
import { lockFolder } from '../../electron/service/store/lock';
import { tcpDoor } from '../../electron/service/tcp-door';
import { plainHost } from '../support/host';
import { memoryKeychain, temporaryFolder } from '../support/start-service';

async function opened() {
  const archive = new Archive(
    plainHost.threadsFolder,
    Object.assign(memoryKeychain(), { settles: async () => true }),
    () => {},
  );
  await archive.open(temporaryFolder(), 0);
  onTestFinished(() => archive.close());
  return archive;
}

const portOf = ({ apiUrl }: Archive): number => Number(new URL(apiUrl ?? '').port);
const isReached = (url: string) =>
  fetch(`${url}/healthz`).then(
    ({ status }) => status,
    () => 'closed',
  );

/** A port that another program uses, and one that was free a moment ago. */
async function ports() {
  const [taken, free] = [createServer(), createServer()];
  await Promise.all([taken, free].map((server) => once(server.listen(0, '127.0.0.1'), 'listening')));
  const [one, two] = [taken, free].map((server) => (server.address() as AddressInfo).port) as [number, number];
  await new Promise((resolve) => free.close(resolve));
  onTestFinished(() => void taken.close());
  return { taken: one, free: two };
}

test('a request that was accepted before the API moved is still answered on the old port', async () => {
  const archive = await opened();
  const before = archive.apiUrl ?? '';
  const { free } = await ports();
  const asked = request(`${before}/api/v2/sessions.json`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': '2', expect: '100-continue' },
  });
  asked.flushHeaders();
  await once(asked, 'continue');

  const moved = await archive.moveDoor(free);
  asked.end('{}');
  const [answer] = await once(asked, 'response');
  const ended = once(answer.resume(), 'end');

  expect([moved, portOf(archive), answer.statusCode]).toEqual([true, free, 400]);
  expect(await isReached(archive.apiUrl ?? '')).toBe(200);
  await ended;
  expect(await isReached(before)).toBe('closed');
});

test('a port that is taken is refused, and the API stays where it was', async () => {
  const archive = await opened();
  const before = archive.apiUrl ?? '';
  const { taken } = await ports();

  const moved = await archive.moveDoor(taken);

  expect([moved, archive.apiUrl, await isReached(before)]).toEqual([false, before, 200]);
  expect(await archive.freePort(taken)).toBeGreaterThan(taken);
  expect(archive.running.part(tcpDoor).port).toBe(portOf(archive));
});

test('the API is turned off and on again', async () => {
  const archive = await opened();
  const before = archive.apiUrl ?? '';
  const port = portOf(archive);

  await archive.moveDoor(null);
  const off = [archive.apiUrl, await isReached(before)];
  await archive.moveDoor(port);

  expect(off).toEqual([null, 'closed']);
  expect([archive.apiUrl, await isReached(before)]).toEqual([before, 200]);
});

test('an archive that could not be opened again leaves its earlier folder alone', async () => {
  const archive = await opened();
  const { folder } = archive;
  await archive.close();
  const unlock = lockFolder(folder);
  onTestFinished(unlock);
  writeFileSync(join(folder, 'api.json'), 'that of the new owner');
  const files = () => readdirSync(folder).map((name) => [name, statSync(join(folder, name)).mtimeMs]);
  const before = files();

  await expect(archive.open(folder, 0)).rejects.toThrow('Another Earshot');
  await archive.close();

  expect(files()).toEqual(before);
});
