import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { tones } from '../support/tones';
import { ask, type Earshot, expect, expectAccessible, look, person, signedIn, test } from './launch';
import { bringIn, Deck, expectHeard, listenTo } from './player';
import { shareWindow } from './shared-window';

const talk = { direction: 'inbound', to_name: 'Chris Lang' };
const piece = { ...talk, from_name: 'Gap Between', protocol_call_id: 'one call' };
const rightToLeft = 'שלום עליכם ברוכים הבאים אל מוקד השירות של החברה הגדולה ביותר בארץ ובעולם כולו';

shareWindow({
  async fill(earshot) {
    await signedIn(earshot);
    await bringIn(earshot, {
      'low.wav': tones([400, 800], { seconds: 60 }),
      'high.wav': tones([600, 1200], { seconds: 60 }),
      'before.wav': tones([400, 800], { seconds: 30.4 }),
      'after.wav': tones([400, 800], { seconds: 30.4 }),
      'repair.wav': readFileSync(resolve('tests/data/audio/repair-call-stereo-8k.wav')),
      'short.wav': tones([400, 800], { seconds: 3 }),
      'Besprechung am Montag.wav': tones([400, 800], { seconds: 4 }),
      'calls.json': JSON.stringify([
        { ...talk, file: 'low.wav', from_name: 'Low Voices', setup_time: '2026-11-20T14:01:00Z' },
        { ...talk, file: 'high.wav', from_name: 'High Voices', setup_time: '2026-11-20T14:00:00Z' },
        { ...piece, file: 'before.wav', setup_time: '2026-11-20T09:00:00Z' },
        { ...piece, file: 'after.wav', setup_time: '2026-11-20T09:01:25Z' },
        { ...talk, file: 'repair.wav', from_name: 'Maria Lopez', setup_time: '2026-11-20T08:00:00Z' },
        { ...talk, file: 'short.wav', from_name: rightToLeft, setup_time: '2026-11-20T07:00:00Z' },
      ]),
    });
  },
});

const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

test('the ear button or key of a lane plays only that lane, until another call is played', async ({ earshot }) => {
  await signedIn(earshot);
  const { page } = earshot;
  const heard = await listenTo(page);
  const deck = new Deck(page);
  await rowOf(page, 'Low Voices').dblclick();
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
  await rowOf(page, 'High Voices').dblclick();
  await expectHeard(heard, { left: 600, right: 1200 });
  await expect(ear).toHaveAttribute('aria-pressed', 'false');
  await deck.press('c');
  await expectHeard(heard, { left: 1200, right: 1200 });
  await deck.press('b');
  await expectHeard(heard, { left: 600, right: 1200 });
});

