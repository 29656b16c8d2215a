import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { createInterface } from 'node:readline';
import { openDisplay } from '../display.mjs';
import { electronRuntime } from '../setup/electron.mjs';
import { hasDisplay } from '../setup/libraries.mjs';
import { inRoot } from '../setup/place.mjs';
import { administrator, noKeychain, openArchive } from './archive.mjs';

/**
 * `npm run bench -- --list`: uses the list of calls in a real window, and prints for each part the tasks over 50 ms and
 * the frames that rows did not fill. Writes build/bench-list.json.
 */
export async function benchList(calls) {
  const archive = await openArchive(calls);
  const display = hasDisplay() ? undefined : await openDisplay();
  const before = loadavg();
  const env = {
    ...process.env,
    ...noKeychain,
    ...(display && { DISPLAY: display.name }),
    EARSHOT_BENCH_PROBE: JSON.stringify({ program: inRoot('build', 'node', 'main.cjs'), ...administrator }),
  };
  // Chromium refuses to start sandboxed as root.
  const flags = process.platform === 'linux' && process.getuid() === 0 ? ['--no-sandbox'] : [];
  const probe = inRoot('scripts', 'bench', 'window', 'list-probe.cjs');
  const child = spawn(electronRuntime().path, [...flags, '--log-level=3', probe, `--data-dir=${archive.data}`], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
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
    archive.close();
    display?.close();
  }
  const load = { before, after: loadavg() };
  process.stdout.write(`${electronRuntime().version}, ${calls} calls, load ${before[0].toFixed(2)} before\n`);
  for (const { name, frames, blank, long } of parts) {
    const longest = long.length > 0 ? `longest ${Math.max(...long).toFixed(0)} ms` : '';
    process.stdout.write(
      `${name.padEnd(30)}${`${frames} frames`.padStart(13)}${`${blank} blank`.padStart(10)}${`${long.length} over 50 ms`.padStart(16)}  ${longest}\n`,
    );
  }
  writeFileSync(inRoot('build', 'bench-list.json'), `${JSON.stringify({ calls, load, parts }, null, 2)}\n`);
}
