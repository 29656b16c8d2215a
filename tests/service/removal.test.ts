import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RemovedCall } from '@shared/contract/call-removal';
import { expect, test } from 'vitest';
import { party, recording } from '../support/given';
import { startService } from '../support/start-service';

const day = 86_400_000;
const addressOf = (call_id: string) => `/api/v2/calls/${call_id}.json`;
const restoreOf = (call_id: string) => `/api/v2/removed_calls/${call_id}/restore.json`;
const holdOf = (call_id: string) => `/api/v2/calls/${call_id}.json/legal_hold.json`;

/** A service with a recorded call, and the paths of its stored files. */
async function withRecording() {
  const started = await startService();
  const call_id = await started.given.recorded('short-stereo-16k.wav');
  const paths = started.given
    .database((db) => db.prepare<[], Record<string, string>>('SELECT file_path, peaks_path FROM call_files').all())
    .flatMap((row) => Object.values(row))
    .map((path) => join(started.service.archive, path));
  const begin = started.service.now();
  /** Closes the service and starts it again so many days later. */
  const startedAfter = async (days: number) => {
    await started.service.close();
    const { dataFolder, service } = started;
    return startService({ dataFolder, now: () => service.now() + days * day });
  };
  /** The same, with a look at the removed calls each day in between. */
  const daysLater = async (days: number) => {
    await started.service.close();
    started.given.database((db) =>
      db
        .prepare<object>('UPDATE removal_clock SET seen_at = @seen_at, aged_ms = @aged_ms')
        .run({ seen_at: begin + (days - 1) * day, aged_ms: (days - 1) * day }),
    );
    return startedAfter(days);
  };
  return { ...started, call_id, paths, startedAfter, daysLater };
}

test('a removed call is nowhere to be found, is listed as removed, and is restored with everything', async () => {
  const { admin, given, call_id } = await withRecording();
  const before = await admin.get(addressOf(call_id));

  const removed = await admin.delete(addressOf(call_id));

  const [file, one, list, count] = await Promise.all([
    admin.get(`${addressOf(call_id)}/file`),
    admin.get(addressOf(call_id)),
    admin.get('/api/v2/calls.json?search_term=short'),
    admin.get('/api/v2/calls/count.json'),
  ]);
  expect([removed.status, file.status, one.status]).toEqual([200, 404, 404]);
  expect([list.body.calls, count.body.count]).toEqual([[], 0]);
  const listed = (await admin.get('/api/v2/removed_calls.json')).body;
  const [gone] = listed.removed_calls as RemovedCall[];
  expect([listed.total, gone?.call_id, gone?.files.length]).toEqual([1, call_id, 1]);
  expect(Date.parse(gone?.destroyed_at ?? '') - Date.parse(gone?.removed_at ?? '')).toBe(30 * day);

  const restored = await admin.post(restoreOf(call_id));

  expect([restored.status, restored.body]).toEqual([200, { url: addressOf(call_id) }]);
  expect((await admin.get(addressOf(call_id))).body).toEqual(before.body);
  expect((await admin.get('/api/v2/removed_calls.json')).body.removed_calls).toEqual([]);
  expect((await admin.post(restoreOf(call_id))).status).toBe(404);
  expect(given.audited('call').map(({ action }) => action)).toEqual(['delete', 'restore']);
});

test('a call under legal hold is not removed until the hold is lifted', async () => {
  const { admin, given } = await startService();
  const [call_id = ''] = await given.calls({});
  const set = (legal_hold: unknown) => admin.put(holdOf(call_id), { call: { legal_hold } });

  const held = await set(true);
  const refused = await admin.delete(addressOf(call_id));
  const lifted = await set(false);

  expect([held.status, held.body.call.legal_hold, lifted.body.call.legal_hold]).toEqual([200, true, false]);
  expect([refused.status, refused.body.error]).toEqual([409, 'Conflict']);
  expect((await admin.delete(addressOf(call_id))).status).toBe(200);
  expect((await set(true)).status).toBe(404);
  expect(given.audited('call').map(({ action, details }) => [action, details.changes?.legal_hold])).toEqual([
    ['update', [false, true]],
    ['update', [true, false]],
    ['delete', undefined],
  ]);
  const wrong = [await set('yes'), await admin.put(holdOf(call_id), { call: { legal_hold: true, x: 1 } })];
  expect(wrong.map(({ body }) => Object.keys(body.details))).toEqual([['legal_hold'], ['x']]);
});

test('a call that is being recorded is not removed', async () => {
  const { admin, given } = await startService();
  const ids = await given.calls({ record_state: 1 }, { record_state: 2 }, { record_state: 3 });

  const statuses = await Promise.all(ids.map(async (id) => (await admin.delete(addressOf(id))).status));

  expect(statuses).toEqual([409, 409, 200]);
});

