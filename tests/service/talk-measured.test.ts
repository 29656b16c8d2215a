import { basename } from 'node:path';
import type { Call } from '@shared/contract/calls';
import { expect, test, vi } from 'vitest';
import type { Caller } from '../support/caller';
import { columns, figures } from '../support/reports';
import { folderWith } from '../support/sounds';
import { memoryKeychain, startService, type TestService } from '../support/start-service';
import { talking } from '../support/tones';

// biome-ignore lint/suspicious/noExplicitAny: bodies of every shape
type Json = any;

const exchange = talking([[[0, 4]], [[5, 9]]], 10);
const answer = talking([[], [[2, 3]]], 4);

async function sendFile(caller: Caller, call_id: string, bytes: Buffer): Promise<number> {
  const headers = { 'content-type': 'audio/wav' };
  const sent = { method: 'PUT', body: new Uint8Array(bytes), headers };
  return (await caller.raw(`/api/v2/calls/${call_id}.json/file`, sent)).status;
}

const callOf = async (caller: Caller, call_id: string): Promise<Call> =>
  (await caller.get(`/api/v2/calls/${call_id}.json`)).body.call;
const metricsOf = async (caller: Caller): Promise<Json> =>
  (await caller.get('/api/v2/talk_metrics.json')).body.talk_metrics;
/** Waits until no call is measured any more. */
const settled = (caller: Caller) =>
  vi.waitFor(async () => expect((await metricsOf(caller)).status).not.toBe('running'), { timeout: 10_000 });

/** A call with a recording of an exchange. */
async function exchanged({ admin, given }: Pick<TestService, 'admin' | 'given'>): Promise<string> {
  const [call_id = ''] = await given.calls({});
  expect(await sendFile(admin, call_id, exchange)).toBe(201);
  return call_id;
}

test('talk is measured while a recording is stored', async () => {
  const started = await startService();
  const { admin, given } = started;
  const [silent = ''] = await given.calls({});

  const call_id = await exchanged(started);

  expect((await callOf(admin, call_id)).talk).toEqual({
    version: 1,
    channels: 2,
    total_ms: 10_000,
    talk_ms_agent: 4_000,
    talk_ms_customer: 4_000,
    silence_ms: 2_000,
    overlap_ms: 0,
    talk_share_agent: 40,
    talk_share_customer: 40,
    silence_share: 20,
    overlap_share: 0,
    longest_silence_ms: 1_000,
    longest_monologue_ms: 4_000,
    longest_monologue_side: 'agent',
    interruptions: 0,
    interruptions_agent: 0,
    interruptions_customer: 0,
  });
  expect((await callOf(admin, silent)).talk).toBeNull();
  expect(await metricsOf(admin)).toEqual({ version: 1, status: 'done', total: 1, done: 1, waiting: 0, failed: 0 });
});

test('an imported call has its talk: of one channel its silence, of two legs that of both', async () => {
  const { admin, given } = await startService();
  const folder = folderWith({
    'call-1-in.wav': talking([[[0, 2]]], 4),
    'call-1-out.wav': talking([[[3, 4]]], 4),
    'other.wav': talking([[[0, 2]]], 5),
  });

  await given.imported([folder]);

  const { calls } = (await admin.get('/api/v2/calls.json')).body;
  const talks = calls.map(({ talk }: Call) => [
    talk?.channels,
    talk?.silence_ms,
    talk?.longest_silence_ms,
    talk?.overlap_ms,
  ]);
  expect(talks.sort()).toEqual([
    [1, 3_000, 0, null],
    [2, 1_000, 1_000, 0],
  ]);
});

test('a further file is measured with the others, soon after it came', async () => {
  const started = await startService();
  const { admin } = started;
  const call_id = await exchanged(started);

  await sendFile(admin, call_id, answer);

  await vi.waitFor(async () => expect((await callOf(admin, call_id)).talk).not.toBeNull(), { timeout: 10_000 });
  expect((await callOf(admin, call_id)).talk).toMatchObject({
    total_ms: 14_000,
    talk_ms_agent: 4_000,
    talk_ms_customer: 5_000,
    longest_silence_ms: 2_000,
  });
});

