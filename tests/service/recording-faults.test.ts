import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import type { LogEntry } from '../../electron/service/log';
import { recorder } from '../../electron/service/resources/sources/recordings/recorder';
import { openConnection } from '../../electron/service/store/connection';
import { EventStream } from '../support/event-stream';
import { Sender, tone } from '../support/live';
import { memoryKeychain, startService, temporaryFolder } from '../support/start-service';
import { diesAfter, noRoomFor, noRoomUntil, threadsWith } from '../support/threads';

const second = 8000;
const [one, secret, two] = [tone(400, second), tone(1000, second), tone(400, second)];

/** A service that cannot store this change until `go` is called. */
async function withoutRoomFor(name: string) {
  let [now, elapsed] = [Date.UTC(2026, 10, 20, 12), 0];
  const go = join(temporaryFolder(), 'go');
  const threadsFolder = threadsWith('writer', noRoomUntil(name, go));
  const keychain = memoryKeychain();
  const started = await startService({ threadsFolder, keychain, now: () => now, elapsed: () => elapsed });
  const later = (ms: number) => {
    now += ms;
    elapsed += ms;
  };
  const setBack = (ms: number) => {
    now -= ms;
  };
  return { ...started, keychain, later, setBack, go: () => writeFileSync(go, '') };
}

test('a pause that cannot be stored drops at once, is reported as a pause, and is stored later as of its time', async () => {
  const { admin, later, go } = await withoutRoomFor('recordings.pause');
  const stream = new EventStream(await admin.raw('/api/v2/events'));
  onTestFinished(() => stream.leave());
  const sender = await Sender.open(admin);
  await sender.send(one);

  const refused = await sender.mute();
  await sender.send(secret);
  const [{ status }, { body }] = [await sender.state(), await admin.get('/api/v2/recordings.json')];
  const early = await sender.mute('unmute');
  await sender.send(secret);
  go();
  later(60_000);
  await stream.until(({ data }) => data.change === 'paused');
  const resumed = await sender.mute('unmute');
  await sender.send(two);
  await sender.close();

  expect([refused.status, early.status, resumed.status]).toEqual([503, 503, 200]);
  expect([status, body.recordings[0].status]).toEqual(['paused', 'paused']);
  expect((await sender.file()).subarray(44).equals(Buffer.concat([one, two]))).toBe(true);
  const call = await sender.call();
  expect(call.paused_spans).toEqual([
    { start_time: '2026-11-20T12:00:00+00:00', stop_time: '2026-11-20T12:01:00+00:00' },
  ]);
  expect(call.files).toHaveLength(2);
});

test('a pause that was never stored goes on after a restart, and its recording ends with what was said before', async () => {
  const { admin, service, dataFolder, keychain } = await withoutRoomFor('recordings.pause');
  const [ended, left] = [await Sender.open(admin), await Sender.open(admin)];
  for (const sender of [ended, left]) {
    await sender.send(one);
    await sender.mute();
    await sender.send(secret);
  }
  const closed = await ended.close();
  const audio = (await ended.file()).subarray(44);
  await service.close();

  const again = left.by((await startService({ dataFolder, keychain })).admin, 0);

  expect([closed.status, audio.equals(one)]).toEqual([200, true]);
  expect(await again.state()).toMatchObject({ status: 'paused', offset: 2 * one.length });
  expect((await again.file()).subarray(44).equals(one)).toBe(true);
});

test('an end that cannot be stored is stored later, with its reason', async () => {
  const { admin, later, go } = await withoutRoomFor('recordings.close');
  const stream = new EventStream(await admin.raw('/api/v2/events'));
  onTestFinished(() => stream.leave());
  const sender = await Sender.open(admin);
  await sender.send(one);

  const refused = await sender.close();
  const { status } = await sender.state();
  go();
  later(60_000);
  const events = await stream.until(({ data }) => data.change === 'closed');

  expect([refused.status, status, events.at(-1)?.data.ended_by]).toEqual([503, 'closed', 'request']);
  expect((await sender.call()).disconnect_time).toBe('2026-11-20T12:00:01+00:00');
  expect((await sender.file()).subarray(44).equals(one)).toBe(true);
});

test('an end that cannot be stored is not tried later because the clock is set back', async () => {
  const { admin, service, later, setBack, go } = await withoutRoomFor('recordings.close');
  const stream = new EventStream(await admin.raw('/api/v2/events'));
  onTestFinished(() => stream.leave());
  const sender = await Sender.open(admin);
  await sender.send(one);
  await sender.close();
  service.part(recorder).tick();
  // Behind the attempt of this tick.
  await sender.close();

  setBack(3_600_000);
  go();
  later(60_000);

  const [closed] = (await stream.until(({ data }) => data.change === 'closed')).slice(-1);
  expect(closed?.data.ended_by).toBe('request');
});