test('a removal respects If-Match', async () => {
  const { admin, given } = await startService();
  const [call_id = ''] = await given.calls({});
  const etag = (await admin.get(addressOf(call_id))).headers.get('etag') ?? '';
  await admin.put(holdOf(call_id), { call: { legal_hold: false } });

  const stale = await admin.raw(addressOf(call_id), { method: 'DELETE', headers: { 'if-match': etag } });

  expect([stale.status, (await admin.get(addressOf(call_id))).status]).toEqual([412, 200]);
});

test('a caller removes and restores only calls in reach', async () => {
  const { given } = await startService();
  const person = await given.user({ permissions: ['calls:view', 'calls:delete'], access_level: 'user' });
  const [own = '', other = ''] = await given.calls({ participants: [party(person.user_id)] }, {});
  const removals = [await person.delete(addressOf(own)), await person.delete(addressOf(other))];
  given.database((db) => void db.prepare('UPDATE calls SET removed_at = 1 WHERE call_id = ?').run(other));

  const listed = (await person.get('/api/v2/removed_calls.json')).body.removed_calls as RemovedCall[];
  const restores = [await person.post(restoreOf(other)), await person.post(restoreOf(own))];

  expect(removals.map(({ status }) => status)).toEqual([200, 404]);
  expect(listed.map(({ call_id }) => call_id)).toEqual([own]);
  expect(restores.map(({ status }) => status)).toEqual([404, 200]);
  expect(restores[0]?.body.reason.code).toBe('call_not_restorable');
});

test('removed calls are listed from the last removed one, page by page', async () => {
  let now = Date.UTC(2026, 10, 20);
  const { admin, given } = await startService({ now: () => now });
  const ids = await given.calls({}, {}, {});
  for (const id of ids) {
    // Two calls that are removed in the same millisecond have no order.
    now += 1;
    await admin.delete(addressOf(id));
  }

  const first = (await admin.get('/api/v2/removed_calls.json?limit=2')).body;
  const second = (await admin.get(first.next_url)).body;

  const listed = [...first.removed_calls, ...second.removed_calls] as RemovedCall[];
  expect(listed.map(({ call_id }) => call_id)).toEqual(ids.toReversed());
});

test('a call is destroyed with its files 30 days after its removal, and not earlier', async () => {
  const { admin, given, call_id, paths, daysLater } = await withRecording();
  await admin.delete(addressOf(call_id));

  const early = await daysLater(29);
  const kept = (await early.admin.get('/api/v2/removed_calls.json')).body.removed_calls.length;
  await early.service.close();
  const late = await daysLater(31);
  await expect.poll(() => given.audited('call').at(-1)?.action).toBe('destroy');

  expect([kept, paths.map((path) => existsSync(path))]).toEqual([1, [false, false]]);
  expect((await late.admin.get('/api/v2/removed_calls.json')).body.removed_calls).toEqual([]);
  expect((await late.admin.post(restoreOf(call_id))).status).toBe(404);
  const left = given.database((db) => db.prepare('SELECT 1 FROM calls UNION ALL SELECT 1 FROM call_texts').all());
  expect(left).toEqual([]);
  expect((await late.admin.get('/api/v2/quarantine.json')).body.quarantine).toEqual([]);
});

test('a clock that is far ahead destroys nothing, at one start or at several', async () => {
  const { admin, call_id, paths, startedAfter, dataFolder, service } = await withRecording();
  await admin.delete(addressOf(call_id));

  const ahead = await startedAfter(40);
  await ahead.service.close();
  const still = await startService({ dataFolder, now: () => service.now() + 40 * day + 60_000 });
  await still.service.close();
  const right = await startService({ dataFolder });

  expect((await right.admin.post(restoreOf(call_id))).status).toBe(200);
  expect(paths.map((path) => existsSync(path))).toEqual([true, true]);
});

test('a call removed while the clock was ahead waits for its days too', async () => {
  const { given, call_id, startedAfter, dataFolder } = await withRecording();
  const ahead = await startedAfter(40);
  await ahead.admin.delete(addressOf(call_id));
  await ahead.service.close();

  const right = await startService({ dataFolder });

  expect(given.audited('call').map(({ action }) => action)).not.toContain('destroy');
  expect((await right.admin.post(restoreOf(call_id))).status).toBe(200);
});

/** Everything that the archive has on disk. */
const bytesOf = (dataFolder: string) =>
  Buffer.concat(
    ['earshot.db', 'earshot.db-wal']
      .map((name) => join(dataFolder, name))
      .filter(existsSync)
      .map((path) => readFileSync(path)),
  );

