import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { audioOpener } from '../../electron/service/resources/calls/calls';
import { type Caller, callerOf } from '../support/caller';
import { serving } from '../support/command-line';
import { diceOf } from '../support/dice';
import { Sender, tone } from '../support/live';
import { seed } from '../support/seed';
import {
  administrator,
  basic,
  memoryKeychain,
  noKeychain,
  startService,
  type TestService,
  temporaryFolder,
} from '../support/start-service';
import { strays } from '../support/strays';
import { firstHeldAt, threadsWith } from '../support/threads';

const dice = diceOf(seed);
const kills = Number(process.env.EARSHOT_KILLS ?? 5);
const chunkBytes = 16 * 1024;
const sound = tone(400, 60 * 8000);
const secret = tone(1000, 60 * 8000);
const authorization = basic(administrator.login, administrator.password);

type Killed = { live: Sender; paused: Sender; kept: number; dropped: number };

test(`${kills} kills while one recording goes on and another is paused lose at most a chunk, and use no data key twice`, async () => {
  // With a key in user mode, only someone who plays a recording can salvage it.
  const { service, dataFolder } = await startService({ keychain: noKeychain, scryptLn: 15 });
  await service.close();
  const faults: string[] = [];
  const seen = { acknowledged: [] as number[], lost: [] as number[] };
  for (let n = 0; n < kills; n += 1) {
    const killed = await recordUntilKilled(dataFolder, n);
    const running = await startService({ dataFolder, keychain: noKeychain });
    const fault = (what: string) => faults.push(`${n}: ${what}`);
    const [live, paused] = [killed.live, killed.paused].map((one) => one.by(running.admin, 0)) as [Sender, Sender];
    const [onDisk, silent] = [await live.state(), await paused.state()];
    seen.acknowledged.push(killed.live.offset);
    seen.lost.push(Math.max(0, killed.live.offset - onDisk.offset));
    if (onDisk.status !== 'recording') fault(`the recording is ${onDisk.status}`);
    if (killed.live.offset - onDisk.offset > chunkBytes) fault(`${killed.live.offset} became ${onDisk.offset}`);
    if (silent.status !== 'paused') fault(`the pause is ${silent.status}`);
    if (silent.offset < killed.dropped) fault(`of ${killed.dropped} dropped bytes, ${silent.offset} are known`);
    const keys = await dataKeys(
      running,
      cutFiles(dataFolder).map(({ temporary_path }) => temporary_path),
    );

    // Both go on from where they are. More may be on disk than was acknowledged.
    const end = Math.max(onDisk.offset, killed.live.offset) + 5000;
    await live.send(sound.subarray(onDisk.offset, end), onDisk.offset);
    await paused.send(secret.subarray(0, 3000), silent.offset);
    await paused.mute('unmute');
    await paused.send(sound.subarray(0, 5000));
    await Promise.all([live.close(), paused.close()]);

    const audio = [await live.file(), await paused.file()].map((wav) => wav.subarray(44));
    if (!audio[0]?.equals(sound.subarray(0, end - (end % 2)))) fault('the recording is not what was sent');
    const wanted = Buffer.concat([sound.subarray(0, killed.kept), sound.subarray(0, 5000)]);
    if (!audio[1]?.equals(wanted)) fault('the paused recording is not what was sent');
    const files = [...(await live.call()).files, ...(await paused.call()).files];
    keys.push(
      ...(await dataKeys(
        running,
        files.map(({ file_path }) => file_path),
      )),
    );
    if (new Set(keys).size !== keys.length) fault('a data key was used twice');
    await running.service.close();
    for (const stray of strays(dataFolder)) fault(`left behind: ${stray}`);
  }

  expect(faults).toEqual([]);
  console.log(`acknowledged ${seen.acknowledged.join(' ')}; of these to be sent again ${seen.lost.join(' ')}`);
}, 600_000);

