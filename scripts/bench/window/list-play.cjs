/** Uses the list of calls: scrolls it, sizes a column, moves through it, and types in the search and in a filter. */
module.exports = async ({ run, input, press, type, placeOf, wheel, part, begin, wait }) => {
  await begin('[role=grid] [data-row]');
  const scroll = (deltaY, times) => wheel('[role=grid]', deltaY, times);
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
    input({ type: 'mouseDown', ...at(left + 3) });
    for (let n = 0; n < 60; n++) {
      input({ type: 'mouseMove', ...at(left + 3 + (n % 30)) });
      await wait(16);
    }
    input({ type: 'mouseUp', ...at(left + 3) });
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
  const opened = async (...chord) => {
    await press(...chord);
    await wait(500);
  };
  await part('opening the list of filters', () => opened('F', ['control', 'shift']));
  await part('typing in the list of filters', () => type('length'));
  await part('opening a filter', () => opened('Return'));
  await part('typing in a filter', () => type('2:00'));
  await part('applying it', async () => {
    await press('Return');
    await wait(1_000);
  });
};
