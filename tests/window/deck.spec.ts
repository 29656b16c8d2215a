import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { tones } from '../support/tones';
import { type Earshot, expect, expectAccessible, signedIn, test } from './launch';
import { bringIn, Deck, damage, expectHeard, listenTo } from './player';

const talk = { direction: 'inbound', from_name: 'Maria Lopez', to_name: 'Chris Lang' };

test('the ear button or key of a lane plays only that lane, also for the next call', async ({ earshot }) => {
  await signedIn(earshot);
  const { page } = earshot;
  const heard = await listenTo(page);
  const deck = new Deck(page);
  await bringIn(earshot, {
    'a.wav': tones([400, 800], { seconds: 60 }),
    'b.wav': tones([600, 1200], { seconds: 60 }),
    'calls.json': JSON.stringify([
      { ...talk, file: 'a.wav', setup_time: '2026-11-20T14:01:00Z' },
      { ...talk, file: 'b.wav', setup_time: '2026-11-20T14:00:00Z' },
    ]),
  });
  await page.getByRole('row').nth(1).dblclick();
  await expectHeard(heard, { left: 400, right: 800 });

  const ear = deck.button('Hear the customer only');
  await expect(ear).toHaveText('');
  const size = await ear.boundingBox();
  expect([Math.min(size?.width ?? 0, 24), Math.min(size?.height ?? 0, 24)]).toEqual([24, 24]);
  const tip = page.getByRole('tooltip');
  await ear.hover();
  await expect(tip).toHaveText('Hear the customer onlyC');
  await page.mouse.move(0, 0);
  await expect(tip).toBeHidden();
  await deck.button('Hear the agent only').focus();
  await page.keyboard.press('Tab');
  await expect(ear).toBeFocused();
  await expect(tip).toHaveText('Hear the customer onlyC');
  await ear.click();
  await expectHeard(heard, { left: 800, right: 800 });

  await deck.button('Next call').click();
  await page.getByRole('row').nth(2).dblclick();
  await expectHeard(heard, { left: 1200, right: 1200 });
  await expect(ear).toHaveAttribute('aria-pressed', 'true');
  await deck.press('b');
  await expectHeard(heard, { left: 600, right: 1200 });
});

test('a gap between files shows the missing time, keeps the playhead visible, and is mentioned at the download', async ({
  earshot,
}) => {
  await signedIn(earshot);
  const { page } = earshot;
  const deck = new Deck(page);
  const piece = { ...talk, protocol_call_id: 'one call' };
  await bringIn(earshot, {
    'a.wav': tones([400, 800], { seconds: 30.4 }),
    'b.wav': tones([400, 800], { seconds: 30.4 }),
    'calls.json': JSON.stringify([
      { ...piece, file: 'a.wav', setup_time: '2026-11-20T09:00:00Z' },
      { ...piece, file: 'b.wav', setup_time: '2026-11-20T09:01:25Z' },
    ]),
  });
  await page.getByRole('row').filter({ hasText: 'Maria Lopez' }).dblclick();

  const gap = deck.element.getByRole('note');
  await expect(gap).toHaveText(/^\d\d:01:250:55 missing$/);
  await expect(gap).toHaveAttribute('title', /^Not recorded from \d\d:00:30 to \d\d:01:25, 0:55 in all$/);
  // 60.8 s, because the sum is rounded and not its parts.
  expect((await deck.clock()).of).toBe(61);
  const download = page.getByRole('complementary', { name: 'Call' }).getByRole('button', { name: 'Download' }).first();
  await expect(download).toHaveAccessibleDescription('Without the 0:55 between its files');

  await deck.button('Pause').click();
  await deck.goTo(0.5);
  await page.mouse.move(0, 0);
  expect((await deck.clock()).at).toBe(30);
  expect(await playheadIsOnTop(page)).toBe(true);
});

/** Whether nothing covers the playhead, including elements that let the mouse through. */
const playheadIsOnTop = (page: Page) =>
  page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('*, *::before { pointer-events: auto !important }');
    document.adoptedStyleSheets.push(sheet);
    const head = document.querySelector('[data-playhead]');
    const { x, y, height } = head?.lastElementChild?.getBoundingClientRect() ?? new DOMRect();
    return head?.contains(document.elementFromPoint(x + 0.7, y + height / 2)) ?? false;
  });

test('the played part keeps its colour when silence is skipped', async ({ earshot }) => {
  await signedIn(earshot);
  const { page } = earshot;
  const deck = new Deck(page);
  await bringIn(earshot, {
    'a.wav': readFileSync(resolve('tests/data/audio/repair-call-stereo-8k.wav')),
    'calls.json': JSON.stringify([{ ...talk, file: 'a.wav', setup_time: '2026-11-20T09:00:00Z' }]),
  });
  await page.getByRole('row').filter({ hasText: 'Maria Lopez' }).dblclick();
  await deck.press('Space');
  await deck.goTo(0.5);
  const played = deck.element.locator('[part="progress"]');
  const widths = () => played.evaluateAll((parts) => parts.map((part) => (part as HTMLElement).style.width));
  await expect.poll(async () => (await widths()).map((width) => Math.round(Number.parseFloat(width)))).toEqual([50]);

  await deck.press('s');

  await expect(deck.element.getByText('Skip silence')).toBeVisible();
  await expect.poll(async () => (await widths()).map((width) => Math.round(Number.parseFloat(width)))).toEqual([50]);
  await expect.poll(() => played.locator('canvas').count()).toBeGreaterThan(0);
});

