import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { expect, test } from 'vitest';
import { sources } from '../../electron/service/resources/sources/imports';
import { diceOf } from '../support/dice';
import { callsOf, ended, rowsOf } from '../support/imports';
import { seed } from '../support/seed';
import { startService, temporaryFolder } from '../support/start-service';

const dice = diceOf(seed);
const copies = Number(process.env.EARSHOT_DAMAGED_SOUNDS ?? 6);
const formats = [
  ...readdirSync('tests/bring-in/audio').map((name) => join('tests/bring-in/audio', name)),
  ...['question.mp3', 'question-ulaw-16k.wav', 'short-stereo-16k.wav'].map((name) => join('tests/data/audio', name)),
];

/** A file with bytes changed, a part cut out or its end, or a part twice. */
function damaged(bytes: Buffer): Buffer {
  const at = dice(bytes.length);
  const length = 1 + dice(Math.min(4096, bytes.length - at));
  switch (dice(5)) {
    case 0:
      return bytes.subarray(0, at);
    case 1:
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + length)]);
    case 2:
      return Buffer.concat([bytes.subarray(0, at + length), bytes.subarray(at)]);
    case 3: {
      // In the header.
      const changed = Buffer.from(bytes);
      for (let n = 0; n < 8; n += 1) changed[dice(Math.min(bytes.length, 512))] = dice(256);
      return changed;
    }
    default: {
      const changed = Buffer.from(bytes);
      for (let n = 0; n < 1 + dice(200); n += 1) changed[dice(bytes.length)] = dice(256);
      return changed;
    }
  }
}

test(`${copies} damaged copies of each sound format are taken or refused with a reason, and what is taken plays`, async () => {
  const folder = join(temporaryFolder(), 'damaged');
  mkdirSync(folder);
  for (const path of formats) {
    const bytes = readFileSync(path);
    for (let n = 0; n < copies; n += 1)
      writeFileSync(
        join(folder, `${extname(path).slice(1)}-${formats.indexOf(path)}-${n}${extname(path)}`),
        damaged(bytes),
      );
  }
  const faults: unknown[] = [];
  const log = (...all: unknown[]) => void faults.push(all);
  const { admin, service } = await startService({ log });
  const source = service.part(sources).add('damaged', [folder]);
  const { body } = await admin.post('/api/v2/imports.json', { import: { source } });

  const done = await ended(admin, body.url);

  expect(done, `seed ${seed}`).toMatchObject({ status: 'done', total: copies * formats.length, done: done.total });
  const rows = await rowsOf(admin, done.import_id);
  const unsaid = rows.filter(({ outcome, reasons }) => outcome === 'refused' && reasons.length === 0);
  expect(unsaid).toEqual([]);
  const unforeseen = rows
    .filter(({ code }) => code === 'InternalError')
    .map(({ file, explanation }) => [file, explanation]);
  expect(unforeseen, `seed ${seed}`).toEqual([]);
  const bad: unknown[] = [];
  for (const { call_id, files } of await callsOf(admin)) {
    const address = `/api/v2/calls/${call_id}.json`;
    for (const path of ['audio', 'audio?as=wav', 'file', 'file?as=wav', 'peaks.json']) {
      const response = await admin.raw(`${address}/${path}`);
      const length = (await response.arrayBuffer().catch(() => undefined))?.byteLength;
      const said = Number(response.headers.get('content-length') ?? length);
      if (response.status >= 400 || length !== said)
        bad.push([files[0]?.original_name, path, response.status, length, said]);
    }
  }
  expect(bad, `seed ${seed}`).toEqual([]);
  expect(faults).toEqual([]);
}, 3_600_000);