/** A recording whose pause is to end by itself at once, and what is logged meanwhile. */
async function pausedForSeconds(before?: string) {
  let now = Date.UTC(2026, 10, 20, 12);
  const logged: LogEntry[] = [];
  const threadsFolder = before && threadsWith('writer', before);
  const started = await startService({
    ...(threadsFolder && { threadsFolder }),
    now: () => now,
    log: (entry) => void logged.push(entry),
  });
  await started.admin.put('/api/v2/settings.json', { settings: { auto_resume_seconds: 30 } });
  const sender = await Sender.open(started.admin);
  await sender.send(one);
  await sender.mute();
  /** Lets time pass, with many ticks at its end. Returns how often something was logged so far. */
  const after = async (ms: number) => {
    now += ms;
    for (let n = 0; n < 20; n += 1) started.service.part(recorder).tick();
    // Behind everything that these have begun.
    await sender.mute();
    return logged.length;
  };
  return { ...started, sender, logged, after };
}

test('an automatic resume that fails is tried again after growing waits', async () => {
  const { after } = await pausedForSeconds(noRoomFor('recordings.resume', Number.POSITIVE_INFINITY));

  const counts = [];
  for (const ms of [30_000, 1_000, 1_000, 1_000, 3_000, 1_000]) counts.push(await after(ms));

  expect(counts).toEqual([1, 2, 2, 3, 3, 4]);
});

test('a call that can have no further file is not resumed, by a request or again and again by itself, but is paused', async () => {
  const { given, sender, logged, after } = await pausedForSeconds();
  given.database((db) => db.exec(`UPDATE call_files SET file_id = 'ZZ'`));

  const counts = [];
  for (const ms of [30_000, 60_000, 60_000]) counts.push(await after(ms));

  const resumed = await sender.mute('unmute');
  const paused = await sender.mute();

  expect([counts, logged[0]]).toEqual([[1, 1, 1], { recording_id: sender.recording_id, ...tooMany }]);
  expect([resumed.status, resumed.body.reason?.code, paused.status]).toEqual([409, 'too_many_files', 200]);
  expect((await sender.state()).status).toBe('paused');
});
const tooMany = { code: 'Conflict', reason: 'too_many_files' };

test('a file that could not be ended at a pause does not set its sender back', async () => {
  const keychain = memoryKeychain();
  const before = await startService({ keychain });
  const sender = await Sender.open(before.admin);
  await sender.send(tone(400, 50_000));
  const copy = join(temporaryFolder(), 'data');
  cpSync(before.dataFolder, copy, { recursive: true, filter: (path) => !path.endsWith('owner.lock') });
  // What such a pause has stored.
  const db = openConnection(join(copy, 'earshot.db'));
  db.exec(`UPDATE recordings SET status = 'paused', taken = 150000`);
  db.close();

  const { admin } = await startService({ dataFolder: copy, keychain });
  const after = sender.by(admin, 150_000);
  const state = await after.state();
  await after.mute('unmute');
  await after.send(two);
  await after.close();
  while ((await after.call()).files.length < 2) await pause(5);

  expect(state).toMatchObject({ status: 'paused', offset: 150_000 });
  const salvaged = tone(400, 50_000).subarray(0, 6 * 16 * 1024);
  expect((await after.file()).subarray(44).equals(Buffer.concat([salvaged, two]))).toBe(true);
});

test.for(['recordings.pause', 'recordings.close'])(
  'after %s was stored, but not answered, the recording is paused and closed as usual',
  async (change) => {
    const threadsFolder = threadsWith('writer', diesAfter(change, join(temporaryFolder(), 'died')));
    const { admin } = await startService({ threadsFolder });
    const sender = await Sender.open(admin);
    await sender.send(one);

    const statuses = [await sender.mute(), await sender.mute(), await sender.mute('unmute')].map(
      ({ status }) => status,
    );
    await sender.send(two);
    const closed = [await sender.close(), await sender.close()].map(({ status }) => status);

    expect([...statuses, ...closed]).toEqual(
      change === 'recordings.pause' ? [500, 200, 200, 200, 200] : [200, 200, 200, 500, 200],
    );
    expect((await sender.file()).subarray(44).equals(Buffer.concat([one, two]))).toBe(true);
    const call = await sender.call();
    expect([call.record_state, call.paused_spans?.length, call.files.length]).toEqual([3, 1, 2]);
  },
);
