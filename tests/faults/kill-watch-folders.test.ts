import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Call } from '@shared/contract/calls';
import type { WatchFolder } from '@shared/contract/watch-folders';
import { expect, test } from 'vitest';
import { wavHeader } from '../../electron/service/audio/wav';
import { callerOf } from '../support/caller';
import { administratorBy, serving } from '../support/command-line';
import { diceOf } from '../support/dice';
import { sha256 } from '../support/folder-files';
import { openKeyring } from '../support/keyring';
import { seed } from '../support/seed';
import { administrator, basic, temporaryFolder } from '../support/start-service';

const dice = diceOf(seed);
const kills = Number(process.env.EARSHOT_WATCH_KILLS ?? 4);
const files = Number(process.env.EARSHOT_WATCH_FILES ?? 24);
const ways = ['move', 'delete', 'keep'] as const;
/** A file is imported when it has not changed for four seconds. The kill comes around that moment. */
const moment = () => 3_600 + dice(3_000);

function wav(): Buffer {
  const sound = randomBytes(2 * (2_000 + dice(8_000)));
  const header = wavHeader({ codec: 'pcm_s16le', sample_rate: 8000, channels: 1, bits_per_sample: 16 }, sound.length);
  return Buffer.concat([header, sound]);
}

type Written = { way: (typeof ways)[number]; path: string; done: string; sum: string };

test(`${kills} kills while ${files} files are imported, moved and deleted lose none, and import none twice`, async () => {
  const [dataFolder, root] = [temporaryFolder(), temporaryFolder()];
  const keyring = await openKeyring(temporaryFolder());
  const env = keyring.env(administratorBy(administrator.password));
  for (const way of ways) mkdirSync(join(root, way));
  const started = async (...options: string[]) => {
    const { announced, stop } = await serving(dataFolder, env, ['--port', '0', ...options]);
    const headers = { authorization: basic(administrator.login, administrator.password) };
    const send = (sent: Request) => fetch(sent.url.replace('http://127.0.0.1:8017', announced.url), sent);
    return { tool: callerOf(send, headers), stop };
  };
  let running = await started(...ways.flatMap((way) => ['--watch-folder', join(root, way)]));
  const { watch_folders } = (await running.tool.get('/api/v2/watch_folders.json')).body;
  for (const { watch_folder_id: id, name } of watch_folders as WatchFolder[])
    await running.tool.put(`/api/v2/watch_folders/${id}.json`, { watch_folder: { afterwards: name } });

  const written: Written[] = [];
  const write = (most: number) => {
    while (written.length < most) {
      const way = ways[written.length % ways.length] ?? 'keep';
      const [name, bytes] = [`${written.length}.wav`, wav()];
      const [path, done] = [join(root, way, name), join(root, way, 'imported', name)];
      writeFileSync(path, bytes);
      written.push({ way, path, done, sum: sha256(bytes) });
    }
  };
  const stored = async (): Promise<string[]> => {
    const { calls } = (await running.tool.get('/api/v2/calls.json?limit=1000')).body as { calls: Call[] };
    return calls.flatMap((call) => call.files.map(({ watermark }) => watermark ?? ''));
  };
  const isThere = (path: string, sum: string) => existsSync(path) && sha256(readFileSync(path)) === sum;
  const lost = async () => {
    const kept = new Set(await stored());
    return written.filter(
      ({ way, path, done, sum }) =>
        !isThere(path, sum) &&
        (way === 'move' ? !isThere(done, sum) || !kept.has(sum) : way === 'keep' || !kept.has(sum)),
    );
  };

  for (let kill = 1; kill <= kills; kill += 1) {
    write(Math.round((files * kill) / kills));
    await pause(moment());
    await running.stop('SIGKILL');
    running = await started();
    expect(await lost(), `kill ${kill}, seed ${seed}`).toEqual([]);
  }
  await expect.poll(async () => (await stored()).length, { timeout: 120_000 }).toBe(files);
  const remain = () => written.filter(({ way, path }) => way !== 'keep' && existsSync(path)).map(({ path }) => path);
  await expect.poll(remain, { timeout: 120_000 }).toEqual([]);

  expect((await stored()).sort()).toEqual(written.map(({ sum }) => sum).sort());
  expect(await lost()).toEqual([]);
  const { calls } = (await running.tool.get('/api/v2/calls.json?limit=1000')).body as { calls: Call[] };
  const opened: string[] = [];
  for (const { call_id } of calls) {
    const response = await running.tool.raw(`/api/v2/calls/${call_id}.json/file`);
    opened.push(sha256(Buffer.from(await response.arrayBuffer())));
  }
  expect(opened.sort()).toEqual(written.map(({ sum }) => sum).sort());
  await running.stop('SIGTERM');
}, 7_200_000);
