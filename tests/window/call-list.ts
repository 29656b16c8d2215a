import type { Page } from '@playwright/test';
import { expect } from './launch';

export const gridOf = (page: Page) => page.getByRole('grid', { name: 'Calls' });
export const selected = (page: Page) => gridOf(page).locator('[role=row][aria-selected=true]');
/** The nth call of the list. The head is a row of the grid too. */
export const rowOf = (page: Page, row: number) => gridOf(page).locator(`[role=row][aria-rowindex="${row + 1}"]`);
export const expectSelected = (page: Page, row: number) =>
  expect(selected(page)).toHaveAttribute('aria-rowindex', String(row + 1));
export const selectedRow = async (page: Page) => Number(await selected(page).getAttribute('aria-rowindex')) - 1;
export const scrollTop = (page: Page) => gridOf(page).evaluate((list) => list.scrollTop);

/** Waits until the list shows the calls of this search. The page renders a new address with a delay, but before it idles. */
export async function expectListed(page: Page, search: string): Promise<void> {
  await expect.poll(() => new URL(page.url()).searchParams.get('search') ?? '').toBe(search);
  await expectSettled(page);
}

/** Expects the list to show what was last asked of it. */
export async function expectSettled(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  await expect(page.locator('[role=grid][aria-busy=true]')).toHaveCount(0);
}

/** Waits until the focus is back on the button that adds filters, and nothing moves it any more. */
export async function expectFilterClosed(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Filter', exact: true })).toBeFocused();
  // The list of filters and the editor both return the focus, each in the frame after its end.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** Delays the page's requests whose address matches. */
export const holdRequests = (page: Page, address: RegExp) =>
  page.evaluate((held) => {
    const { fetch } = window;
    const waiting: (() => void)[] = [];
    window.fetch = async (input, init) => {
      if (new RegExp(held).test(String(input))) await new Promise<void>((go) => waiting.push(go));
      return fetch(input, init);
    };
    const release = () => {
      window.fetch = fetch;
      for (const go of waiting) go();
    };
    Object.assign(window, { release });
  }, address.source);
export const releaseRequests = (page: Page) =>
  page.evaluate(() => (window as unknown as { release(): void }).release());
