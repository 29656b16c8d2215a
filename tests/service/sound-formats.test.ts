import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { sources } from '../../electron/service/resources/sources/imports';
import type { Caller } from '../support/caller';
import { callsOf, ended } from '../support/imports';
import { folderWith } from '../support/sounds';
import { startService } from '../support/start-service';

type Expected = { file: string; codec: string; type: string; as_is: boolean; rate: number; channels: number };
const folder = resolve('tests/bring-in');
const { audio, refused } = JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8')) as {
  audio: (Expected & { samples: number; tolerance?: number })[];
  refused: { file: string; names: string }[];
};
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

async function fetched(caller: Caller, path: string, headers: Record<string, string> = {}) {
  const response = await caller.raw(path, { headers });
  const bytes = Buffer.from(await response.arrayBuffer());
  return { status: response.status, type: response.headers.get('content-type'), headers: response.headers, bytes };
}

test('every kind of sound is imported, downloaded unchanged, played and decoded; others are refused by name', async () => {
  const { admin, given } = await startService();
  const import_id = await given.imported([join(folder, 'audio')]);
  const { body } = await admin.get(`/api/v2/imports/${import_id}.json/rows.json?limit=100`);
  const rows = new Map<string, { call_id: string; explanation: string | null }>(
    body.rows.map((row: { file: string }) => [row.file, row]),
  );

  for (const { file, codec, type, as_is, rate, channels, samples, tolerance = 0 } of audio) {
    const path = `/api/v2/calls/${rows.get(file)?.call_id}.json`;
    const { files } = (await admin.get(path)).body.call;
    expect(files[0], file).toMatchObject({ codec, media_type: type, sample_rate: rate, channels });
    const saved = await fetched(admin, `${path}/file`);
    expect({ type: saved.type, sha256: sha256(saved.bytes) }, file).toEqual({
      type,
      sha256: sha256(readFileSync(join(folder, 'audio', file))),
    });
    const ending = file.slice(file.lastIndexOf('.')).toLowerCase();
    expect(saved.headers.get('content-disposition'), file).toContain(ending);

    const decoded = await fetched(admin, `${path}/file?as=wav`);
    const { bytes } = decoded;
    expect(decoded.type, file).toBe('audio/x-wav');
    expect([bytes.readUInt16LE(20), bytes.readUInt16LE(22), bytes.readUInt32LE(24), bytes.readUInt16LE(34)]).toEqual([
      1,
      channels,
      rate,
      16,
    ]);
    expect(Math.abs((bytes.length - 44) / 2 / channels - samples), file).toBeLessThanOrEqual(tolerance);
    const heard = await fetched(admin, `${path}/audio`);
    expect(heard.bytes.equals(as_is ? saved.bytes : bytes), file).toBe(true);
    const part = await fetched(admin, `${path}/audio?as=wav`, { range: 'bytes=9001-9100' });
    expect(part.status).toBe(206);
    expect(part.bytes.equals(bytes.subarray(9001, 9101)), file).toBe(true);
    expect((await admin.get(`${path}/peaks.json`)).body.peaks.channels, file).toBe(channels);
  }
  for (const { file, names } of refused) expect(rows.get(file)?.explanation).toContain(names);
});

test('a sample rate that is no whole number is refused', async () => {
  const { admin, given } = await startService();
  const bytes = readFileSync(join(folder, 'audio', 'desk.mka'));
  // The element SamplingFrequency of Matroska (RFC 9559), a number of 8 bytes.
  bytes.writeDoubleBE(15_999.5, bytes.indexOf(Buffer.from('b58840cf400000000000', 'hex')) + 2);

  const import_id = await given.imported([folderWith({ 'desk.mka': bytes })]);

  const { body } = await admin.get(`/api/v2/imports/${import_id}.json/rows.json`);
  expect(body.rows[0]).toMatchObject({ outcome: 'refused', code: 'InvalidRecord' });
  expect(body.rows[0].explanation).toContain('15,999.5');
});

test('files of several kinds are not joined, unless they are decoded', async () => {
  const { admin, given } = await startService();
  const path = `/api/v2/calls/${await given.recorded('spanish-16k.wav')}.json`;
  const push = async (file: string, type: string) => {
    const body = readFileSync(join(folder, 'audio', file));
    return (await admin.raw(`${path}/file`, { method: 'PUT', body, headers: { 'content-type': type } })).status;
  };
  expect(await push('vorbis.ogg', 'application/ogg')).toBe(201);

  expect((await admin.raw(`${path}/file`)).status).toBe(400);
  expect((await admin.raw(`${path}/file?as=wav`)).status).toBe(200);
  expect((await admin.raw(`${path}/file?as=mp3`)).status).toBe(400);
  expect(await push('opus.ogg', 'audio/ogg')).toBe(201);
  expect((await admin.raw(`${path}/file?as=wav`)).status).toBe(400);
});

test('sound without a header is what its media type says', async () => {
  const { admin, given } = await startService();
  const path = `/api/v2/calls/${await given.recorded('spanish-16k.wav')}.json`;
  const body = Buffer.alloc(8000, 0x55);
  const put = (type: string) => admin.raw(`${path}/file`, { method: 'PUT', body, headers: { 'content-type': type } });

  expect((await put('audio/mpeg')).status).toBe(400);
  expect((await put('text/plain')).status).toBe(415);
  expect((await put('audio/x-alaw')).status).toBe(201);
  const { files } = (await admin.get(path)).body.call;
  expect(files[1]).toMatchObject({ codec: 'alaw', media_type: 'audio/x-alaw', duration_ms: 1000 });
  const heard = await fetched(admin, `${path}/audio?file_id=${files[1].file_id}`);
  expect([heard.type, heard.bytes.length]).toEqual(['audio/x-wav', 16_044]);
});

test('sound is found without an ending of its name; a container with the ending of something else is left alone', async () => {
  const { admin, service } = await startService();
  const bytes = (name: string) => readFileSync(resolve('tests/bring-in/audio', name));
  const names = ['opus.ogg', 'lossless.flac', 'memo.m4a', 'sun-ulaw.au', 'phone.amr', 'gsm-wav49.WAV'];
  const unnamed = Object.fromEntries(names.map((name, n) => [`0301${n}`, bytes(name)]));
  const folder = folderWith({ ...unnamed, 'picture.heic': bytes('memo.m4a'), plan: 'words' });
  const source = service.part(sources).add('unnamed', [folder]);

  const { body } = await admin.post('/api/v2/imports.json', { import: { source } });

  expect(await ended(admin, body.url)).toMatchObject({ status: 'done', imported: names.length, other_files: 2 });
  const types = (await callsOf(admin)).flatMap(({ files }) => files.map(({ media_type }) => media_type));
  expect(types.sort()).toEqual(['audio/amr', 'audio/basic', 'audio/flac', 'audio/mp4', 'audio/ogg', 'audio/x-wav']);
});
