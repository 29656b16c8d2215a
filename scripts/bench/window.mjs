import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { openDisplay } from '../display.mjs';
import { electronRuntime } from '../setup/electron.mjs';
import { hasDisplay } from '../setup/libraries.mjs';
import { inRoot } from '../setup/place.mjs';
import { administrator, noKeychain, openArchive } from './archive.mjs';
import { median } from './measure.mjs';
import { measureCommands, openDesktop, startHidden } from './stay.mjs';

const rounds = 9;
const memoryRounds = 3;
/** The wait before memory is read. Rows that were scrolled past are dropped after 5 s. */
const restMs = 8_000;

const sides = {
  ours: { program: inRoot('build', 'node', 'main.cjs'), shows: 'input[autocomplete=username]' },
  baseline: { program: inRoot('scripts', 'bench', 'window', 'empty.cjs'), shows: 'body' },
};

const type = (purpose, text) => `{
  const field = document.querySelector('input[autocomplete=${purpose}]');
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, ${JSON.stringify(text)});
  field.dispatchEvent(new Event('input', { bubbles: true }));
}`;
const press = (key) =>
  `document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: '${key}', bubbles: true, cancelable: true }))`;

/** Chromium refuses to start sandboxed as root. */
const flags = process.platform === 'linux' && process.getuid() === 0 ? ['--no-sandbox'] : [];
const reviewLink = 'nav a[href="/review"]';
/** Signs in, opens the newest call, then the oldest one at the other end of the list. */
const stepsWith = (calls) => [
  {
    code: `${type('username', administrator.login)}
      ${type('current-password', administrator.password)}
      document.querySelector('form').requestSubmit()`,
    until: reviewLink,
  },
  // The first page is that of today.
  { code: `document.querySelector('${reviewLink}').click()`, until: '[role=row][aria-selected=true]' },
  {
    code: `document.querySelector('[role=grid]').focus(); ${press('End')}`,
    until: `[role=row][aria-rowindex="${calls + 1}"]`,
  },
];

/** `npm run bench -- --window`: prints the figures as a table and writes build/bench-window.json. */
export async function benchWindow(calls) {
  const archive = await openArchive(calls);
  const before = loadavg();
  try {
    const { items, processes, seconds } = await measure(archive.data, calls);
    items.push(...(await measureCommands()));
    const load = { before, after: loadavg() };
    process.stdout.write(`${electronRuntime().version}, ${calls} calls, load ${before[0].toFixed(2)} before\n`);
    for (const { name, unit, ours, baseline, ratio } of items) {
      const figures = [`${ours.toFixed(0)} ${unit}`, `${baseline.toFixed(0)} ${unit}`, ratio.toFixed(2)];
      process.stdout.write(`${name.padEnd(44)}${figures.map((figure) => figure.padStart(12)).join('')}\n`);
    }
    process.stdout.write(`without its window, in a minute: ${seconds.toFixed(2)} s of processor time\n`);
    writeFileSync(
      inRoot('build', 'bench-window.json'),
      `${JSON.stringify({ calls, load, items, processes, seconds }, null, 2)}\n`,
    );
  } finally {
    archive.close();
  }
}

/**
 * Measures the time from start to the sign-in page, and the memory of all processes with the archive's calls in the
 * list, each against an empty window of the same Electron; then a program that stays: its memory and processor time
 * without its window, and its hidden start.
 */
