import { expect, test } from 'vitest';
import { startService } from '../support/start-service';
import { audited, listen } from '../support/stored-file';

const minute = 60_000;

test('playback is audited once per session, call and ten minutes; downloads are audited separately', async () => {
  let now = Date.UTC(2026, 10, 20);
  const started = await startService({ now: () => now });
  const { admin, nobody, through, given } = started;
  const [id, other] = [await given.recorded('question.mp3'), await given.recorded('spanish-16k.wav')];
  const credentials = { login: 'ingrid', password: 'correct horse battery' };
  const token = async () => (await nobody.post('/api/v2/sessions.json', credentials)).body.token;
  const [one, two] = [
    through('tcp', { authorization: `Bearer ${await token()}` }),
    through('tcp', { authorization: `Bearer ${await token()}` }),
  ];
  const counts = () => ['play', 'download'].map((action) => audited(started, action).length);

  for (const range of ['bytes=0-1', 'bytes=2-3', 'bytes=4-']) await listen(one, id, range);
  const ranges = counts();
  await listen(two, id);
  await listen(one, other);
  await admin.raw(`/api/v2/calls/${id}.json/file`);
  const apart = counts();
  now += 10 * minute - 1;
  await listen(one, id);
  const within = counts();
  now += 1;
  await listen(one, id);

  expect([ranges, apart, within, counts()]).toEqual([
    [1, 0],
    [3, 1],
    [3, 1],
    [4, 1],
  ]);
  expect(audited(started, 'play')[0]).toMatchObject({ resource_id: id, at: Date.UTC(2026, 10, 20) });
});

test('playback is audited again after ten minutes, whatever the clock was set to', async () => {
  let [now, elapsed] = [Date.UTC(2026, 10, 20), 0];
  const started = await startService({ now: () => now, elapsed: () => elapsed });
  const id = await started.given.recorded('question.mp3');
  await listen(started.admin, id);

  now -= 60 * minute;
  elapsed += 10 * minute;
  await listen(started.admin, id);

  expect(audited(started, 'play').map(({ at }) => at)).toEqual([Date.UTC(2026, 10, 20), now]);
});

test('a recording is not played while its audit entry cannot be written, not even on a retry', async () => {
  const started = await startService({ log: () => {} });
  const { admin, given } = started;
  const id = await given.recorded('question.mp3');
  const play = () => admin.get(`/api/v2/calls/${id}.json/audio`);
  given.database((db) =>
    db.exec("CREATE TRIGGER full BEFORE INSERT ON audit_log BEGIN SELECT RAISE(ABORT, 'no room'); END"),
  );

  const failed = [...(await Promise.all([play(), play(), play()])), await play()];
  given.database((db) => db.exec('DROP TRIGGER full'));
  const played = await Promise.all([play(), play(), play()]);

  expect(failed.map(({ status, headers }) => [status, headers.get('content-type')])).toEqual(
    Array.from({ length: 4 }, () => [500, 'application/json']),
  );
  expect(played.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(audited(started, 'play')).toHaveLength(1);
});

test('a request that returned no audio is not audited as playback', async () => {
  const started = await startService();
  const id = await started.given.recorded('question.mp3');

  await started.admin.raw(`/api/v2/calls/${id}.json/audio`, { method: 'HEAD' });
  await listen(started.admin, id, 'bytes=99999999-');

  expect(audited(started, 'play')).toEqual([]);
});

test('a user can play eight recordings at once; ending or cancelling one frees its place', async () => {
  const { admin, given } = await startService();
  const path = `/api/v2/calls/${await given.recorded('spanish-16k.wav')}.json/audio`;
  const heads = [];
  for (let n = 0; n < 10; n++) heads.push(await admin.raw(path, { method: 'HEAD' }));
  const open: Response[] = [];
  for (let n = 0; n < 8; n++) open.push(await admin.raw(path));

  const ninth = await admin.raw(path);
  await open[0]?.arrayBuffer();
  await open[1]?.body?.cancel();
  const again = [await admin.raw(path), await admin.raw(path), await admin.raw(path)];

  expect(new Set(heads.map(({ status }) => status))).toEqual(new Set([200]));
  expect([ninth.status, ninth.headers.get('retry-after')]).toEqual([429, '1']);
  expect(again.map(({ status }) => status)).toEqual([200, 200, 429]);
  for (const { body } of [...open.slice(2), ...again]) await body?.cancel();
});
