import type { CDPSession, Page } from '@playwright/test';
import { type Earshot, expect, expectAccessible, signedIn, test } from './launch';
import { shareWindow } from './shared-window';

const calls = Number(process.env.EARSHOT_SCALE_CALLS ?? 10_000);
const rowHeight = 36;

shareWindow({ calls });

const gridOf = (page: Page) => page.getByRole('grid', { name: 'Calls' });
const rowsOf = (page: Page) => gridOf(page).locator('[role=rowgroup]:last-of-type [role=row]');
const selected = (page: Page) => gridOf(page).locator('[role=row][aria-selected=true]');
const counted = calls.toLocaleString('en-GB');

async function openList(earshot: Earshot): Promise<void> {
  const { page } = earshot;
  await signedIn(earshot);
  await expect(page.getByRole('status').filter({ hasText: `${counted} calls` })).toBeVisible();
}

/** Counts the frames from now on, and those in which rows do not fill the view. */
type Seen = { frames: number; blank: number; topmost: number };

const watchFrames = (page: Page) =>
  gridOf(page).evaluate((list) => {
    const seen: Seen = { frames: 0, blank: 0, topmost: 0 };
    Object.assign(globalThis, { seen });
    const watch = () => {
      const { top, bottom } = list.getBoundingClientRect();
      const rows = [...list.querySelectorAll('[role=rowgroup]:last-of-type [role=row]')].map((row) => ({
        index: Number(row.getAttribute('aria-rowindex')) - 1,
        ...row.getBoundingClientRect().toJSON(),
      }));
      const first = rows.find((row) => row.top <= top + 31 && row.bottom > top + 30);
      const isAtEnd = rows.some((row) => row.index === Number(list.getAttribute('aria-rowcount')) - 1);
      seen.frames++;
      if (!first || !(isAtEnd || rows.some((row) => row.bottom >= bottom - 1))) seen.blank++;
      seen.topmost = Math.max(seen.topmost, first?.index ?? 0);
      requestAnimationFrame(watch);
    };
    requestAnimationFrame(watch);
  });
const seenFrames = (page: Page) => page.evaluate(() => (globalThis as unknown as { seen: Seen }).seen);
const nextFrame = (page: Page) => page.evaluate(() => new Promise(requestAnimationFrame));

/** Grabs the scroll bar. Returns a function that moves it to a part of its range, 0 to 1. */
async function holdScrollBar(page: Page): Promise<(part: number) => Promise<void>> {
  const list = await gridOf(page).boundingBox();
  const thumb = await gridOf(page).locator('xpath=following-sibling::div').boundingBox();
  if (!list || !thumb) throw new Error('The list has no scroll bar.');
  const [x, y] = [thumb.x + thumb.width / 2, thumb.y + thumb.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  return (part) => page.mouse.move(x, y + part * (list.height - thumb.height));
}

const loaded = (page: Page) =>
  expect(rowsOf(page).locator('visible=true').and(page.locator('[aria-busy]'))).toHaveCount(0);

test('a long list scrolls without a blank frame', async ({ earshot }) => {
  const { page } = earshot;
  const rowsDown = Math.min(1_200, calls - 50);
  await openList(earshot);
  await watchFrames(page);
  await gridOf(page).hover();

  while ((await seenFrames(page)).topmost < rowsDown) {
    await page.mouse.wheel(0, 10 * rowHeight);
    await nextFrame(page);
  }

  const { frames, blank, topmost } = await seenFrames(page);
  console.log(`${calls} calls: ${frames} frames, ${blank} blank, ${topmost} rows deep`);
  expect(blank).toBe(0);
});

test('the scroll bar spans the whole list, and dragging it draws rows in every frame', async ({ earshot }) => {
  const { page } = earshot;
  await openList(earshot);
  await watchFrames(page);
  const moveTo = await holdScrollBar(page);

  await moveTo(0.5);
  await loaded(page);
  const middle = Number(await rowsOf(page).first().getAttribute('aria-rowindex')) - 1;
  expect(Math.abs(middle - calls / 2)).toBeLessThan(calls * 0.02);

  for (let step = 0; step <= 60; step++) await moveTo(0.5 + step / 120);
  await expect(rowsOf(page).last()).toHaveAttribute('aria-rowindex', String(calls + 1));
  await expect(rowsOf(page).last()).toBeInViewport();
  await loaded(page);

  for (let step = 0; step <= 60; step++) await moveTo(1 - step / 60);
  await expect(rowsOf(page).first()).toHaveAttribute('aria-rowindex', '2');
  await page.mouse.up();
  const { frames, blank } = await seenFrames(page);
  console.log(`${calls} calls: dragged over ${frames} frames, ${blank} blank`);
  expect(blank).toBe(0);
});

/** The memory of the page in MB. */
async function heapOf(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize / 2 ** 20;
}

test('rows that were scrolled past are dropped from memory', async ({ earshot }) => {
  const { page } = earshot;
  await openList(earshot);
  const session = await page.context().newCDPSession(page);
  const moveTo = await holdScrollBar(page);
  await moveTo(0.01);
  await loaded(page);
  const before = await heapOf(session);

  const stops = 60;
  for (let stop = 1; stop <= stops; stop++) {
    await moveTo(stop / stops);
    await loaded(page);
  }

  // 60 pages are about 35 MB.
  await expect.poll(async () => (await heapOf(session)) - before).toBeLessThan(8);
});

test('Go to date selects the first call of that day in the order of the list', async ({ earshot }) => {
  const { page } = earshot;
  await openList(earshot);
  const started = selected(page).locator('[data-column=setup_time]');
  const dialog = page.getByRole('dialog', { name: 'Go to date' });
  // The seed has about 1,400 calls per day, back from 1 November 2026. Days of another year have their year.
  const goTo30October = async () => {
    // As many months back as it is today.
    const month = dialog.getByRole('application').getByRole('heading');
    for (let shown = ''; !shown.includes('October 2026'); ) {
      await expect(month.first()).not.toHaveText(shown || '-');
      shown = (await month.first().textContent()) ?? '';
      if (!shown.includes('October 2026')) await dialog.getByRole('button', { name: 'Previous' }).click();
    }
    await dialog.getByRole('button', { name: /30 October 2026/ }).click();
    await expect(dialog).toBeHidden();
    await expect(gridOf(page)).toBeFocused();
  };
  await gridOf(page).focus();

  await page.keyboard.press('Control+g');
  await expectAccessible(page);
  await goTo30October();
  await expect(started).toHaveText(/^30 Oct( 2026)?, 23:5\d$/);
  await expect(selected(page)).toBeInViewport();

  await page.getByRole('button', { name: 'Started' }).click();
  await expect(page).toHaveURL(/sort=asc/);
  await expect(selected(page)).toHaveAttribute('aria-rowindex', '2');
  await page.getByRole('button', { name: 'Go to date' }).click();
  await goTo30October();
  await expect(started).toHaveText(/^30 Oct( 2026)?, 00:0\d$/);
});
