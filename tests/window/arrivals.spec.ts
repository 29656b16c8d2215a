import { randomUUID } from 'node:crypto';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { ask, type Earshot, expect, expectAccessible, signedIn, test } from './launch';

const calls = 250;

test.use({ calls });

const gridOf = (page: Page) => page.getByRole('grid', { name: 'Calls' });
const selected = (page: Page) => gridOf(page).locator('[role=row][aria-selected=true]');
const rows = (page: Page) => gridOf(page).locator('[role=rowgroup]:last-of-type [role=row]');

const bottomOf = (box: { y: number; height: number } | null) => (box ? box.y + box.height : Number.NaN);

/** Imports one recording for each of the times, as the window does. Each number of times once. */
async function importCalls({ page, choose }: Earshot, times: string[]): Promise<void> {
  const folder = test.info().outputPath(`in ${times.length}`);
  mkdirSync(folder, { recursive: true });
  const records = times.map((setup_time, at) => ({
    setup_time,
    file: `${at}.wav`,
    from_name: `Caller of ${setup_time}`,
  }));
  for (const { file } of records) copyFileSync(resolve('tests/data/audio/question-ulaw-16k.wav'), join(folder, file));
  writeFileSync(join(folder, 'calls.json'), JSON.stringify(records));
  await choose([folder]);
  // Not on the page of an import, which would leave the list.
  const source = await page.evaluate(async () => (await window.earshot.choose('folder'))?.handle);
  const { url } = await ask(page, 'POST', '/api/v2/imports.json', { import: { source } });
  await expect.poll(async () => (await ask(page, 'GET', url)).import.status).toBe('done');
}

test('new calls wait until they are taken in, and leave the list as it was', async ({ earshot }) => {
  await signedIn(earshot);
  const { page } = earshot;

  await test.step('new calls wait behind a pill, and the rows on the screen stay where they are', async () => {
    await gridOf(page).focus();
    for (let row = 0; row < 40; row++) await page.keyboard.press('ArrowDown');
    const before = await rows(page).allTextContents();
    const name = await selected(page).textContent();
    const place = async () => (await selected(page).boundingBox())?.y;
    const y = await place();

    await importCalls(earshot, ['2026-11-02T10:00:00Z', '2026-11-02T11:00:00Z', '2026-11-01T16:59:59Z']);
    const pill = page.getByRole('button', { name: '3 new calls' });
    await expect(pill).toBeVisible();
    expect(await rows(page).allTextContents()).toEqual(before);
    expect(bottomOf(await pill.boundingBox())).toBeLessThanOrEqual((await gridOf(page).boundingBox())?.y ?? 0);
    await expectAccessible(page);

    await pill.click();

    await expect(pill).toBeHidden();
    await expect(page.getByRole('status').filter({ hasText: '253 calls' })).toBeVisible();
    await expect(selected(page)).toHaveAttribute('aria-rowindex', String(1 + 41 + 3));
    expect(await selected(page).textContent()).toBe(name);
    expect(await place()).toBe(y);
  });

  await test.step('at the top of the list, new calls appear above the selected call', async () => {
    await gridOf(page).focus();
    await page.keyboard.press('Home');
    await expect(selected(page)).toHaveAttribute('aria-rowindex', '2');
    const name = await selected(page).textContent();

    await importCalls(earshot, ['2026-11-03T10:00:00Z', '2026-11-03T11:00:00Z']);
    await page.getByRole('button', { name: '2 new calls' }).click();

    await expect(rows(page).first()).toContainText('Caller of 2026-11-03T11');
    await expect(selected(page)).toHaveAttribute('aria-rowindex', '4');
    expect(await selected(page).textContent()).toBe(name);
  });

  await test.step('a selection that moves while new calls are taken in stays where it moved', async () => {
    await gridOf(page).focus();
    await page.keyboard.press('Home');
    await expect(selected(page)).toHaveAttribute('aria-rowindex', '2');
    await importCalls(
      earshot,
      [10, 11, 12, 13].map((hour) => `2026-11-04T${hour}:00:00Z`),
    );
    const third = await rows(page).nth(3).textContent();

    // The list's responses are delayed until the keys have moved the selection.
    const held = await page.evaluateHandle(() => {
      const held = { count: 0, release: () => {} };
      const released = new Promise<void>((release) => {
        held.release = release;
      });
      const { fetch } = window;
      window.fetch = async (input, init) => {
        if (String(input).includes('/calls.json')) {
          held.count += 1;
          await released;
        }
        return fetch(input, init);
      };
      return held;
    });
    await page.getByRole('button', { name: '4 new calls' }).click();
    await expect.poll(() => held.evaluate(({ count }) => count)).toBeGreaterThan(0);
    await gridOf(page).focus();
    for (let n = 0; n < 3; n++) await page.keyboard.press('ArrowDown');
    await held.evaluate(({ release }) => release());

    await expect(rows(page).first()).toContainText('Caller of 2026-11-04T13');
    await expect(selected(page)).toHaveAttribute('aria-rowindex', String(2 + 3 + 4));
    expect(await selected(page).textContent()).toBe(third);
  });

  await test.step('new calls are taken in even if the open call no longer exists', async () => {
    await page.goto(`app://earshot/review?call=${randomUUID()}`);
    await expect(page.getByText('This call no longer exists, or you do not have access to it.')).toBeVisible();
    await importCalls(
      earshot,
      [10, 11, 12, 13, 14].map((hour) => `2026-11-05T${hour}:00:00Z`),
    );

    await page.getByRole('button', { name: '5 new calls' }).click();

    await expect(rows(page).first()).toContainText('Caller of 2026-11-05T14');
  });
});
