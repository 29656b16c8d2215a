import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Missing, runJob, say } from '../setup/command.mjs';
import { installPrograms } from '../setup/libraries.mjs';
import { inRoot } from '../setup/place.mjs';
import { setUp } from '../setup/set-up.mjs';
import { administrator, makeRecordings, openArchive } from './archive.mjs';
import { measureDownload, measureLag } from './audio.mjs';
import { measureFilters } from './filters.mjs';
import { benchList } from './list.mjs';
import { measureLists } from './lists.mjs';
import { bundle, startProcess } from './measure.mjs';
import { benchStage } from './stage.mjs';
import { benchWindow } from './window.mjs';

/**
 * `npm run bench [-- --calls <n>] [--window | --list | --stage | --reports | --sound | --bring-in | --judging]`: measures each figure and its baseline in the
 * same run; prints a table and writes build/bench.json.
 */
await runJob(async () => {
  const { values } = parseArgs({
    options: {
      calls: { type: 'string', default: '100000' },
      window: { type: 'boolean', default: false },
      list: { type: 'boolean', default: false },
      stage: { type: 'boolean', default: false },
      reports: { type: 'boolean', default: false },
      sound: { type: 'boolean', default: false },
      'bring-in': { type: 'boolean', default: false },
      judging: { type: 'boolean', default: false },
    },
  });
  const calls = Number(values.calls);
  if (!Number.isSafeInteger(calls) || calls < 1)
    throw new Missing('--calls takes a whole number, 1 or more.', 'npm run bench -- --calls 100000');
  const forWindow = values.window || values.list || values.stage;
  await setUp({ window: forWindow });
  if (!forWindow) await installPrograms({ age: ['age'] });
  if (values.window) return benchWindow(calls);
  if (values.list) return benchList(calls);
  if (values.stage) return benchStage(calls);
  const loadBefore = loadavg();
  if (values.reports) return printReports(calls);
  if (values.sound) return printSound();
  if (values['bring-in']) return printBringIn();
  if (values.judging) return printJudging(calls);
  const archive = await openArchive(calls);
  let service;
  let baseline;
  try {
    // The date in its name makes it the newest call.
    const [recording] = makeRecordings(join(archive.folder, 'long'), { count: 1, bytes: 60_000_000, day: '20990101' });
    service = await startProcess(await bundle(inRoot('scripts', 'bench', 'host.ts')), [
      archive.data,
      inRoot('build', 'node'),
    ]);
    await service.tell('import', join(archive.folder, 'long'));
    const database = join(archive.data, 'earshot.db');
    const sealed = join(archive.folder, 'sealed');
    baseline = await startProcess(inRoot('scripts', 'bench', 'baseline.mjs'), [database, recording, sealed]);
    const headers = await signIn(service.url);

    say('bench: lists');
    const { results, deepToFirst, throughput } = await measureLists(service, baseline, headers);
    say('bench: advanced search');
    const advanced = await measureFilters(service, headers);
    say('bench: audio');
    const downloads = await measureDownload(service, baseline, { recording, headers });
    say('bench: main loop under load');
    const lag = await measureLag(service, archive.folder, headers);
    await service.tell('close');
    const machine = {
      node: process.version,
      cpus: cpus().length,
      model: cpus()[0]?.model,
      load: { before: loadBefore, after: loadavg() },
    };
    report({
      at: new Date().toISOString(),
      machine,
      calls,
      items: [...results, ...downloads],
      deep_to_first: deepToFirst,
      throughput,
      advanced,
      lag,
    });
  } finally {
    service?.end();
    baseline?.end();
    archive.close();
  }
});

async function start(data) {
  return startProcess(await bundle(inRoot('scripts', 'bench', 'host.ts')), [data, inRoot('build', 'node')]);
}

/** Measures the decoding of sound and prints it. */
async function printSound() {
  // It loads a package, which a new clone has only after the set-up.
  const { benchSound } = await import('./sound.mjs');
  await benchSound({ start, signIn });
}

/** Measures how calls of phone systems are brought in and prints it. */
async function printBringIn() {
  // It loads a package, which a new clone has only after the set-up.
  const { benchBringIn } = await import('./bring-in.mjs');
  await benchBringIn({ start });
}