const otherKills = Math.ceil(kills / 5);
test(`${otherKills} kills while samples become MP3, and while an unwanted recording is closed, keep the one and nothing of the other`, async () => {
  const { service, dataFolder, admin } = await startService({ keychain: noKeychain, scryptLn: 15 });
  await admin.put('/api/v2/settings.json', { settings: { store_format: 'mp3' } });
  await service.close();
  const faults: string[] = [];
  for (let n = 0; n < otherKills; n += 1) {
    const killed = await encodeUntilKilled(dataFolder, n);
    const running = await startService({ dataFolder, keychain: noKeychain });
    const fault = (what: string) => faults.push(`${n}: ${what}`);
    const [kept, unwanted] = [killed.kept, killed.unwanted].map((one) => one.by(running.admin, 0)) as [Sender, Sender];
    const { status, offset } = await kept.state();
    if (status !== 'recording') fault(`the recording is ${status}`);
    // A chunk of 24 kbit/s lasts 5.5 s, and the encoder holds back less than another one.
    if (killed.kept.offset - offset > 2 * 6 * 16_000) fault(`${killed.kept.offset} became ${offset}`);
    const end = Math.max(offset, killed.kept.offset) + 32_000;
    await kept.send(sound.subarray(offset, end), offset);
    await Promise.all([kept.close(), unwanted.close()]);

    const wav = await kept.file().catch((cause: Error) => cause);
    if (wav instanceof Error) fault(wav.message);
    const durations = (await kept.call()).files.map(({ duration_ms }) => duration_ms);
    const missing = end / 16 - durations.reduce((sum, ms) => sum + ms, 0);
    // Each file begins with about a tenth of a second of silence.
    if (Math.abs(missing) > 200 * durations.length) fault(`${missing} ms are missing in ${durations.length} files`);
    const call = await unwanted.call();
    if (call.record_state !== 0 || call.files.length > 0) fault(`the unwanted call has ${call.files.length} files`);
    await running.service.close();
    for (const stray of strays(dataFolder)) fault(`left behind: ${stray}`);
  }

  expect(faults).toEqual([]);
}, 600_000);

/** Sends at full speed to a recording that is kept, and closes one that is not at about the time of the kill. */
async function encodeUntilKilled(dataFolder: string, n: number): Promise<{ kept: Sender; unwanted: Sender }> {
  const { announced, stop } = await serving(dataFolder);
  const caller = callerOf(
    async (request) => fetch(request.url.replace('http://127.0.0.1:8017', announced.url), await initOf(request)),
    { authorization },
  );
  const kept = await Sender.open(caller);
  const unwanted = await Sender.open(caller, { call: { on_demand_state: 0 } });
  await unwanted.send(sound.subarray(0, 200_000));
  let killed = false;
  const sending = (async () => {
    for (let piece = 3001; !killed; piece += 1357) {
      await kept.send(sound.subarray(kept.offset, kept.offset + (piece % 50_000)));
    }
  })().catch(() => undefined);
  while (kept.offset < 250_000) await pause(1);
  const closing = unwanted.close().catch(() => undefined);
  await pause(n === 0 ? 0 : dice(20));
  killed = true;
  await stop('SIGKILL');
  await Promise.all([sending, closing]);
  return { kept, unwanted };
}

/** Records until a moment that no test chooses. One of the two recordings is paused. */
async function recordUntilKilled(dataFolder: string, n: number): Promise<Killed> {
  const { announced, stop } = await serving(dataFolder);
  const caller = callerOf(
    async (request) => fetch(request.url.replace('http://127.0.0.1:8017', announced.url), await initOf(request)),
    { authorization },
  );
  const [live, paused] = [await Sender.open(caller), await Sender.open(caller)];
  const kept = 2 * (1000 + 7919 * (n % 5));
  await paused.send(sound.subarray(0, kept));
  await paused.mute();
  let killed = false;
  const sending = (async () => {
    for (let piece = 3001; !killed; piece += 1357) {
      await live.send(sound.subarray(live.offset, live.offset + (piece % 50_000)));
      await paused.send(secret.subarray(paused.offset, paused.offset + 2998));
    }
  })().catch(() => undefined);
  while (live.offset < 40_000) await pause(1);
  await pause(dice(30));
  killed = true;
  await stop('SIGKILL');
  await sending;
  return { live, paused, kept, dropped: paused.offset };
}

