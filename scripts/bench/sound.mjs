import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { inRoot } from '../setup/place.mjs';
import { openArchive } from './archive.mjs';
import { ask, interleave } from './measure.mjs';

const rounds = 15;
const hour = 3600;
/** Of each recording in tests/bring-in/audio, in seconds. */
const eachSeconds = 2.1;
const recording = (name) => readFileSync(inRoot('tests', 'bring-in', 'audio', name));

/** A long recording of each kind, made of a short one: its head, and what follows as often as it takes. */
const kinds = [
  { codec: 'GSM', ending: 'gsm', from: 'voicemail.gsm', headBytes: 0 },
  { codec: 'AMR', ending: 'amr', from: 'phone.amr', headBytes: 6 },
  { codec: 'AAC', ending: 'aac', from: 'memo.aac', headBytes: 0 },
  // Its data have the length 0, which stands for "to the end".
  { codec: 'ADPCM', ending: 'wav', from: 'ima.wav', headBytes: 60, patch: (head) => head.writeUInt32LE(0, 56) },
];

/** @param {{ from: string, headBytes: number, patch?: (head: Buffer) => void }} kind */
function longOf({ from, headBytes, patch }, seconds) {
  const short = recording(from);
  const head = Buffer.from(short.subarray(0, headBytes));
  patch?.(head);
  const times = Math.round(seconds / eachSeconds);
  return Buffer.concat([head, ...Array.from({ length: times }, () => short.subarray(headBytes))]);
}

/**
 * Measures how many times faster than it plays an hour of each kind of sound is imported, which decodes it for its waveform, and
 * the first second of a range near the end of four hours against one near their start.
 */
export async function benchSound({ start, signIn }) {
  const before = loadavg()[0];
  const archive = await openArchive(1);
  let service;
  try {
    service = await start(archive.data);
    const headers = await signIn(service.url);
    const lines = [];
    for (const kind of kinds) {
      const folder = join(archive.folder, kind.codec);
      mkdirSync(folder);
      writeFileSync(join(folder, `20990101-120000.${kind.ending}`), longOf(kind, hour));
      const begun = performance.now();
      const { imported } = await service.tell('import', folder);
      if (imported !== 1) throw new Error(`${kind.codec} was not imported.`);
      const seconds = (performance.now() - begun) / 1000;
      lines.push(`an hour of ${kind.codec}: ${seconds.toFixed(1)} s, ${(hour / seconds).toFixed(0)} times real time`);
    }
    const folder = join(archive.folder, 'four');
    mkdirSync(folder);
    writeFileSync(join(folder, '20990102-120000.gsm'), longOf(kinds[0], 4 * hour));
    await service.tell('import', folder);
    const { body } = await ask(`${service.url}/api/v2/calls.json?limit=1`, { headers, text: true });
    const { call_id, duration } = body.calls[0];
    const path = `${service.url}/api/v2/calls/${call_id}.json/audio`;
    const second = (at) => {
      const from = 44 + 16_000 * at;
      return () => ask(path, { headers: { ...headers, range: `bytes=${from}-${from + 15_999}` }, fresh: true });
    };
    const name = 'a second near the end of four hours of GSM, against one near its start';
    const [ends] = await interleave([{ name, ours: second(duration - 60), baseline: second(60) }], rounds);
    lines.push(
      `${name}: ${ends.ms.toFixed(1)} ms and ${ends.baseline_ms.toFixed(1)} ms, ratio ${ends.ratio.toFixed(2)}`,
    );
    await service.tell('close');
    process.stdout.write(`load ${before.toFixed(2)} before\n${lines.join('\n')}\n`);
  } finally {
    service?.end();
    archive.close();
  }
}
