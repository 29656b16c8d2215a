import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Caller } from '../support/caller';
import { recording } from '../support/given';
import { oddSounds } from '../support/odd-sounds';
import { folderWith } from '../support/sounds';
import { startService } from '../support/start-service';

const good = [
  'question.mp3',
  'repair-call-stereo.mp3',
  'question-ulaw-16k.wav',
  'repair-call-agent-ulaw.wav',
  'repair-call-mono-u8.wav',
  'repair-call-stereo-8k.wav',
  'repair-call-stereo-alaw.wav',
  'short-stereo-16k.wav',
  'spanish-16k.wav',
  'two-speakers-mono-16k.wav',
];
const bytesOf = (name: string) => readFileSync(recording(name));
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

async function fetched(caller: Caller, path: string, headers: Record<string, string> = {}, method = 'GET') {
  const response = await caller.raw(path, { method, headers });
  const bytes = Buffer.from(await response.arrayBuffer());
  const header = (name: string) => response.headers.get(name);
  return { status: response.status, bytes, header };
}

test('download and playback return the imported bytes unchanged', async () => {
  const { admin, given } = await startService();
  const import_id = await given.imported(good.map(recording));
  const { body } = await admin.get(`/api/v2/imports/${import_id}/rows.json`.replace('/rows', '.json/rows'));

  const came = [];
  for (const { file, call_id } of body.rows) {
    const saved = await fetched(admin, `/api/v2/calls/${call_id}.json/file`);
    const heard = await fetched(admin, `/api/v2/calls/${call_id}.json/audio`);
    const type = saved.header('content-type');
    came.push({ file, type, saved: sha256(saved.bytes), heard: sha256(heard.bytes) });
  }

  const whole = (file: string) => ({ saved: sha256(bytesOf(file)), heard: sha256(bytesOf(file)) });
  const typeOf = (file: string) => (file.endsWith('.mp3') ? 'audio/mpeg' : 'audio/x-wav');
  expect(came).toEqual(good.map((file) => ({ file, type: typeOf(file), ...whole(file) })));
});

test('a range returns the same slice of the original, in each form of range', async () => {
  const { admin, given } = await startService();
  const path = `/api/v2/calls/${await given.recorded('spanish-16k.wav')}.json/audio`;
  const bytes = bytesOf('spanish-16k.wav');
  const end = bytes.length - 1;
  const parts: [string, number, number][] = [
    ['bytes=0-0', 0, 0],
    ['bytes=0-99', 0, 99],
    [`bytes=${end}-${end}`, end, end],
    ['bytes=65535-65536', 65_535, 65_536],
    ['bytes=131000-', 131_000, end],
    ['bytes=0-', 0, end],
    ['bytes=-44', end - 43, end],
    ['bytes=-99999999', 0, end],
    ['bytes=100000-99999999999999999999', 100_000, end],
  ];
  const seen = [];
  for (const [range] of parts) {
    const { status, bytes, header } = await fetched(admin, path, { range });
    seen.push({ status, sha: sha256(bytes), span: header('content-range'), length: header('content-length') });
  }

  const wanted = parts.map(([, first, last]) => ({
    status: 206,
    sha: sha256(bytes.subarray(first, last + 1)),
    span: `bytes ${first}-${last}/${bytes.length}`,
    length: String(last - first + 1),
  }));
  expect(seen).toEqual(wanted);
});

test('several ranges, other units and invalid ranges get the whole file', async () => {
  const { admin, given } = await startService();
  const path = `/api/v2/calls/${await given.recorded('question.mp3')}.json/file`;
  const odd = ['bytes=0-1,4-5', 'bytes=5-1', 'items=0-1', 'bytes=', 'bytes=-', 'bytes=a-b', 'bytes=0x0-1', 'bytes 0-1'];
  const seen = [];
  for (const range of odd) {
    const { status, bytes, header } = await fetched(admin, path, { range });
    seen.push([range, status, bytes.length, header('content-range')]);
  }
  expect(seen).toEqual(odd.map((range) => [range, 200, 12_276, null]));
});

test('a range after the end gets 416 with the length of the file', async () => {
  const { admin, given } = await startService();
  const path = `/api/v2/calls/${await given.recorded('question.mp3')}.json/file`;
  const seen = [];
  for (const range of ['bytes=12276-', 'bytes=12276-12277', 'bytes=99999999999999999999-', 'bytes=-0']) {
    const { status, bytes, header } = await fetched(admin, path, { range });
    seen.push([status, bytes.length, header('content-range')]);
  }
  expect(seen).toEqual(Array.from({ length: 4 }, () => [416, 0, 'bytes */12276']));
});