test('the player is closed by its button, opens with the next call, and is only in administration while it plays there', async ({
  earshot,
}) => {
  await signedIn(earshot);
  const { page } = earshot;
  const deck = new Deck(page);
  await rowOf(page, 'Low Voices').dblclick();
  await expect(deck.button('Pause')).toBeVisible();

  await test.step('it stays in administration while it plays, also when it is paused there', async () => {
    await page.getByRole('link', { name: 'Administration', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible();
    await deck.button('Pause').click();
    await expect(deck.button('Play')).toBeVisible();
  });

  await test.step('it is not there once it was paused elsewhere', async () => {
    await page.getByRole('link', { name: 'Leave administration' }).click();
    await expect(rowOf(page, 'Low Voices')).toBeVisible();
    await expect(deck.button('Play')).toBeVisible();
    await page.getByRole('link', { name: 'Administration', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible();
    await expect(deck.element).toBeHidden();
    await page.getByRole('link', { name: 'Leave administration' }).click();
    await expect(rowOf(page, 'Low Voices')).toBeVisible();
  });

  await test.step('closed by keyboard, it leaves the focus on the page', async () => {
    await deck.button('Close the player').press('Enter');
    await expect(deck.element).toBeHidden();
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest('[data-pane]') !== null)).toBe(true);
    await look(page, 'deck-closed');
    await rowOf(page, 'High Voices').dblclick();
    await expect(deck.button('Pause')).toBeVisible();
    await look(page, 'deck-close');
  });
});

test('a button makes the player as high as it can be, and gives back its height', async ({ earshot }) => {
  await signedIn(earshot);
  const { page } = earshot;
  const deck = new Deck(page);
  await rowOf(page, 'Low Voices').click();
  const heightOf = async () => (await page.getByRole('group', { name: 'Player' }).boundingBox())?.height;
  const before = await heightOf();
  await deck.button('Taller player').press('Enter');
  await expect(deck.button('Shorter player')).toBeFocused();
  expect(await heightOf()).toBeGreaterThan((before ?? 0) + 100);
  await deck.button('Shorter player').press('Enter');
  await expect(deck.button('Taller player')).toBeFocused();
  expect(await heightOf()).toBe(before);
});

test('a gap between files shows the missing time, keeps the playhead visible, and is mentioned at the download', async ({
  earshot,
}) => {
  await signedIn(earshot);
  const { page } = earshot;
  const deck = new Deck(page);
  await rowOf(page, 'Gap Between').dblclick();

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
  await rowOf(page, 'Maria Lopez').dblclick();
  await deck.press('Space');
  await deck.goTo(0.5);
  const played = deck.element.locator('[data-waveform="played"]');
  /** The shown share of it, in percent, and whether it has bars. */
  const shown = () =>
    played.evaluate((element) => {
      const canvas = element as HTMLCanvasElement;
      const hidden = Number.parseFloat(canvas.style.clipPath.split(' ')[1] ?? '');
      const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
      return { percent: Math.round(100 - hidden), hasBars: pixels.some((value) => value > 0) };
    });
  await expect.poll(shown).toEqual({ percent: 50, hasBars: true });

  await deck.press('s');

  await expect(deck.element.getByText('Skip silence')).toBeVisible();
  await expect.poll(shown).toEqual({ percent: 50, hasBars: true });
});

test('a right-to-left name keeps its first word when there is no space', async ({ earshot }) => {
  await signedIn(earshot);
  const { page } = earshot;
  const deck = new Deck(page);
  await rowOf(page, rightToLeft).dblclick();

  const shown = deck.element.getByText(rightToLeft);
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
  await rowOf(page, 'Besprechung am Montag.wav').dblclick();

  await expect(new Deck(page).element.getByText('Besprechung am Montag.wav')).toBeVisible();
});

async function zoomed({ app, page }: Earshot, width: number, height: number, zoom: number): Promise<void> {
  await app.evaluate(
    ({ BrowserWindow }, [width, height, zoom]) => {
      const [window] = BrowserWindow.getAllWindows();
      window?.setContentSize(width, height);
      window?.webContents.setZoomFactor(zoom);
    },
    [width, height, zoom] as const,
  );
  await expect.poll(() => page.evaluate(() => innerWidth)).toBe(width / zoom);
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
    await zoomed(earshot, width, height, 2);
    await rowOf(page, 'Maria Lopez').dblclick();

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
    const lanes = await deck.element.locator('[data-waveform="lanes"]').boundingBox();
    expect(lanes?.height).toBeGreaterThanOrEqual(lanesHeight);
    await expectAccessible(page);
    await zoomed(earshot, 1280, 800, 1);
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

test('the call in the player is shown in the time zone that the user chooses meanwhile', async ({ earshot }) => {
  await signedIn(earshot);
  const { page } = earshot;
  const player = page.getByRole('group', { name: 'Player' });
  const { user } = await ask(page, 'GET', '/api/v2/sessions.json');
  await rowOf(page, 'Low Voices').dblclick();
  await expect(player).toContainText('14:01');

  await page.getByRole('button', { name: new RegExp(`^${person.name}`) }).click();
  await page.getByRole('menuitem', { name: 'Preferences' }).click();
  await page.getByRole('combobox', { name: 'Time zone' }).fill('tokyo');
  await page.getByRole('option', { name: 'Asia/Tokyo' }).click();
  await expect(page.getByText('Time zone saved')).toBeVisible();
  await page.getByRole('navigation').getByRole('link', { name: 'Review' }).click();

  await expect(player).toContainText('23:01');
  await ask(page, 'PUT', `/api/v2/users/${user.user_id}.json`, { user: { timezone: user.timezone } });
});
