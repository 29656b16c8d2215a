// The program that the window bench starts. It loads the program to measure and writes as lines of JSON when its page
// was drawn, and how much memory its processes use after `steps` ran in the page.
const { readFileSync } = require('node:fs');
const { app } = require('electron');

const { program, shows, steps, restMs } = JSON.parse(process.env.EARSHOT_BENCH_PROBE);
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
    setTimeout(() => write({ memory: memory() }), restMs);
  });
});

require(program);
