import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { makeRecordings } from './archive.mjs';
import { ask, interleave, median } from './measure.mjs';

const rounds = 31;
const clients = 4;
const files = 100;
const bytesEach = 1_000_000;
const idleMs = 3_000;

/** Measures a decrypted download of 60 MB, beside bare AES-256-GCM over chunks of the same size. */
export async function measureDownload(service, baseline, headers) {
  const { body } = await ask(`${service.url}/api/v2/calls.json?limit=1`, { headers, text: true });
  const path = `/api/v2/calls/${body.calls[0].call_id}.json/file`;
  const item = {
    name: `download of ${Math.round(body.calls[0].files[0].file_size / 1e6)} MB`,
    ours: () => ask(service.url + path, { headers }),
    baseline: () => ask(`${baseline.url}/audio`),
  };
  const results = await interleave([item], rounds);
  if (results[0].bytes !== results[0].baseline_bytes) throw new Error('The two downloads differ in length.');
  return results;
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