/** Measures draws, figures and answers, and prints them. */
async function printJudging(calls) {
  // It loads a package, which a new clone has only after the set-up.
  const { benchJudging } = await import('./judging.mjs');
  await benchJudging(calls, { start, signIn });
}

/** Measures reports and prints them. */
async function printReports(calls) {
  // It loads a package, which a new clone has only after the set-up.
  const { benchReports } = await import('./reports.mjs');
  const { results, lag, stop } = await benchReports(calls, { start, signIn });
  const ms = (value) => `${value.toFixed(1)} ms`.padStart(12);
  const lines = results.map(({ name, ms: ours, baseline_ms, ratio }) =>
    [name.padEnd(56), ms(ours), ms(baseline_ms), ratio.toFixed(2).padStart(8)].join(''),
  );
  process.stdout.write(
    `${calls} calls, load ${loadavg().map((one) => one.toFixed(1))}; each report, SQL by hand, ratio\n`,
  );
  process.stdout.write(`${lines.join('\n')}\nmain loop late: p99${ms(lag.p99)}, max${ms(lag.max)}\n`);
  process.stdout.write(`a run is stopped and its thread free: median${ms(stop.median_ms)}, max${ms(stop.max_ms)}\n`);
}

async function signIn(url) {
  const response = await fetch(`${url}/api/v2/sessions.json`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(administrator),
  });
  const { token } = /** @type {{ token?: string }} */ (await response.json());
  if (!token) throw new Error(`The bench could not sign in: ${response.status}`);
  return { authorization: `Bearer ${token}` };
}

function report(bench) {
  const { machine, items, lag, throughput, advanced } = bench;
  const load = (averages) => averages.map((one) => one.toFixed(2)).join(' ');
  const row = (cells) =>
    `${cells[0].padEnd(56)}${cells
      .slice(1)
      .map((cell) => cell.padStart(12))
      .join('')}\n`;
  const ms = (value) => `${value.toFixed(2)} ms`;
  const lines = [
    `${bench.calls} calls, ${machine.cpus} × ${machine.model}, Node ${machine.node}\n`,
    `load of the machine: ${load(machine.load.before)} before, ${load(machine.load.after)} after\n\n`,
    row(['medians', 'Earshot', 'baseline', 'ratio', 'bytes', 'baseline']),
    ...items.map((item) =>
      row([
        item.name,
        ms(item.ms),
        ms(item.baseline_ms),
        item.ratio.toFixed(2),
        String(item.bytes),
        String(item.baseline_bytes),
      ]),
    ),
    '\npage at nine tenths, by next_url, to the first page\n',
    ...Object.entries(bench.deep_to_first).map(([name, ratio]) => `  ${name}: ${ratio.toFixed(2)}\n`),
    '\n',
    `${throughput.name} over ${throughput.connections} connections: ${throughput.per_second.toFixed(0)} a second, baseline ${throughput.baseline_per_second.toFixed(0)}, ratio ${throughput.ratio.toFixed(2)}\n\n`,
    row(['advanced search, page of 20', 'Earshot', 'all calls', 'ratio', 'bytes']),
    ...advanced.results.map(({ name, ms: own, baseline_ms, ratio, bytes }) =>
      row([name, ms(own), ms(baseline_ms), ratio.toFixed(2), String(bytes)]),
    ),
    ...advanced.plans.map(
      ({ name, query, plan }) => `\n${name}: ${query}\n${plan.map((line) => `  ${line}\n`).join('')}`,
    ),
    '\n',
    `main loop late by p50 ${ms(lag.loaded.p50)}, p99 ${ms(lag.loaded.p99)}, most ${ms(lag.loaded.max)}: ${lag.load}\n`,
    `  idle: p50 ${ms(lag.idle.p50)}, p99 ${ms(lag.idle.p99)}, most ${ms(lag.idle.max)}\n`,
  ];
  process.stdout.write(lines.join(''));
  mkdirSync(inRoot('build'), { recursive: true });
  writeFileSync(inRoot('build', 'bench.json'), `${JSON.stringify(bench, null, 2)}\n`);
}