test('HEAD returns the headers of GET without a body', async () => {
  const { admin, given } = await startService();
  const path = `/api/v2/calls/${await given.recorded('question.mp3')}.json/file`;

  const whole = await fetched(admin, path, {}, 'HEAD');
  const ranges = ['bytes=5-9', 'bytes=12276-', 'bytes=-0'];
  const parts = [];
  for (const range of ranges) parts.push(await fetched(admin, path, { range }, 'HEAD'));
  const nothing = await fetched(admin, `${path}?file_id=99`, {}, 'HEAD');

  const seen = [whole, ...parts].map(({ status, bytes, header }) => [status, bytes.length, header('content-length')]);
  // A range is for GET alone (RFC 9110, section 14.2).
  expect([...seen, nothing.status]).toEqual([...seen.map(() => [200, 0, '12276']), 404]);
  expect(parts.map(({ header }) => header('content-range'))).toEqual(ranges.map(() => null));
  expect([whole.header('accept-ranges'), whole.header('content-type')]).toEqual(['bytes', 'audio/mpeg']);
});

test('HEAD of JSON returns the length that GET sends, also of a refusal', async () => {
  const { admin } = await startService();
  const paths = ['/api/v2/calls.json', '/api/v2/users.json?limit=1', '/api/v2/settings.json', '/api/v2/calls.json?x=1'];

  const seen = [];
  for (const path of paths) {
    const [got, head] = [await fetched(admin, path), await fetched(admin, path, {}, 'HEAD')];
    seen.push([
      got.status === head.status,
      head.bytes.length,
      head.header('content-length') === String(got.bytes.length),
    ]);
  }

  expect(seen).toEqual(paths.map(() => [true, 0, true]));
});

test("a download's name starts with the time in the caller's zone, then the customer's name", async () => {
  const { admin, given } = await startService();
  const id = await given.recorded('question.mp3');
  const nameOf = async (parties: { from_name: string | null; from_number: string | null }) => {
    given.database(
      (db) =>
        void db
          .prepare<Record<string, unknown>>(
            'UPDATE calls SET setup_time = @at, from_name = @from_name, from_number = @from_number WHERE call_id = @id',
          )
          .run({ id, at: Date.UTC(2026, 10, 19, 14, 32, 8), ...parties }),
    );
    const { header } = await fetched(admin, `/api/v2/calls/${id}.json/file`);
    const [, plain, encoded = ''] =
      /^attachment; filename="([^"]*)"; filename\*=UTF-8''(\S+)$/.exec(header('content-disposition') ?? '') ?? [];
    return { plain, name: decodeURIComponent(encoded) };
  };

  const names = [
    await nameOf({ from_name: 'Maria Lopez', from_number: '+442079460321' }),
    await nameOf({ from_name: null, from_number: '+442079460321' }),
    await nameOf({ from_name: null, from_number: null }),
    await nameOf({ from_name: 'Jürgen "AC/DC" \u202eGroß', from_number: null }),
    await nameOf({ from_name: '株'.repeat(300), from_number: null }),
  ];

  expect(names.slice(0, 4)).toEqual([
    { plain: '2026-11-19 14.32 Maria Lopez.mp3', name: '2026-11-19 14.32 Maria Lopez.mp3' },
    { plain: '2026-11-19 14.32 +442079460321.mp3', name: '2026-11-19 14.32 +442079460321.mp3' },
    { plain: '2026-11-19 14.32 question.mp3', name: '2026-11-19 14.32 question.mp3' },
    { plain: '2026-11-19 14.32 J_rgen -AC-DC- Gro_.mp3', name: '2026-11-19 14.32 Jürgen -AC-DC- Groß.mp3' },
  ]);
  expect(Buffer.byteLength(names[4]?.name ?? '')).toBeLessThan(255);
});

