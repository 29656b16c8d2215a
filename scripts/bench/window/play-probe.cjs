// The program that the benches of the list and of the stage start. It loads Earshot, signs in, and plays input into the
// page as a user gives it. For each part it writes a line of JSON: the tasks of the page over 50 ms, and its frames.
const { app } = require('electron');

const { program, play, login, password } = JSON.parse(process.env.EARSHOT_BENCH_PROBE);
const write = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);
const wait = (ms) => new Promise((done) => setTimeout(done, ms));

/** For the page: notes long tasks, counts frames, and those in which rows do not fill the view of a list. */
const watch = `{
  const seen = () => ({ frames: 0, blank: 0, long: [] });
  let now = seen();
  new PerformanceObserver((list) => now.long.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: 'longtask' });
  const frame = () => {
    const grid = document.querySelector('[data-place=list]');
    now.frames++;
    if (grid) {
      const { top, bottom } = grid.getBoundingClientRect();
      const rows = [...grid.querySelectorAll('[data-row], [role=row][aria-busy]')].map((row) => row.getBoundingClientRect());
      const isFull = rows.some((row) => row.top <= top + 31 && row.bottom > top + 30) && (rows.some((row) => row.bottom >= bottom - 1) || rows.length + 1 >= Number(grid.getAttribute('aria-rowcount')));
      if (!isFull) now.blank++;
    }
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  globalThis.takeSeen = () => { const was = now; now = seen(); return was; };
}`;

const shown = (selector) => `new Promise((done) => {
  const look = () => document.querySelector(${JSON.stringify(selector)})?.checkVisibility() ? done(true) : requestAnimationFrame(look);
  look();
})`;
const fill = (name, text) => `{
  const field = document.querySelector('input[autocomplete=${name}]');
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, ${JSON.stringify(text)});
  field.dispatchEvent(new Event('input', { bubbles: true }));
}`;

/** The actions of a play in the page: it runs code there, presses keys, types, turns the wheel, and measures a part. */
function handsOn(webContents) {
  const run = (code) => webContents.executeJavaScript(code);
  const input = (event) => webContents.sendInputEvent(event);
  const press = async (keyCode, modifiers = []) => {
    input({ type: 'keyDown', keyCode, modifiers });
    if (keyCode.length === 1 && modifiers.length === 0) input({ type: 'char', keyCode });
    if (keyCode === 'Return') input({ type: 'char', keyCode: '\r' });
    input({ type: 'keyUp', keyCode, modifiers });
    await wait(90);
  };
  const type = async (text) => {
    for (const letter of text) await press(letter);
    await wait(1_000);
  };
  /** The middle of the first element that matches, and its left edge. */
  const placeOf = (selector) =>
    run(`(() => { const { left, top, width, height } = document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect();
      return { x: Math.round(left + width / 2), y: Math.round(top + height / 2), left: Math.round(left) }; })()`);
  const wheel = async (selector, deltaY, times, modifiers = []) => {
    const { x, y } = await placeOf(selector);
    for (let n = 0; n < times; n++) {
      input({ type: 'mouseWheel', x, y, deltaX: 0, deltaY, modifiers });
      await wait(16);
    }
    await wait(500);
  };
  const part = async (name, play) => {
    await wait(500);
    await run('takeSeen(), true');
    await play();
    write({ name, ...(await run('takeSeen()')) });
  };
  const begin = async (selector) => {
    await run(shown(selector));
    await run(`${watch} true`);
    webContents.focus();
    await wait(2_000);
  };
  return { run, input, press, type, placeOf, wheel, part, begin, wait, whenShown: (selector) => run(shown(selector)) };
}

app.once('browser-window-created', (_, { webContents }) => {
  const hands = handsOn(webContents);
  webContents.once('dom-ready', async () => {
    await hands.whenShown('input[autocomplete=username]');
    await hands.run(
      `${fill('username', login)} ${fill('current-password', password)} document.querySelector('form').requestSubmit(); true`,
    );
    // The first page may be Today.
    await hands.whenShown('nav a[href$="/review"]');
    await hands.run(`document.querySelector('nav a[href$="/review"]').click(); true`);
    await hands.whenShown('[role=grid] [data-row]');
    await require(play)(hands);
    write({ done: true });
  });
});

// Otherwise the program would take this file for one to import.
process.argv = process.argv.filter((word) => word !== __filename);
require(program);
