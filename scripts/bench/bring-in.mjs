import { closeSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { makeRecordings, openArchive } from './archive.mjs';

const [names, files, rows] = [100_000, 2_000, 1_000_000];
const two = (n) => String(n).padStart(2, '0');
const clock = (n) => [Math.floor(n / 3_600) % 24, Math.floor(n / 60) % 60, n % 60].map(two);
const byDate = (n) => `20260203-${clock(n).join('')}-${n}.wav`;
const byPreset = (n) =>
  `in-201-030${1_000_000 + n}-20260203-${clock(n).join('')}-${1_770_076_800 + (n % 86_400)}.${n}.wav`;

/** Empty files with the names of recordings. */
function named(folder, nameOf) {
  mkdirSync(folder);
  for (let n = 0; n < names; n += 1) writeFileSync(join(folder, nameOf(n)), '');
  return folder;
}

/** Recordings of a tenth of a second. */
function recorded(folder, nameOf) {
  makeRecordings(folder, { count: files, bytes: 3_200, day: '20260203', nameOf });
  return folder;
}

/** A table of calls without recordings. */
function table(folder, dateOf) {
  mkdirSync(folder);
  const file = openSync(join(folder, 'calls.csv'), 'w');
  writeSync(file, 'Start,From,To,Talk Time\n');
  for (let n = 0; n < rows; n += 10_000) {
    const some = Array.from({ length: 10_000 }, (_, k) => `${dateOf(n + k)},0302${1_000_000 + n + k},201,${k % 600}\n`);
    writeSync(file, some.join(''));
  }
  closeSync(file);
  return folder;
}
const iso = (n) => `2026-02-${two(13 + (n % 14))} ${clock(n).join(':')}`;
const dayFirst = (n) => `${two(13 + (n % 14))}/02/2026 ${clock(n).join(':')}`;

const timed = async (work) => {
  const begun = performance.now();
  const value = await work();
  return { value, seconds: (performance.now() - begun) / 1000 };
};

/** Measures reading names by presets, dates by columns, and an import with details, each against the same without. */
export async function benchBringIn({ start }) {
  const before = loadavg()[0];
  const archive = await openArchive(1);
  const at = (name) => join(archive.folder, name);
  const pairs = [
    {
      name: `preview of ${names} names of FreePBX, against names with only a date`,
      command: 'preview',
      ours: named(at('preset-names'), byPreset),
      baseline: named(at('date-names'), byDate),
    },
    {
      name: `preview of a table of ${rows} rows, day first, against ISO 8601`,
      command: 'preview',
      ours: table(at('day-first'), dayFirst),
      baseline: table(at('iso'), iso),
    },
    {
      name: `import of ${files} files with a preset, against names with only a date`,
      command: 'import',
      ours: recorded(at('preset-files'), byPreset),
      baseline: recorded(at('date-files'), byDate),
    },
  ];
  process.stdout.write(`load ${before.toFixed(2)} before\n`);
  try {
    for (const { name, command, ...sides } of pairs) {
      const took = {};
      // Each side has a process of its own, so that neither finds what the other has warmed up.
      for (const side of ['baseline', 'ours']) {
        const service = await start(archive.data);
        try {
          const { value, seconds } = await timed(() => service.tell(command, sides[side]));
          took[side] = { seconds, most: value.most };
          await service.tell('close');
        } finally {
          service.end();
        }
      }
      const ratio = took.ours.seconds / took.baseline.seconds;
      const mib = (took.ours.most - took.baseline.most) / 1_048_576;
      process.stdout.write(
        `${name}: ${took.ours.seconds.toFixed(1)} s and ${took.baseline.seconds.toFixed(1)} s, ratio ${ratio.toFixed(2)}` +
          (Number.isNaN(mib) ? '' : `, memory ${mib >= 0 ? '+' : '−'}${Math.abs(mib).toFixed(0)} MiB`) +
          '\n',
      );
    }
  } finally {
    archive.close();
  }
}