test('the headers name the file to save, and keep it out of caches and other origins', async () => {
  const { admin, given } = await startService();
  const id = await given.recorded('short-stereo-16k.wav');

  const saved = await fetched(admin, `/api/v2/calls/${id}.json/file`);
  const heard = await fetched(admin, `/api/v2/calls/${id}.json/audio`);

  expect(saved.header('content-disposition')).toMatch(
    /^attachment; filename="[\d-]{10} \d\d\.\d\d short-stereo-16k\.wav"/,
  );
  expect(heard.header('content-disposition')).toBe('inline');
  for (const { header } of [saved, heard]) {
    expect({
      cache: header('cache-control'),
      sniff: header('x-content-type-options'),
      policy: header('content-security-policy'),
      resource: header('cross-origin-resource-policy'),
      referrer: header('referrer-policy'),
      server: header('server') ?? header('x-powered-by') ?? header('access-control-allow-origin'),
    }).toEqual({
      cache: 'no-store',
      sniff: 'nosniff',
      policy: "default-src 'none'; frame-ancestors 'none'; sandbox",
      resource: 'same-origin',
      referrer: 'no-referrer',
      server: null,
    });
  }
});

test('If-Range returns the part only while the file is unchanged', async () => {
  const { admin, given } = await startService();
  const path = `/api/v2/calls/${await given.recorded('question.mp3')}.json/file`;
  const etag = (await fetched(admin, path)).header('etag') ?? '';
  const status = async (tag: string) => (await fetched(admin, path, { range: 'bytes=0-9', 'if-range': tag })).status;
  const seen = [
    await status(etag),
    await status('"another"'),
    await status(`W/${etag}`),
    await status(new Date(0).toUTCString()),
  ];
  expect(etag).toMatch(/^"[\w-]+"$/);
  expect(seen).toEqual([206, 200, 200, 200]);
});

test('a client that already has the file gets 304 without a body', async () => {
  const { admin, given } = await startService();
  const path = `/api/v2/calls/${await given.recorded('question.mp3')}.json/file`;
  const etag = (await fetched(admin, path)).header('etag') ?? '';
  const statuses = [etag, `"another", W/${etag}`, '*', '"another"', etag.slice(1, -1)].map(
    async (tag) => (await fetched(admin, path, { 'if-none-match': tag })).status,
  );
  expect(await Promise.all(statuses)).toEqual([304, 304, 304, 200, 200]);
});

test('a missing call, a missing file and a call without audio get 404', async () => {
  const { admin, given } = await startService();
  const id = await given.recorded('question.mp3');
  const [silent] = await given.calls({});
  const paths = [
    '00000000-0000-4000-8000-000000000000.json/file',
    `${id}.json/file?file_id=02`,
    `${id}.json/audio?file_id=ZZ`,
    `${id}.json/peaks.json?file_id=02`,
    `${silent}.json/file`,
    `${silent}.json/audio`,
    `${silent}.json/peaks.json`,
  ];
  const seen = [];
  for (const path of paths) {
    const { status, body } = await admin.get(`/api/v2/calls/${path}`);
    seen.push([path, status, body.error]);
  }
  expect(seen).toEqual(paths.map((path) => [path, 404, 'NotFound']));
});

test('a malformed file id is refused and named', async () => {
  const { admin, given } = await startService();
  const id = await given.recorded('question.mp3');
  const seen = [];
  for (const file_id of ['1', '001', 'aa', '..', '%00%00', '0 ']) {
    const { status, body } = await admin.get(`/api/v2/calls/${id}.json/file?file_id=${file_id}`);
    seen.push([status, Object.keys(body.details)]);
  }
  expect(seen).toEqual(Array.from({ length: 6 }, () => [400, ['file_id']]));
});

test('the peaks of a file are fifty pairs per second and channel', async () => {
  const { admin, given } = await startService();
  const id = await given.recorded('short-stereo-16k.wav');

  const { status, body } = await admin.get(`/api/v2/calls/${id}.json/peaks.json`);

  const { data, duration_ms, ...shape } = body.peaks;
  expect({ status, shape }).toEqual({ status: 200, shape: { channels: 2, per_second: 50, bits: 8 } });
  const pairs = Math.ceil((duration_ms * 50) / 1000);
  const lanes = data.map((text: string) => new Int8Array(Buffer.from(text, 'base64')));
  expect(lanes.map((lane: Int8Array) => lane.length)).toEqual([pairs * 2, pairs * 2]);
  for (const lane of lanes) for (let n = 0; n < lane.length; n += 2) expect(lane[n]).toBeLessThanOrEqual(lane[n + 1]);
});

/** Attaches the files of two calls to one call, like the files of legs and later live recordings. */
async function twoFiles(names: [string, string]) {
  const started = await startService();
  const [first, second] = [await started.given.recorded(names[0]), await started.given.recorded(names[1])];
  started.given.database((db) => {
    const key = (id: string) => `(SELECT call_pk FROM calls WHERE call_id = '${id}')`;
    db.exec(`UPDATE call_files SET call_pk = ${key(first)}, file_id = '02' WHERE call_pk = ${key(second)}`);
  });
  return { ...started, path: `/api/v2/calls/${first}.json` };
}

