import type { Locator } from '@playwright/test';
import { expect, look, lookAround, setTheme, signedIn, speak, test } from './launch';
import { Deck } from './player';

const middle = async (place: Locator) => {
  const box = await place.boundingBox();
  if (!box) throw new Error('Not on the page.');
  return { ...box, cx: box.x + box.width / 2, cy: box.y + box.height / 2 };
};

test('the waveform is zoomed, scrolled and looped, with the pointer and with keys', async ({ earshot }) => {
  await signedIn(earshot);
  const { page } = earshot;
  const { keyboard, mouse } = page;
  await page.setViewportSize({ width: 1280, height: 800 });
  await lookAround(page);
  await keyboard.press('Escape');
  const deck = new Deck(page);
  const overview = deck.element.locator('[data-overview]');
  const ruler = deck.element.locator('[data-ruler]');
  const hover = deck.element.locator('[data-hover] [data-figures]');
  const edge = (name: 'Start' | 'End') => deck.element.getByRole('slider', { name: `${name} of the loop` });
  await page
    .getByRole('row')
    .filter({ hasText: /\d:\d\d–$/ })
    .first()
    .dblclick();
  await expect(deck.button('Pause')).toBeVisible();
  await deck.press('Space');
  await expect(deck.button('Play')).toBeVisible();
  await expect(page.getByText('Drawing the waveform')).toBeHidden();

  await test.step('Z zooms in, an overview appears, Shift Z and W zoom out', async () => {
    const splitter = page.getByRole('separator', { name: 'Height of the player' });
    await splitter.press('Home');
    await splitter.press('End');
    await deck.position.focus();
    await expect(overview).toBeHidden();
    await keyboard.press('z');
    await expect(overview).toBeVisible();
    await keyboard.press('Shift+Z');
    await expect(overview).toBeHidden();
    for (const key of ['+', '+', '+', '-']) await keyboard.press(key);
    await expect(overview).toBeVisible();
    await keyboard.press('w');
    await expect(overview).toBeHidden();
  });

  await test.step('Ctrl and the wheel zoom at the pointer, the wheel scrolls', async () => {
    const at = await middle(deck.position);
    await mouse.move(at.x + 0.3 * at.width, at.cy);
    await expect(hover).toBeVisible();
    const before = (await hover.textContent()) ?? '';
    await keyboard.down('Control');
    for (let notch = 0; notch < 6; notch += 1) await mouse.wheel(0, -100);
    await keyboard.up('Control');
    await expect(overview).toBeVisible();
    await mouse.move(at.x + 0.3 * at.width + 1, at.cy);
    await mouse.move(at.x + 0.3 * at.width, at.cy);
    await expect(hover).toHaveText(before);
    const ticks = await ruler.textContent();
    await mouse.wheel(0, 300);
    await expect.poll(() => ruler.textContent()).not.toBe(ticks);
    await keyboard.press('v');
    await expect(deck.element.locator('[data-playhead]')).toHaveCSS('visibility', 'visible');
  });

  await test.step('the window of the overview is dragged; a double click shows the whole call', async () => {
    const { x, width, cy } = await middle(overview);
    const ticks = await ruler.textContent();
    await mouse.move(x + 20, cy);
    await mouse.down();
    await mouse.move(x + 0.8 * width, cy, { steps: 4 });
    await mouse.up();
    await expect.poll(() => ruler.textContent()).not.toBe(ticks);
    await expect(deck.element.locator('[data-playhead]')).toHaveCSS('visibility', 'hidden');
    await deck.element.getByRole('button', { name: 'Show the current position' }).click();
    await expect(deck.element.locator('[data-playhead]')).toHaveCSS('visibility', 'visible');
    await overview.dblclick();
    await expect(overview).toBeHidden();
  });

  await test.step('a seek to where the last one went brings the view back to the playhead', async () => {
    for (const key of ['Home', 'z', 'z', 'z', 'Alt+PageDown', 'Alt+PageDown']) await deck.press(key);
    await expect(deck.element.locator('[data-playhead]')).toHaveCSS('visibility', 'hidden');
    await deck.press('Home');
    await expect(deck.element.locator('[data-playhead]')).toHaveCSS('visibility', 'visible');
    await deck.press('w');
  });

  await test.step('R sets both edges of a loop; the edges are moved with the arrow keys', async () => {
    await deck.position.focus();
    await keyboard.press('Home');
    await keyboard.press('r');
    await expect(deck.element.getByRole('status', { name: 'Loop' })).toHaveText(/^The loop starts at 0:00/);
    await keyboard.press('ArrowRight');
    await keyboard.press('r');
    await expect(deck.element.locator('[data-loop]')).toHaveText('Loop 0:05');
    await edge('Start').press('ArrowRight');
    await expect(edge('Start')).toHaveAttribute('aria-valuetext', '0:00.1');
    await edge('End').press('Shift+ArrowLeft');
    await expect(edge('End')).toHaveAttribute('aria-valuetext', '0:04.0');
    await deck.press('Alt+ArrowRight');
    await expect(edge('Start')).toHaveAttribute('aria-valuetext', '0:00.2');
    await deck.press('r');
    await expect(edge('Start')).toBeHidden();
  });

  await test.step('a region dragged over the end of the call ends with it, and is repeated once it is dropped', async () => {
    const { x, width, cy } = await middle(ruler);
    await mouse.move(x + width - 2, cy);
    await mouse.down();
    await mouse.move(x + width + 30, cy, { steps: 4 });
    await expect(deck.element.locator('[data-loop]')).toHaveText(/^Loop /);
    await expect(edge('End')).toBeHidden();
    await mouse.up();
    const last = (await edge('End').getAttribute('aria-valuemax')) ?? '';
    await expect(edge('End')).toHaveAttribute('aria-valuenow', last);
    await mouse.move(x + 0.2 * width, cy);
    await mouse.down();
    await mouse.move(x + 0.4 * width, cy, { steps: 4 });
    await expect(deck.element.locator('[data-loop]')).toHaveCount(2);
    await expect(edge('End')).toHaveAttribute('aria-valuenow', last);
    await deck.press('Control+ArrowDown');
    await expect(deck.element.locator('[data-loop]')).toHaveCount(0);
    await mouse.move(x + 0.5 * width, cy, { steps: 2 });
    await mouse.up();
    await expect(deck.element.locator('[data-loop]')).toHaveCount(0);
    await deck.press('Control+ArrowUp');
    await expect(deck.button('Play')).toBeVisible();
    await expect(page.getByText('Drawing the waveform')).toBeHidden();
  });

  await test.step('dragging over the ruler chooses the loop; a note is written over it', async () => {
    for (let step = 0; step < 4; step += 1) await deck.press('z');
    const { x, width, cy } = await middle(ruler);
    await mouse.move(x + 0.2 * width, cy);
    await mouse.down();
    await mouse.move(x + 0.5 * width, cy, { steps: 4 });
    await mouse.up();
    await expect(deck.element.locator('[data-loop]')).toHaveText(/^Loop 0:\d\d$/);
    await deck.press('s');
    await expect(deck.element.locator('[data-skipped]').first()).toBeAttached();
    await deck.press('n');
    const form = page.getByRole('dialog', { name: 'Add a note' });
    await expect(form.getByRole('radio', { name: /–/ })).toBeChecked();
    await keyboard.type('Says it twice.');
    await form.getByRole('button', { name: 'Save note' }).press('Enter');
    await page.getByRole('tab', { name: 'Notes' }).click();
    await expect(page.getByRole('tabpanel', { name: 'Notes' })).toContainText(/\d:\d\d–\d:\d\d/);
    await expect(deck.element.locator('[data-region]')).toBeVisible();
    await look(page, 'deck-zoomed');
    await setTheme(page, 'light');
  });

  await test.step('in German at the smallest size', async () => {
    await earshot.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setContentSize(960, 600));
    await page.setViewportSize({ width: 960, height: 600 });
    await speak(page, 'de');
    await page.reload();
    await page
      .getByRole('row')
      .filter({ hasText: /\d:\d\d–$/ })
      .first()
      .dblclick();
    const german = page.getByRole('group', { name: 'Player' });
    await expect(german.getByRole('button', { name: 'Anhalten' })).toBeVisible();
    await german.getByRole('slider', { name: 'Position' }).focus();
    for (const key of ['Space', 'z', 'z', 'Home', 'r', 'ArrowRight', 'r']) await keyboard.press(key);
    await expect(german.getByRole('slider', { name: 'Ende der Schleife' })).toBeVisible();
    const [label, axis] = [german.locator('[data-loop] span'), german.locator('[data-ruler]')];
    expect((await label.boundingBox())?.x).toBeGreaterThanOrEqual((await axis.boundingBox())?.x ?? Number.NaN);
    await look(page, 'deck-zoomed-german');
  });
});
