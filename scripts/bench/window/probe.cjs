// The program that the window bench starts. It loads the program to measure and writes as lines of JSON when its page
// was drawn, and how much memory its processes use after `steps` ran in the page. With `closes`, also the memory once its
// window was closed, and the seconds of processor time that the next minute then takes.
const { once } = require('node:events');
const { readFileSync } = require('node:fs');
const { setTimeout: pause } = require('node:timers/promises');
const { app, BrowserWindow } = require('electron');

const { program, shows, steps, restMs, closes } = JSON.parse(process.env.EARSHOT_BENCH_PROBE);
const write = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);

/** For the page: resolves once a matching element is visible, after the frame that shows it. */
const whenShown = (selector) => `new Promise((done) => {
  const frame = requestAnimationFrame;
  const look = () =>
    document.querySelector('${selector}')?.checkVisibility() ? frame(() => frame(() => done(true))) : frame(look);
  look();
})`;

/** In kB, with each shared page counted in parts (`pss`) and once per process (`rss`). Only Linux reports the parts. */
function memory() {
  const processes = app.getAppMetrics().map(({ pid, type, memory: { workingSetSize } }) => {
    const rollup = process.platform === 'linux' ? readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8') : '';
    return { type, rss: workingSetSize, pss: Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? workingSetSize) };
  });
  const sum = (kind) => processes.reduce((all, one) => all + one[kind], 0);
  return { processes, rss: sum('rss'), pss: sum('pss') };
}

/** The processor time of all processes so far. */
const seconds = () => app.getAppMetrics().reduce((all, { cpu }) => all + cpu.cumulativeCPUUsage, 0);

app.once('browser-window-created', (_, { webContents }) => {
  const run = (code) => webContents.executeJavaScript(code);
  webContents.once('dom-ready', async () => {
    await run(whenShown(shows));
    write({ shown: Date.now() });
    if (steps === undefined) return;
    for (const { code, until } of steps) {
      await run(`${code}; true`);
      await run(whenShown(until));
    }
    await pause(restMs);
    write({ memory: memory() });
    if (!closes) return;
    const [window] = BrowserWindow.getAllWindows();
    window.close();
    await once(window, 'closed');
    await pause(restMs);
    const before = seconds();
    await pause(60_000);
    write({ memory: memory(), seconds: seconds() - before });
  });
});

// Otherwise the program would take this file for one to import.
process.argv = process.argv.filter((word) => word !== __filename);
require(program);