test('a right-to-left name keeps its first word when there is no space', async ({ earshot }) => {
  await signedIn(earshot);
  const { page } = earshot;
  const deck = new Deck(page);
  const name = 'שלום עליכם ברוכים הבאים אל מוקד השירות של החברה הגדולה ביותר בארץ ובעולם כולו';
  await bringIn(earshot, {
    'a.wav': tones([400, 800], { seconds: 3 }),
    'calls.json': JSON.stringify([{ ...talk, from_name: name, file: 'a.wav', setup_time: '2026-11-20T09:00:00Z' }]),
  });
  await page.getByRole('row').filter({ hasText: 'Chris Lang' }).dblclick();

  const shown = deck.element.getByText(name);
  await expect(shown).toHaveCount(2);
  for (const place of await shown.all()) expect(await firstWordShows(place)).toBe(true);
});

/** Whether the first letters of a cut text are within its box. */
const firstWordShows = (place: Locator) =>
  place.evaluate((element) => {
    const range = document.createRange();
    const text = element.firstChild as Text;
    range.setStart(text, 0);
    range.setEnd(text, 4);
    const [word, box] = [range.getBoundingClientRect(), element.getBoundingClientRect()];
    return element.scrollWidth > element.clientWidth && word.left >= box.left - 1 && word.right <= box.right + 1;
  });

test('a call without any names is called by its file', async ({ earshot }) => {
  await signedIn(earshot);
  const { page } = earshot;
  await bringIn(earshot, { 'Besprechung am Montag.wav': tones([400, 800], { seconds: 3 }) });
  await page.getByRole('row').nth(1).dblclick();

  await expect(new Deck(page).element.getByText('Besprechung am Montag.wav')).toBeVisible();
});

test('a recording with damage further on is reported as damaged, and can be played after the damage', async ({
  earshot,
}) => {
  await signedIn(earshot);
  const { page, dataFolder } = earshot;
  const deck = new Deck(page);
  await bringIn(earshot, { 'a.wav': tones([400, 800], { seconds: 600 }) });
  damage(dataFolder, 0.8);
  await page.getByRole('row').nth(1).dblclick();
  await expect(deck.button('Pause')).toBeVisible();

  await deck.goTo(0.8);

  await expect(deck.notice).toContainText('The recording is damaged');
  const { at } = await deck.clock();
  await deck.button('Forward 10 seconds').click();
  await deck.notice.getByRole('button', { name: 'Try again' }).click();
  await expect(deck.notice).toBeHidden();
  await expect.poll(async () => (await deck.clock()).at).toBeGreaterThan(at + 11);
});

async function zoomed({ app, page }: Earshot, width: number, height: number): Promise<void> {
  await app.evaluate(
    ({ BrowserWindow }, [width, height]) => {
      const [window] = BrowserWindow.getAllWindows();
      window?.setContentSize(width, height);
      window?.webContents.setZoomFactor(2);
    },
    [width, height] as const,
  );
  await expect.poll(() => page.evaluate(() => innerWidth)).toBe(width / 2);
}

// The height that buttons and ruler leave in a deck of 116 px, and buttons alone in one of 92 px. A higher deck would
// cover the list's last rows, and lanes below 24 px would cut the ear buttons.
for (const [width, height, lanesHeight] of [
  [1280, 800, 59],
  [960, 600, 51],
] as const) {
  test(`at 200 % in ${width} by ${height} the deck keeps its lanes, ear buttons and controls`, async ({ earshot }) => {
    await signedIn(earshot);
    const { page } = earshot;
    const deck = new Deck(page);
    await bringIn(earshot, {
      'a.wav': readFileSync(resolve('tests/data/audio/repair-call-stereo-8k.wav')),
      'calls.json': JSON.stringify([{ ...talk, file: 'a.wav', setup_time: '2026-11-20T09:00:00Z' }]),
    });
    await zoomed(earshot, width, height);
    await page.getByRole('row').filter({ hasText: 'Maria Lopez' }).dblclick();

    const needed = [
      deck.button('Pause'),
      deck.button('Previous call'),
      deck.button('Next call'),
      deck.button('Back 10 seconds'),
      deck.button('Forward 10 seconds'),
      deck.element.getByRole('button', { name: /^Speed/ }),
      deck.element.getByRole('button', { name: /^Skip silence/ }),
      deck.element.getByRole('button', { name: /^Volume/ }),
      deck.element.getByRole('timer'),
      deck.button('Hear the agent only'),
      deck.button('Hear the customer only'),
    ];
    for (const control of needed) await expect.poll(() => isInReach(control), String(control)).toBe(true);
    const lanes = await deck.element.locator('[part="canvases"]').boundingBox();
    expect(lanes?.height).toBeGreaterThanOrEqual(lanesHeight);
    await expectAccessible(page);
  });
}

/**
 * Whether a control is inside the deck, is at least 24 by 24 if it can be pressed, and is the topmost element at its
 * centre.
 */
const isInReach = (control: Locator) =>
  control.evaluate((element) => {
    const { left, right, top, bottom, width, height } = element.getBoundingClientRect();
    const deck = element.closest('[role="group"]')?.getBoundingClientRect();
    if (!deck) return false;
    const isInside = left >= deck.left && top >= deck.top && right <= deck.right && bottom <= deck.bottom;
    const topmost = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    const isLarge = element.tagName !== 'BUTTON' || Math.min(width, height) >= 24;
    return isInside && isLarge && element.contains(topmost);
  });
