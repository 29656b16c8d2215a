import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { runOrStop } from '../setup/command.mjs';
import { makeRecordings } from './archive.mjs';
import { ask, interleave, median } from './measure.mjs';

const rounds = 31;
const clients = 4;
const files = 100;
const bytesEach = 1_000_000;
/** Bytes: 8 kHz, 16 bits, one channel. */
const second = 16_000;
const idleMs = 3_000;

/**
 * Measures a decrypted download of 60 MB, an hour of sound, against bare AES-256-GCM over chunks of the same size and
 * against `age -d`; and a range at its end against one at its start.
 */
export async function measureDownload(service, baseline, { recording, headers }) {
  const { body } = await ask(`${service.url}/api/v2/calls.json?limit=1`, { headers, text: true });
  const path = `/api/v2/calls/${body.calls[0].call_id}.json/file`;
  const { file_size } = body.calls[0].files[0];
  const name = `download of ${Math.round(file_size / 1e6)} MB`;
  const fresh = true;
  const whole = () => ask(service.url + path, { headers, fresh });
  const range = (bytes) => ask(service.url + path, { headers: { ...headers, range: `bytes=${bytes}` }, fresh });
  const items = [
    { name: `${name}, against AES-256-GCM`, ours: whole, baseline: () => ask(`${baseline.url}/audio`, { fresh }) },
    { name: `${name}, against age -d`, ours: whole, baseline: await ageDecryption(recording) },
  ];
  const ends = {
    name: 'its last second, against its first',
    ours: () => range(`${file_size - second}-`),
    baseline: () => range(`0-${second - 1}`),
  };
  // By themselves: the memory of a whole download is freed during the next request.
  const results = [...(await interleave(items, rounds)), ...(await interleave([ends], rounds))];
  for (const { name: item, bytes, baseline_bytes } of results)
    if (bytes !== baseline_bytes) throw new Error(`${item}: ${bytes} and ${baseline_bytes} bytes.`);
  return results;
}

/** Encrypts a recording with age to a key of its own. Returns what decrypts it once. */
async function ageDecryption(recording) {
  const [key, sealed] = [`${recording}.key`, `${recording}.age`];
  const made = 'age could not encrypt the recording';
  await runOrStop(made, 'age-keygen', 'age-keygen', ['-o', key]);
  const { stdout } = await runOrStop(made, 'age-keygen -y', 'age-keygen', ['-y', key]);
  await runOrStop(made, 'age', 'age', ['-r', stdout.trim(), '-o', sealed, recording]);
  return () =>
    new Promise((resolve, reject) => {
      const begun = performance.now();
      const age = spawn('age', ['-d', '-i', key, sealed], { stdio: ['ignore', 'pipe', 'inherit'] });
      let bytes = 0;
      age.stdout.on('data', (piece) => {
        bytes += piece.length;
      });
      age.on('error', reject);
      age.on('close', (code) => resolve({ status: code === 0 ? 200 : code, bytes, ms: performance.now() - begun }));
    });
}

/** Measures the delay of the service's main loop, idle, and while it imports and four clients search continuously. */
export async function measureLag(service, folder, headers) {
  await service.tell('watch');
  await pause(idleMs);
  const idle = await service.tell('lag');

  makeRecordings(join(folder, 'hundred'), { count: files, bytes: bytesEach, day: '20980101' });
  await service.tell('watch');
  const begun = performance.now();
  let under_way = true;
  const searching = Array.from({ length: clients }, () => searchWhile(() => under_way, service.url, headers));
  const { imported } = await service.tell('import', join(folder, 'hundred'));
  under_way = false;
  const seconds = (performance.now() - begun) / 1000;
  const times = (await Promise.all(searching)).flat();
  const loaded = await service.tell('lag');
  if (imported !== files) throw new Error(`${imported} of ${files} files were imported.`);
  const load = `import of ${files} files of ${bytesEach / 1e6} MB in ${seconds.toFixed(1)} s, ${clients} clients, ${times.length} searches (median ${median(times).toFixed(1)} ms)`;
  return { load, idle, loaded };
}

const searches = ['billing', '+12025554321', '60', 'solberg', 'zq', ''];

async function searchWhile(isUnderWay, url, headers) {
  const times = [];
  for (let n = 0; isUnderWay(); n += 1) {
    const term = encodeURIComponent(searches[n % searches.length]);
    const { ms, status } = await ask(`${url}/api/v2/calls.json?limit=50&search_term=${term}`, { headers });
    if (status !== 200) throw new Error(`A search ended with ${status}.`);
    times.push(ms);
  }
  return times;
}