const initOf = async (request: Request): Promise<RequestInit> => ({
  method: request.method,
  headers: request.headers,
  ...(request.body && { body: new Uint8Array(await request.arrayBuffer()) }),
});

type CutFile = { temporary_path: string; file_path: string };

function cutFiles(dataFolder: string): CutFile[] {
  const db = new Database(join(dataFolder, 'earshot.db'), { readonly: true });
  const files = db.prepare<[], CutFile>('SELECT temporary_path, file_path FROM recording_files').all();
  db.close();
  return files;
}

async function dataKeys({ service }: Pick<TestService, 'service'>, paths: string[]): Promise<string[]> {
  const actor = await service.authenticator.actorOf(
    new Request('http://127.0.0.1/', { headers: { authorization } }),
    'tcp',
  );
  const keys = [];
  for (const path of paths) keys.push((await service.part(audioOpener).dataKey(path, actor)).data_key.toString('hex'));
  return keys;
}

/** What a power cut leaves of an archive, at the latest while the waveform of a recording is stored next to its sound. */
function cutOff(dataFolder: string): string {
  const copy = join(temporaryFolder(), 'data');
  cpSync(dataFolder, copy, { recursive: true, filter: (path) => !path.endsWith('owner.lock') });
  for (const path of cutFiles(copy).flatMap((file) => [file.temporary_path, file.file_path])) {
    mkdirSync(dirname(join(copy, 'audio', path)), { recursive: true });
    writeFileSync(join(copy, 'audio', path.replace(/\.cra$/, '.peaks')), 'a waveform');
  }
  return copy;
}

test('with a key of the application, a recording that was cut off is salvaged at the start', async () => {
  const keychain = memoryKeychain();
  const before = await startService({ keychain });
  const sender = await Sender.open(before.admin);
  await sender.send(sound.subarray(0, 100_000));
  const copy = cutOff(before.dataFolder);

  const { admin, service } = await startService({ dataFolder: copy, keychain });
  const after = sender.by(admin, 0);
  const { offset } = await after.state();
  await admin.delete(after.url);
  while ((await after.call()).files.length === 0) await pause(5);

  expect(offset).toBe(6 * chunkBytes);
  expect((await after.file()).subarray(44).equals(sound.subarray(0, offset))).toBe(true);
  expect(await after.call()).toMatchObject({
    record_state: 3,
    duration: 6,
    files: [{ file_id: '01', damaged: false }],
  });
  expect((await admin.get(`/api/v2/calls/${sender.call_id}.json/peaks.json`)).body.peaks.duration_ms).toBe(6144);
  await service.close();
  expect(strays(copy)).toEqual([]);
});

test('a recording that was cut off can be played while another one is salvaged', async () => {
  const keychain = memoryKeychain();
  const before = await startService({ keychain });
  const [long, short] = [await Sender.open(before.admin), await Sender.open(before.admin)];
  for (const sender of [long, short]) await sender.send(sound.subarray(0, 100_000));
  const copy = cutOff(before.dataFolder);
  const [held, go] = [join(temporaryFolder(), 'held'), join(temporaryFolder(), 'go')];
  const threadsFolder = threadsWith('job', firstHeldAt('recordings.salvage', held, go));

  const jobLimits = { silenceMs: 600_000, stuckMs: 600_000 };
  const { admin, service } = await startService({ dataFolder: copy, keychain, threadsFolder, jobLimits });
  await expect.poll(() => existsSync(held)).toBe(true);
  for (const sender of [long, short]) await admin.delete(sender.url);
  const played = await short.by(admin, 0).file();
  const waiting = long.by(admin, 0).file();
  const early = (await long.by(admin, 0).call()).files;
  writeFileSync(go, '');

  expect(early).toEqual([]);
  for (const file of [played, await waiting]) {
    expect(file.subarray(44).equals(sound.subarray(0, 6 * chunkBytes))).toBe(true);
  }
  await service.close();
  expect(strays(copy)).toEqual([]);
});

