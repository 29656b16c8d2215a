import type { Page } from '@playwright/test';
import { expect, seedCalls, signedIn, test } from './launch';

const calls = 250;

test.use({
  // More calls than a page of the list holds, made by the command line before the window opens.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the fixtures taken apart
  prepare: async ({}, use) => use((dataFolder) => seedCalls(dataFolder, calls)),
});

const gridOf = (page: Page) => page.getByRole('grid', { name: 'Calls' });
const selected = (page: Page) => gridOf(page).locator('[role=row][aria-selected=true]');

test('a search typed slowly keeps every letter', async ({ earshot }) => {
  await signedIn(earshot);
  const { page } = earshot;
  const box = page.getByRole('searchbox');

  // About as long as the search rests before it is sent.
  await box.pressSequentially('lopez maria', { delay: 160 });

  await expect(page).toHaveURL(/search=lopez\+maria/);
  await expect(box).toHaveValue('lopez maria');

  await page.getByRole('button', { name: 'Show all calls' }).click();
  await expect(box).toHaveValue('');
  await expect(page).not.toHaveURL(/search=/);
});

test('Backspace in the calendar of a filter leaves the filter; on its chip it takes it away', async ({ earshot }) => {
  await signedIn(earshot);
  const { page } = earshot;
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Date' }).click();
  await page.getByRole('button', { name: 'Last 90 days' }).click();
  const chip = page.getByRole('group', { name: 'Date', exact: true });
  const value = chip.getByRole('button').first();
  await value.click();
  const calendar = page.getByRole('dialog', { name: 'Date' });
  await calendar.getByRole('button', { name: 'Last 7 days' }).focus();

  await page.keyboard.press('Backspace');

  await expect(calendar).toBeVisible();
  await expect(page).toHaveURL(/from=/);

  await page.keyboard.press('Escape');
  await expect(calendar).toBeHidden();
  await value.focus();
  await page.keyboard.press('Backspace');
  await expect(chip).toBeHidden();
  await expect(page).not.toHaveURL(/from=/);
});

test('the grid names its selected row only while that row is on the page', async ({ earshot }) => {
  await signedIn(earshot);
  const { page } = earshot;
  const grid = gridOf(page);
  const active = () => grid.getAttribute('aria-activedescendant');
  await grid.getByRole('row').nth(3).click();
  await expect(selected(page)).toHaveCount(1);
  expect(await active()).toBe(await selected(page).getAttribute('id'));

  await grid.evaluate((list) => list.scrollTo({ top: 100 * 36 }));

  await expect(selected(page)).toHaveCount(0);
  expect(await active()).toBeNull();
});

test('previous and next end with the list, and go on over the pages of it', async ({ earshot }) => {
  await signedIn(earshot);
  const { page } = earshot;
  const player = page.getByRole('group', { name: 'Player' });
  const previous = player.getByRole('button', { name: 'Previous call' });
  const next = player.getByRole('button', { name: 'Next call' });
  await gridOf(page).getByRole('row').nth(1).click();

  await expect(previous).toHaveAttribute('aria-disabled', 'true');
  await expect(next).not.toHaveAttribute('aria-disabled');
  await previous.hover();
  await expect(page.getByRole('tooltip')).toHaveText(/This is the first call of the list\./);
  await page.mouse.move(0, 0);

  // The second page is held back until after Next was pressed on the last row of the first.
  await page.evaluate(() => {
    const { fetch } = window;
    const held: (() => void)[] = [];
    window.fetch = async (input, init) => {
      if (String(input).includes('after=')) await new Promise<void>((go) => held.push(go));
      return fetch(input, init);
    };
    const sendHeld = () => {
      window.fetch = fetch;
      for (const go of held) go();
    };
    Object.assign(window, { sendHeld });
  });
  await gridOf(page).focus();
  await page.keyboard.press('End');
  await expect(selected(page)).toHaveAttribute('aria-rowindex', '101');
  await expect(previous).not.toHaveAttribute('aria-disabled');
  await next.click();
  await page.evaluate(() => (window as unknown as { sendHeld(): void }).sendHeld());
  await expect(selected(page)).toHaveAttribute('aria-rowindex', '102');

  await gridOf(page).focus();
  await expect(async () => {
    await page.keyboard.press('End');
    await expect(selected(page)).toHaveAttribute('aria-rowindex', String(calls + 1), { timeout: 500 });
  }).toPass();
  await expect(next).toHaveAttribute('aria-disabled', 'true');
  await page.mouse.move(0, 0);
  await next.hover();
  await expect(page.getByRole('tooltip')).toHaveText(/This is the last call of the list\./);
});
