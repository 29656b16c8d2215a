import { cpSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenRecording } from '@shared/contract/recordings';
import { expect, test } from 'vitest';
import type { Caller } from '../support/caller';
import type { NewPerson } from '../support/given';
import { Sender, tone } from '../support/live';
import { memoryKeychain, startService, temporaryFolder } from '../support/start-service';

const open = async (caller: Caller) => (await caller.get('/api/v2/recordings.json')).body.recordings as OpenRecording[];

test('the recordings that are not closed are listed, paused ones with their pauses, to those who reach their calls', async () => {
  const { admin, given } = await startService();
  const stranger = await given.user({ permissions: ['calls:view'], tenant_id: await given.tenant() });
  const [running, paused, closed] = [await Sender.open(admin), await Sender.open(admin), await Sender.open(admin)];
  await admin.post(`/api/v2/calls/${paused.call_id}.json/muting?action=mute`);
  await admin.delete(closed.url);

  const listed = new Map((await open(admin)).map((recording) => [recording.recording_id, recording]));

  expect([...listed.keys()].sort()).toEqual([running.recording_id, paused.recording_id].sort());
  expect(listed.get(running.recording_id)).toMatchObject({
    call_id: running.call_id,
    status: 'recording',
    paused_spans: [],
  });
  expect(listed.get(paused.recording_id)).toMatchObject({
    status: 'paused',
    paused_spans: [{ start_time: expect.any(String), stop_time: null }],
  });
  expect(await open(stranger)).toEqual([]);
});

test('a sender finds its own recordings in the lists, though their calls are out of its reach', async () => {
  const { given } = await startService();
  const narrow: NewPerson = { access_level: 'user', permissions: ['calls:view', 'calls:create'] };
  const [tool, other] = [await given.user(narrow), await given.user(narrow)];
  const [running, closed] = [await Sender.open(tool), await Sender.open(tool)];
  await closed.close();
  const lists = async (caller: Caller) => [
    await open(caller),
    (await caller.get('/api/v2/ended_recordings.json')).body.ended_recordings,
  ];

  const [own, theirs] = [await lists(tool), await lists(other)];

  expect(own).toMatchObject([[{ recording_id: running.recording_id }], [{ recording_id: closed.recording_id }]]);
  expect(theirs).toEqual([[], []]);
  expect((await tool.get(`/api/v2/calls/${running.call_id}.json`)).status).toBe(404);
});

test.each(['recordings', 'ended_recordings'])(
  'the list %s needs calls:view, and refuses a wrong page',
  async (name) => {
    const { admin, given } = await startService();
    const address = `/api/v2/${name}.json`;
    const nobody = await given.user({ permissions: ['calls:create'] });

    for (const query of ['limit=0', 'limit=1001', 'start=-1', 'after=x', 'colour=red']) {
      const { status, body } = await admin.get(`${address}?${query}`);
      expect([status, Object.keys(body.details)]).toEqual([400, [query.split('=')[0]]]);
    }
    expect((await nobody.get(address)).status).toBe(403);
  },
);

test('closed recordings are listed, last closed first, to those who reach their calls', async () => {
  let now = Date.UTC(2026, 10, 20, 12);
  const { admin, given } = await startService({ now: () => now });
  const stranger = await given.user({ permissions: ['calls:view'], tenant_id: await given.tenant() });
  const senders = [await Sender.open(admin), await Sender.open(admin), await Sender.open(admin)];
  for (const sender of [senders[1], senders[0]]) {
    now += 1000;
    await sender?.close();
  }

  const { body } = await admin.get('/api/v2/ended_recordings.json');
  const theirs = await stranger.get('/api/v2/ended_recordings.json');

  expect(body.ended_recordings).toEqual([
    { recording_id: senders[0]?.recording_id, call_id: senders[0]?.call_id, ended_at: '2026-11-20T12:00:02+00:00' },
    { recording_id: senders[1]?.recording_id, call_id: senders[1]?.call_id, ended_at: '2026-11-20T12:00:01+00:00' },
  ]);
  expect([theirs.status, theirs.body.ended_recordings]).toEqual([200, []]);
});

test.each([
  ['that was cut off', {}, 40_000, { at: expect.any(String), kept_ms: 2048 }],
  ['that is stored as MP3 and was cut off', { store: 'mp3' }, 40_000, { kept_ms: expect.any(Number) }],
  ['of which nothing was kept', {}, 0, { kept_ms: 0 }],
])(
  'a recording %s is interrupted after a start, until its sender continues',
  async (_, { store }: { store?: string }, bytes, left) => {
    const keychain = memoryKeychain();
    const before = await startService({ keychain });
    if (store) await before.admin.put('/api/v2/settings.json', { settings: { store_format: store } });
    const sender = await Sender.open(before.admin);
    const [paused, closed] = [await Sender.open(before.admin), await Sender.open(before.admin)];
    await sender.send(tone(400, bytes / 2));
    await paused.send(tone(400, 8000));
    await paused.mute();
    await closed.close();
    const whileRunning = await open(before.admin);
    const dataFolder = join(temporaryFolder(), 'data');
    cpSync(before.dataFolder, dataFolder, { recursive: true, filter: (path) => !path.endsWith('owner.lock') });

    const { admin } = await startService({ dataFolder, keychain });
    const after = await open(admin);
    const again = sender.by(admin, 0);
    await again.send(tone(400, 8000), (await again.state()).offset);
    const continued = await open(admin);

    const of = ({ recording_id }: Sender, all: OpenRecording[]) => all.find((one) => one.recording_id === recording_id);
    expect(whileRunning.map(({ interrupted }) => interrupted)).toEqual([null, null]);
    expect(of(sender, after)?.interrupted).toMatchObject(left);
    expect(of(paused, after)).toMatchObject({ status: 'paused', interrupted: { kept_ms: 1000 } });
    expect(of(sender, continued)?.interrupted).toBeNull();
    expect(of(paused, continued)?.interrupted).toMatchObject({ kept_ms: 1000 });
  },
);
