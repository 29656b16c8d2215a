import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { createInterface } from 'node:readline';
import { openDisplay } from '../display.mjs';
import { electronRuntime } from '../setup/electron.mjs';
import { hasDisplay } from '../setup/libraries.mjs';
import { inRoot } from '../setup/place.mjs';
import { administrator, noKeychain } from './archive.mjs';

/**
 * Uses the window on an archive as `window/<name>-play.cjs` says, and prints for each part the frames, those that rows did
 * not fill, and the tasks over 50 ms. Writes build/bench-<name>.json.
 */
export async function benchPlayed(name, data, about) {
  const display = hasDisplay() ? undefined : await openDisplay();
  const before = loadavg();
  const place = (file) => inRoot('scripts', 'bench', 'window', file);
  const probe = { program: inRoot('build', 'node', 'main.cjs'), play: place(`${name}-play.cjs`), ...administrator };
  const env = {
    ...process.env,
    ...noKeychain,
    ...(display && { DISPLAY: display.name }),
    EARSHOT_BENCH_PROBE: JSON.stringify(probe),
  };
  // Chromium refuses to start sandboxed as root.
  const flags = process.platform === 'linux' && process.getuid() === 0 ? ['--no-sandbox'] : [];
  const args = [...flags, '--log-level=3', place('play-probe.cjs'), `--data-dir=${data}`];
  const child = spawn(electronRuntime().path, args, { env, stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = once(child, 'exit');
  const parts = [];
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      const part = JSON.parse(line);
      if (part.done) break;
      parts.push(part);
    }
  } finally {
    child.kill();
    await ended;
    display?.close();
  }
  const load = { before, after: loadavg() };
  process.stdout.write(`${electronRuntime().version}, ${about}, load ${before[0].toFixed(2)} before\n`);
  for (const { name, frames, blank, long } of parts) {
    const longest = long.length > 0 ? `longest ${Math.max(...long).toFixed(0)} ms` : '';
    process.stdout.write(
      `${name.padEnd(30)}${`${frames} frames`.padStart(13)}${`${blank} blank`.padStart(10)}${`${long.length} over 50 ms`.padStart(16)}  ${longest}\n`,
    );
  }
  writeFileSync(inRoot('build', `bench-${name}.json`), `${JSON.stringify({ about, load, parts }, null, 2)}\n`);
}