test('calls of an older archive are measured at the next start; a damaged one is left out', async () => {
  const keychain = memoryKeychain();
  const first = await startService({ keychain });
  const ids = [await exchanged(first), await exchanged(first), await first.given.recorded('short-stereo-16k.wav')];
  first.given.database((db) => {
    db.exec('INSERT INTO talk_pending (call_pk) SELECT call_pk FROM call_talk');
    db.exec('DELETE FROM call_talk');
  });
  const [damaged = ''] = ids;
  const stored = first.given.database((db) =>
    db
      .prepare<object, { peaks_path: string }>(
        'SELECT f.peaks_path FROM call_files f JOIN calls c USING (call_pk) WHERE c.call_id = @call_id',
      )
      .get({ call_id: damaged }),
  );
  first.given.database((db) =>
    db.prepare<object>('UPDATE call_files SET peaks_path = @other WHERE peaks_path = @peaks_path').run({
      ...stored,
      other: `gone/${basename(stored?.peaks_path ?? '')}`,
    }),
  );
  await first.service.close();

  const { admin } = await startService({ keychain, dataFolder: first.dataFolder });
  await settled(admin);

  const talks = await Promise.all(ids.map(async (id) => (await callOf(admin, id)).talk));
  expect(talks.map((talk) => talk?.total_ms ?? null)).toEqual([null, 10_000, talks[2]?.total_ms]);
  expect(await metricsOf(admin)).toMatchObject({ status: 'done', total: 3, done: 2, waiting: 0, failed: 1 });
});

test('without a key that opens it, a call waits until somebody opens its waveform', async () => {
  const started = await startService();
  const { admin } = started;
  const key = { name: 'Mine', add_type: 'generate', key_length: 2048, protection_mode: 'user' };
  await admin.post('/api/v2/encrypt_keys.json', { encrypt_key: key });
  const [application] = (await admin.get('/api/v2/encrypt_keys.json')).body.encrypt_keys;
  await admin.put(`/api/v2/encrypt_keys/${application.key_id}.json`, { encrypt_key: { is_active: false } });
  const call_id = await exchanged(started);
  expect((await callOf(admin, call_id)).talk?.total_ms).toBe(10_000);

  await sendFile(admin, call_id, answer);
  await vi.waitFor(async () => expect((await metricsOf(admin)).waiting).toBe(1), { timeout: 10_000 });
  expect((await callOf(admin, call_id)).talk).toBeNull();
  await admin.get(`/api/v2/calls/${call_id}.json/peaks.json?file_id=01`);
  expect((await callOf(admin, call_id)).talk).toBeNull();
  await admin.get(`/api/v2/calls/${call_id}.json/peaks.json`);

  expect((await callOf(admin, call_id)).talk?.total_ms).toBe(14_000);
  expect(await metricsOf(admin)).toMatchObject({ status: 'done', done: 1, waiting: 0 });
});

test('talk is searched with units of its figures, and reported', async () => {
  const started = await startService();
  const { admin, given } = started;
  const ids = { a: await exchanged(started), b: '', c: '' };
  const [b = '', c = ''] = await given.calls({}, {});
  Object.assign(ids, { b, c });
  await sendFile(admin, b, talking([[[0, 2.5]], [[4, 5]]], 6));
  await sendFile(admin, c, talking([[[0, 2]]], 4));
  const found = async (query: string) => {
    const { status, body } = await admin.get(`/api/v2/calls.json?advanced_search=1&${query}`);
    if (status !== 200) return [status, Object.keys(body.details ?? {})];
    return Object.entries(ids)
      .filter(([, id]) => body.calls.some(({ call_id }: Call) => call_id === id))
      .map(([name]) => name)
      .join('');
  };

  expect(await found('talk_share_agent__greater_than=40')).toBe('b');
  expect(await found('talk_share_agent__equal_to=41.7')).toBe('b');
  expect(await found('talk_share_agent__is_empty=1')).toBe('c');
  expect(await found('silence_share__lower_or_equal=50')).toBe('abc');
  expect(await found('longest_silence__equal_to=1')).toBe('ab');
  expect(await found('longest_silence__duration_greater_than=0:01')).toBe('');
  expect(await found('longest_monologue__lower_than=4')).toBe('b');
  expect(await found('interruptions__equal_to=0')).toBe('ab');
  expect(await found('talk_share_agent__equal_to=41.75')).toEqual([400, ['talk_share_agent__equal_to']]);

  const names = ['talk_share_agent_average', 'longest_silence_average', 'silence_share_average', 'interruptions_total'];
  const data = await figures(admin, {
    ...columns('direction', ...names),
    summary_settings: names.map((name) => ({ name })),
  });
  expect(data.summary).toEqual({
    talk_share_agent_average: 40.85,
    longest_silence_average: 0.83,
    silence_share_average: 37.23,
    interruptions_total: 0,
  });
});