test('two files of one format are played as one, and each by its id', async () => {
  const tagged = Buffer.concat([bytesOf('question.mp3'), Buffer.from('TAG'), Buffer.alloc(125, 0x20)]);
  const { admin, path } = await twoFiles([join(folderWith({ 'tagged.mp3': tagged }), 'tagged.mp3'), 'question.mp3']);

  const joined = await fetched(admin, `${path}/audio`);
  const [one, two] = [await fetched(admin, `${path}/file?file_id=01`), await fetched(admin, `${path}/file?file_id=02`)];
  const across = await fetched(admin, `${path}/audio`, { range: 'bytes=11000-14000' });

  expect([one.bytes, two.bytes].map(sha256)).toEqual([tagged, bytesOf('question.mp3')].map(sha256));
  expect(across.status).toBe(206);
  expect(sha256(across.bytes)).toBe(sha256(joined.bytes.subarray(11_000, 14_001)));
  expect(joined.bytes.length).toBe(2 * 11_988);
});

test('the peaks of two files are returned in sequence', async () => {
  const { admin, path } = await twoFiles(['spanish-16k.wav', 'two-speakers-mono-16k.wav']);
  const peaks = async (file_id: string) => (await admin.get(`${path}/peaks.json${file_id}`)).body.peaks;

  const [one, two, both] = [await peaks('?file_id=01'), await peaks('?file_id=02'), await peaks('')];

  expect(both.duration_ms).toBe(one.duration_ms + two.duration_ms);
  expect(Buffer.from(both.data[0], 'base64')).toEqual(
    Buffer.concat([Buffer.from(one.data[0], 'base64'), Buffer.from(two.data[0], 'base64')]),
  );
});

test.each([
  ['WAV and MP3', 'question.mp3', 'spanish-16k.wav'],
  ['MP3 of two rates', 'question.mp3', 'repair-call-stereo.mp3'],
])('%s must be requested one by one', async (_, one, two) => {
  const { admin, path } = await twoFiles([one, two]);
  const { status, body } = await admin.get(`${path}/file`);
  expect([status, body.error, Object.keys(body.details)]).toEqual([400, 'InvalidRecord', ['file_id']]);
});

test('an MP3 file that players do not play whole is played as WAV, in any range, and downloaded as it is', async () => {
  const { admin, given } = await startService();
  const { bytes } = (await oddSounds())['announcement-then-call.mp3'] ?? { bytes: Buffer.alloc(0) };
  await given.imported([folderWith({ 'odd.mp3': bytes })]);
  const [call] = (await admin.get('/api/v2/calls.json')).body.calls;
  const path = `/api/v2/calls/${call.call_id}.json`;

  const [saved, heard] = [await fetched(admin, `${path}/file`), await fetched(admin, `${path}/audio`)];
  const part = await fetched(admin, `${path}/audio`, { range: 'bytes=600001-900000' });
  const { body } = await admin.get(`${path}/peaks.json`);

  expect([saved.header('content-type'), sha256(saved.bytes)]).toEqual(['audio/mpeg', sha256(bytes)]);
  expect(heard.header('content-type')).toBe('audio/x-wav');
  const { sample_rate, channels, duration_ms } = call.files[0];
  expect([sample_rate, channels, body.peaks.duration_ms]).toEqual([44_100, 2, duration_ms]);
  expect(Math.round(((heard.bytes.length - 44) / 4 / 44_100) * 1000)).toBe(duration_ms);
  expect(sha256(part.bytes)).toBe(sha256(heard.bytes.subarray(600_001, 900_001)));
});

test('any MP3 file is sent as WAV to a player that asks for it', async () => {
  const { admin, given } = await startService();
  const path = `/api/v2/calls/${await given.recorded('question.mp3')}.json/audio`;

  const heard = await fetched(admin, `${path}?as=wav`);
  const { status, body } = await admin.get(`${path}?as=ogg`);

  expect([heard.status, heard.header('content-type')]).toEqual([200, 'audio/x-wav']);
  // 59 frames without the samples that the encoder added at both ends.
  expect(heard.bytes.length).toBe(44 + 2 * (59 * 576 - 576 - 928));
  expect([status, Object.keys(body.details)]).toEqual([400, ['as']]);
});