test('nothing that was said of a destroyed call is left in the database or its log, and the audit log is whole', async () => {
  const { admin, given, dataFolder, daysLater } = await withRecording();
  const words = ['Zanzibar Quux', '+4930998877', 'asks for a refund', 'asks for nothing', 'Order 7734-B'];
  const custom_field = { name: 'Order', type: 'string', editable: true };
  const { body: field } = await admin.post('/api/v2/custom_fields.json', { custom_field });
  const field_id = (field.url as string).slice('/api/v2/custom_fields/'.length, -'.json'.length);
  const { body } = await admin.post('/api/v2/calls.json', {
    call: { setup_time: '2026-03-01T10:00:00Z', from_name: words[0], from_number: words[1] },
  });
  const notes = `${body.url}/notes.json`;
  await admin.post(notes, { note: { text: words[2] } });
  const { body: note } = await admin.post(notes, { note: { text: words[3] } });
  await admin.delete(note.url);
  await admin.put(body.url, { call: { custom_fields: [{ field_id, value: words[4] }] } });
  const before = bytesOf(dataFolder);
  await admin.delete(body.url);

  const late = await daysLater(31);
  await expect.poll(() => given.audited('call').at(-1)?.action).toBe('destroy');
  const { verification } = (await late.admin.get('/api/v2/audit_log/verification.json')).body;
  const { audit_log } = (await late.admin.get('/api/v2/audit_log.json?resource=note')).body;
  await late.service.close();

  expect(words.filter((word) => before.includes(word))).toEqual(words);
  expect(words.filter((word) => bytesOf(dataFolder).includes(word))).toEqual([]);
  expect(verification.fault).toBeNull();
  expect(audit_log.map(({ details }: { details: object }) => details)).toEqual(Array(3).fill({ redacted: true }));
});

test('a destruction that was interrupted is completed at the next start, and cannot be undone', async () => {
  const { admin, given, call_id, paths, daysLater } = await withRecording();
  await admin.delete(addressOf(call_id));
  given.database((db) => void db.prepare('UPDATE calls SET destroying = 1').run());

  const listed = (await admin.get('/api/v2/removed_calls.json')).body.removed_calls;
  const restored = await admin.post(restoreOf(call_id));
  await daysLater(31);
  await expect.poll(() => given.audited('call').at(-1)?.action).toBe('destroy');

  expect([listed, restored.status]).toEqual([[], 404]);
  expect(paths.filter((path) => existsSync(path))).toEqual([]);
});

test('a removed recording can be imported again; the removed call stays restorable', async () => {
  const { admin, given, call_id } = await withRecording();
  await admin.delete(addressOf(call_id));

  await given.imported([recording('short-stereo-16k.wav')]);
  const again = (await admin.get('/api/v2/calls.json')).body.calls as { call_id: string }[];
  await admin.post(restoreOf(call_id));
  await given.imported([recording('short-stereo-16k.wav')]);

  expect(again.map((call) => call.call_id === call_id)).toEqual([false]);
  const calls = (await admin.get('/api/v2/calls.json')).body.calls as { call_id: string }[];
  expect(calls.map((call) => call.call_id).sort()).toEqual([call_id, again[0]?.call_id].sort());
});

test('a recording is known again after it was imported beside its removed call, and removed with it', async () => {
  const { admin, given, call_id } = await withRecording();
  const importAgain = () => given.imported([recording('short-stereo-16k.wav')]);
  const calls = async () => ((await admin.get('/api/v2/calls.json')).body.calls as { call_id: string }[]).length;
  await admin.delete(addressOf(call_id));
  await importAgain();
  await admin.post(restoreOf(call_id));
  const [other] = ((await admin.get('/api/v2/calls.json')).body.calls as { call_id: string }[]).filter(
    (call) => call.call_id !== call_id,
  );
  await admin.delete(addressOf(call_id));
  await admin.delete(addressOf(other?.call_id ?? ''));
  await admin.post(restoreOf(call_id));

  await importAgain();

  expect(await calls()).toBe(1);
});

test('a call whose files cannot be removed does not keep others from being destroyed', async () => {
  const { admin, given, call_id, daysLater } = await withRecording();
  const [other = ''] = await given.calls({});
  await admin.delete(addressOf(call_id));
  await admin.delete(addressOf(other));
  given.database((db) => void db.prepare("UPDATE call_files SET file_path = '../outside.cra'").run());

  await daysLater(31);
  await expect.poll(() => given.audited('call').at(-1)?.action).toBe('destroy');

  const left = given.database((db) => db.prepare<[], { call_id: string }>('SELECT call_id FROM calls').all());
  expect(left).toEqual([{ call_id }]);
});

test('a wrong id in a list of calls is refused at its place', async () => {
  const { admin } = await startService();

  const answers = [
    await admin.post('/api/v2/calls/removal.json', { call_ids: ['x'] }),
    await admin.post('/api/v2/removed_calls/restore.json', { call_ids: ['x'] }),
  ];

  expect(answers.map(({ status, body }) => [status, Object.keys(body.details)])).toEqual([
    [400, ['call_ids.0']],
    [400, ['call_ids.0']],
  ]);
});
