// The program that the list bench starts. It loads Earshot, signs in, and plays input into the list of calls as a user
// gives it. For each part it writes a line of JSON: the tasks of the page over 50 ms, and the frames without rows.
const { app } = require('electron');

const { program, login, password } = JSON.parse(process.env.EARSHOT_BENCH_PROBE);
const write = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);
const wait = (ms) => new Promise((done) => setTimeout(done, ms));

/** For the page: notes long tasks, and in each frame whether rows fill the view of the list. */
const watch = `{
  const seen = () => ({ frames: 0, blank: 0, long: [] });
  let now = seen();
  new PerformanceObserver((list) => now.long.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: 'longtask' });
  const frame = () => {
    const grid = document.querySelector('[data-place=list]');
    if (grid) {
      const { top, bottom } = grid.getBoundingClientRect();
      const rows = [...grid.querySelectorAll('[data-row], [role=row][aria-busy]')].map((row) => row.getBoundingClientRect());
      const isFull = rows.some((row) => row.top <= top + 31 && row.bottom > top + 30) && (rows.some((row) => row.bottom >= bottom - 1) || rows.length + 1 >= Number(grid.getAttribute('aria-rowcount')));
      now.frames++;
      if (!isFull) now.blank++;
    }
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  globalThis.takeSeen = () => { const was = now; now = seen(); return was; };
}`;

const whenShown = (selector) => `new Promise((done) => {
  const look = () => document.querySelector(${JSON.stringify(selector)})?.checkVisibility() ? done(true) : requestAnimationFrame(look);
  look();
})`;
const fill = (name, text) => `{
  const field = document.querySelector('input[autocomplete=${name}]');
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, ${JSON.stringify(text)});
  field.dispatchEvent(new Event('input', { bubbles: true }));
}`;

app.once('browser-window-created', (_, { webContents }) => {
  const run = (code) => webContents.executeJavaScript(code);
  const press = async (keyCode, modifiers = []) => {
    webContents.sendInputEvent({ type: 'keyDown', keyCode, modifiers });
    if (keyCode.length === 1 && modifiers.length === 0) webContents.sendInputEvent({ type: 'char', keyCode });
    if (keyCode === 'Return') webContents.sendInputEvent({ type: 'char', keyCode: '\r' });
    webContents.sendInputEvent({ type: 'keyUp', keyCode, modifiers });
    await wait(90);
  };
  const type = async (text) => {
    for (const letter of text) await press(letter);
    await wait(1_000);
  };
  const placeOf = (selector) =>
    run(`(() => { const { left, top, width, height } = document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect();
      return { x: Math.round(left + width / 2), y: Math.round(top + height / 2), left: Math.round(left) }; })()`);
  const part = async (name, play) => {
    await wait(500);
    await run('takeSeen(), true');
    await play();
    write({ name, ...(await run('takeSeen()')) });
  };
  const scroll = async (deltaY, times) => {
    const { x, y } = await placeOf('[role=grid]');
    for (let n = 0; n < times; n++) {
      webContents.sendInputEvent({ type: 'mouseWheel', x, y, deltaX: 0, deltaY });
      await wait(16);
    }
    await wait(500);
  };

  webContents.once('dom-ready', async () => {
    await run(whenShown('input[autocomplete=username]'));
    await run(
      `${fill('username', login)} ${fill('current-password', password)} document.querySelector('form').requestSubmit(); true`,
    );
    await run(whenShown('[role=grid] [data-row]'));
    await run(`${watch} true`);
    webContents.focus();
    await wait(2_000);
    await part('scrolling slowly', () => scroll(-72, 200));
    await part('scrolling fast', () => scroll(-1800, 200));
    await part('scrolling back', () => scroll(1800, 200));
    await part('scrolling low rows', async () => {
      await run(`document.querySelector('[aria-label="Compact rows"], [aria-label="Niedrige Zeilen"]').click(), true`);
      await scroll(-900, 150);
    });
    await part('sizing a column', async () => {
      const { left, y } = await placeOf('[role=columnheader][data-column=agent]');
      const at = (x) => ({ x, y, button: /** @type {const} */ ('left'), clickCount: 1 });
      webContents.sendInputEvent({ type: 'mouseDown', ...at(left + 3) });
      for (let n = 0; n < 60; n++) {
        webContents.sendInputEvent({ type: 'mouseMove', ...at(left + 3 + (n % 30)) });
        await wait(16);
      }
      webContents.sendInputEvent({ type: 'mouseUp', ...at(left + 3) });
    });
    await part('moving with the arrow keys', async () => {
      await run(`document.querySelector('[role=grid]').focus(), true`);
      for (let n = 0; n < 60; n++) await press('Down');
    });
    await part('typing in the search', async () => {
      await press('F', ['control']);
      await type('maria lopez');
      await press('Escape');
      await type('+1 202-555');
      await press('Escape');
    });
    await part('typing in a filter', async () => {
      await press('F', ['control', 'shift']);
      await wait(500);
      await type('length');
      await press('Return');
      await wait(500);
      await type('2:00');
      await press('Return');
      await wait(1_000);
    });
    write({ done: true });
  });
});

require(program);