test('nothing is left of a recording that was cut off once it is not wanted, or its call is destroyed', async () => {
  // Without the key, neither is salvaged.
  const before = await startService({ keychain: memoryKeychain() });
  const unwanted = await Sender.open(before.admin, { call: { on_demand_state: 0 } });
  const removed = await Sender.open(before.admin);
  for (const sender of [unwanted, removed]) await sender.send(sound.subarray(0, 100_000));
  const copy = cutOff(before.dataFolder);
  const days = 24 * 60 * 60_000;
  const clock = { ms: Date.now() };

  const first = await startService({ dataFolder: copy, keychain: noKeychain, now: () => clock.ms });
  for (const sender of [unwanted, removed]) await first.admin.delete(sender.url);
  expect((await first.admin.delete(`/api/v2/calls/${removed.call_id}.json`)).status).toBe(200);
  await first.service.close();
  clock.ms += 31 * days;
  // As if Earshot had looked at its removed calls each day.
  first.given.database((db) =>
    db
      .prepare<object>('UPDATE removal_clock SET seen_at = @seen_at, aged_ms = @aged_ms')
      .run({ seen_at: clock.ms - days, aged_ms: 30 * days }),
  );
  const later = await startService({ dataFolder: copy, keychain: noKeychain, now: () => clock.ms });
  await expect.poll(() => later.given.audited('call').at(-1)?.action).toBe('destroy');
  await later.service.close();

  expect(strays(copy)).toEqual([]);
});

test('without a keychain at the start, a recording goes on, and is salvaged when its key is there again', async () => {
  const keychain = memoryKeychain();
  const before = await startService({ keychain });
  const sender = await Sender.open(before.admin);
  await sender.send(sound.subarray(0, 50_000));
  const copy = join(temporaryFolder(), 'data');
  cpSync(before.dataFolder, copy, { recursive: true, filter: (path) => !path.endsWith('owner.lock') });

  const locked = await startService({ dataFolder: copy, keychain: noKeychain });
  const during: Caller = locked.admin;
  const { offset } = await sender.by(during, 0).state();
  await sender.by(during, offset).send(sound.subarray(offset, 60_000));
  await during.delete(sender.url);
  const early = (await sender.by(during, 0).call()).files.map(({ file_id }) => file_id);
  await locked.service.close();
  const { admin } = await startService({ dataFolder: copy, keychain });
  const after = sender.by(admin, 0);
  while ((await after.call()).files.length < 2) await pause(5);

  expect(early).toEqual(['02']);
  expect((await after.call()).files.map(({ file_id }) => file_id)).toEqual(['01', '02']);
  expect((await after.file()).subarray(44).equals(sound.subarray(0, 60_000))).toBe(true);
});

test('a recording that is stored as MP3 is salvaged too, and continues where its whole frames end', async () => {
  const keychain = memoryKeychain();
  const before = await startService({ keychain });
  await before.admin.put('/api/v2/settings.json', { settings: { store_format: 'mp3' } });
  const sender = await Sender.open(before.admin);
  await sender.send(sound.subarray(0, 300_000));
  const copy = join(temporaryFolder(), 'data');
  cpSync(before.dataFolder, copy, { recursive: true, filter: (path) => !path.endsWith('owner.lock') });

  const { admin } = await startService({ dataFolder: copy, keychain });
  const after = sender.by(admin, 0);
  const { offset } = await after.state();
  await after.send(sound.subarray(offset, 300_000), offset);
  await admin.delete(after.url);
  while ((await after.call()).files.length < 2) await pause(5);

  // A chunk of 24 kbit/s lasts 5.5 s.
  expect(300_000 - offset).toBeLessThan(2 * 6 * 16_000);
  const durations = (await after.call()).files.map(({ duration_ms }) => duration_ms);
  const sum = durations.reduce((all, ms) => all + ms, 0);
  expect(Math.abs(sum - 300_000 / 16)).toBeLessThan(400);
});