async function measure(data, calls) {
  const display = hasDisplay() ? undefined : await openDisplay();
  const settings = mkdtempSync(join(tmpdir(), 'earshot-bench-empty-'));
  const env = {
    ...process.env,
    ...noKeychain,
    XDG_CONFIG_HOME: settings,
    ...(display && { DISPLAY: display.name }),
  };
  const args = { ours: [`--data-dir=${data}`], baseline: [] };
  const start = (side, more = {}, own = env) => open({ ...sides[side], ...more }, args[side], own);
  try {
    const starts = await inTurns(rounds, async (side) => {
      const window = await start(side);
      await window.close();
      return window.ms;
    });
    const held = await inTurns(memoryRounds, async (side) => {
      // Otherwise the window continues where the round before it ended.
      rmSync(join(data, 'window'), { recursive: true, force: true });
      const window = await start(side, { steps: side === 'ours' ? stepsWith(calls) : [], restMs });
      const { memory } = await window.next();
      await window.close();
      return memory;
    });
    const stay = await measureStay(data, calls, start, env);
    const mb = (kind) => ({
      ours: held.ours.map((memory) => memory[kind] / 1024),
      baseline: held.baseline.map((memory) => memory[kind] / 1024),
    });
    return {
      items: [
        compared('start to the page for signing in', 'ms', starts),
        compared('memory, shared parts once', 'MB', mb('pss')),
        compared('memory, shared parts with each process', 'MB', mb('rss')),
        ...stay.items,
      ],
      seconds: stay.seconds,
      processes: { ours: held.ours.at(-1).processes, baseline: held.baseline.at(-1).processes },
    };
  } finally {
    display?.close();
    rmSync(settings, { recursive: true, force: true });
  }
}

async function measureStay(data, calls, start, env) {
  const desktop = await openDesktop();
  const onDesktop = { ...env, DBUS_SESSION_BUS_ADDRESS: desktop.address };
  try {
    const memory = { ours: [], baseline: [] };
    let seconds = 0;
    for (let round = 0; round < memoryRounds; round += 1) {
      rmSync(join(data, 'window'), { recursive: true, force: true });
      const steps = [{ code: 'void window.earshot.keep({ keeps_running: true })', until: 'body' }, ...stepsWith(calls)];
      const window = await start('ours', { steps, restMs, closes: true }, onDesktop);
      memory.baseline.push((await window.next()).memory.pss / 1024);
      const closed = await window.next();
      memory.ours.push(closed.memory.pss / 1024);
      seconds = Math.max(seconds, closed.seconds);
      await window.close();
    }
    const starts = await inTurns(rounds, async (side) => {
      if (side === 'ours') return startHidden(data, flags, onDesktop);
      const window = await start('ours', {}, onDesktop);
      await window.close();
      return window.ms;
    });
    const items = [
      compared('memory without the window, to that with it', 'MB', memory),
      compared('hidden start to the API, to start to the window', 'ms', starts),
    ];
    return { items, seconds };
  } finally {
    desktop.close();
  }
}

/** Runs both sides alternately. The first round warms up the disk and does not count. */
async function inTurns(count, measure) {
  const results = { ours: [], baseline: [] };
  for (let round = -1; round < count; round += 1) {
    for (const side of round % 2 === 0 ? ['ours', 'baseline'] : ['baseline', 'ours']) {
      const result = await measure(side);
      if (round >= 0) results[side].push(result);
    }
  }
  return results;
}

function compared(name, unit, { ours, baseline }) {
  const [own, bare] = [median(ours), median(baseline)];
  return { name, unit, ours: own, baseline: bare, ratio: own / bare, all: { ours, baseline } };
}

/** Starts a program under the probe. Returns `ms` until its page was drawn, and `next`, the probe's next message. */
async function open(probe, args, env) {
  const command = [...flags, '--log-level=3', inRoot('scripts', 'bench', 'window', 'probe.cjs'), ...args];
  const begun = Date.now();
  const child = spawn(electronRuntime().path, command, {
    env: { ...env, EARSHOT_BENCH_PROBE: JSON.stringify(probe) },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = once(child, 'exit');
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async () => {
    const { value, done } = await lines.next();
    if (done) throw new Error(`${probe.program} ended before it was measured`);
    return JSON.parse(value);
  };
  const { shown } = await next();
  const close = async () => {
    child.kill();
    await ended;
  };
  return { ms: shown - begun, next, close };
}
