import {
  expectListed,
  expectSelected,
  expectSettled,
  gridOf,
  holdRequests,
  releaseRequests,
  rowOf,
  selected,
  selectedRow,
} from './call-list';
import { ask, expect, expectAccessible, signedIn, test } from './launch';
import { locked, lockScreen, unlock } from './locking';
import { shareWindow } from './shared-window';

const calls = 250;

shareWindow({ calls });

test('the grid refers to its selected row only while that row is rendered', async ({ earshot }) => {
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

test('a key that selects the already selected row scrolls it back into view', async ({ earshot }) => {
  await signedIn(earshot);
  const { page } = earshot;
  await expectSelected(page, 1);
  await gridOf(page).evaluate((list) => list.scrollTo({ top: 100 * 36 }));
  await expect(selected(page)).toHaveCount(0);
  await gridOf(page).focus();

  await page.keyboard.press('Home');

  await expectSelected(page, 1);
  await expect(selected(page)).toBeInViewport();
});

test('the selected row stays visible when the window shrinks, but is not scrolled back into view', async ({
  earshot,
}) => {
  await signedIn(earshot);
  const { page } = earshot;
  await page.setViewportSize({ width: 1280, height: 800 });
  await gridOf(page).getByRole('row').nth(11).click();

  await page.setViewportSize({ width: 960, height: 560 });
  await expect(selected(page)).toBeInViewport({ ratio: 0.9 });

  await gridOf(page).evaluate((list) => list.scrollTo({ top: 100 * 36 }));
  await expect(selected(page)).toHaveCount(0);
  await page.setViewportSize({ width: 960, height: 500 });
  await expect(rowOf(page, 101)).toBeInViewport();
  await expect(selected(page)).toHaveCount(0);
});

test('previous and next stop at the ends of the list, and reach rows that are not loaded', async ({ earshot }) => {
  await signedIn(earshot);
  const { page } = earshot;
  const player = page.getByRole('group', { name: 'Player' });
  const previous = player.getByRole('button', { name: 'Previous call' });
  const next = player.getByRole('button', { name: 'Next call' });
  await rowOf(page, 1).click();

  await expect(previous).toHaveAttribute('aria-disabled', 'true');
  await expect(next).not.toHaveAttribute('aria-disabled');
  await previous.hover();
  await expect(page.getByRole('tooltip')).toHaveText(/This is the first call in the list\./);
  await page.mouse.move(0, 0);

  await gridOf(page).focus();
  await page.keyboard.press('End');
  await expectSelected(page, calls);
  await expect(previous).not.toHaveAttribute('aria-disabled');
  await expect(next).toHaveAttribute('aria-disabled', 'true');
  await page.mouse.move(0, 0);
  await next.hover();
  await expect(page.getByRole('tooltip')).toHaveText(/This is the last call in the list\./);
  await page.mouse.move(0, 0);

  // Page 2 is delayed until Next was pressed on the last row of page 1.
  await gridOf(page).focus();
  await page.keyboard.press('Home');
  await holdRequests(page, /start=100/);
  await gridOf(page).evaluate((list) => list.scrollTo({ top: 90 * 36 }));
  await rowOf(page, 100).click();
  await next.click();
  await expectSelected(page, 101);
  await releaseRequests(page);
  await expect(selected(page)).toContainText(/\d:\d\d/);
});

test('no press of a key that moves the selection is lost, however fast they follow', async ({ earshot }) => {
  await signedIn(earshot);
  const { page } = earshot;
  await gridOf(page).focus();
  await expectSelected(page, 1);
  const hold = (key: string, times: number) =>
    page.evaluate(
      ([name, count]) => {
        const list = document.activeElement;
        const init = { key: name as string, bubbles: true, cancelable: true, repeat: true };
        for (let press = 0; press < Number(count); press++) list?.dispatchEvent(new KeyboardEvent('keydown', init));
      },
      [key, times],
    );

  await hold('ArrowDown', 60);
  await expectSelected(page, 61);
  await hold('ArrowUp', 20);
  await expectSelected(page, 41);
  // Beyond the edge of the loaded rows.
  await hold('ArrowDown', 150);
  await expectSelected(page, 191);
  await hold('ArrowDown', 150);
  await expectSelected(page, calls);
  await hold('Home', 2);
  await expectSelected(page, 1);
  await hold('PageDown', 3);
  const rows = await selectedRow(page);
  await hold('PageUp', 2);
  await expectSelected(page, (rows - 1) / 3 + 1);
});

test('the call pane follows the selection a moment later, and a command about the call finds the selected one', async ({
  earshot,
}) => {
  await signedIn(earshot);
  const { page } = earshot;
  await expectSelected(page, 1);
  const pane = page.getByRole('complementary', { name: 'Call' }).getByRole('heading', { level: 2 });
  const name = await pane.textContent();
  await gridOf(page).focus();

  const shown = await pane.evaluate(async () => {
    const title = () => document.querySelector('#inspector h2')?.textContent;
    const press = (target: Element | null, key: string) =>
      target?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    press(document.activeElement, 'ArrowDown');
    await Promise.resolve();
    const moved = title();
    press(document.querySelector('[data-place=player] button'), 'n');
    return [moved, title()];
  });

  await expectSelected(page, 2);
  expect(shown).toEqual([name, await pane.textContent()]);
  expect(shown[0]).not.toBe(shown[1]);
  // That of the call before would have gone with its pane.
  await expect(page.getByRole('dialog', { name: 'Add a note' })).toBeVisible();
});

test('a command about the call waits while the call that was selected is being loaded', async ({ earshot }) => {
  await signedIn(earshot);
  const { page } = earshot;
  await expectSelected(page, 1);
  const pane = page.getByRole('complementary', { name: 'Call' }).getByRole('heading', { level: 2 });
  const first = (await pane.textContent()) ?? '';
  const dialog = page.getByRole('dialog', { name: 'Add a note' });
  const note = () =>
    page
      .locator('[data-place=player] button')
      .first()
      .evaluate((button) => {
        button.dispatchEvent(new KeyboardEvent('keydown', { key: 'n', bubbles: true, cancelable: true }));
      });
  await gridOf(page).focus();
  await holdRequests(page, /\/calls\.json\?/);
  await page.keyboard.press('End');
  await expectSelected(page, calls);
  // A command waits for 5 s, and a slow machine needs longer for what follows.
  await page.evaluate(() => {
    const now = performance.now();
    performance.now = () => now;
  });

  await note();
  await expect(pane).toHaveText(first);
  await expect(dialog).toBeHidden();
  await releaseRequests(page);

  await expect(dialog).toBeVisible();
  await expect(pane).not.toHaveText(first);
});

test('the first row is selected after load and search, and Enter plays it', async ({ earshot }) => {
  await signedIn(earshot);
  const { page } = earshot;
  const heading = page.getByRole('complementary', { name: 'Call' }).getByRole('heading', { level: 2 });
  const loaded = page.getByRole('group', { name: 'Player' });
  const nameOf = async (row: number) => (await rowOf(page, row).locator('[data-column=customer]').textContent()) ?? '';
  await expectSelected(page, 1);
  await expect(heading).toHaveText(await nameOf(1));
  await expect(gridOf(page)).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(loaded).toContainText(await nameOf(1));

  const all = String(calls + 1);
  await expect(gridOf(page)).toHaveAttribute('aria-rowcount', all);
  await page.keyboard.press('Control+f');
  await page.keyboard.type('jensen');
  await page.keyboard.press('Enter');
  await expectListed(page, 'jensen');
  await expect(gridOf(page)).not.toHaveAttribute('aria-rowcount', all);
  await expect(rowOf(page, 1)).toContainText('Jensen');
  await expectSelected(page, 1);
  await expect(loaded).toContainText(await nameOf(1));

  await page.keyboard.press('ArrowDown');
  await expect(gridOf(page)).toBeFocused();
  await expectSelected(page, 1);
  await page.keyboard.press('ArrowDown');
  await expectSelected(page, 2);
  await page.keyboard.press('Enter');
  await expect(loaded).toContainText(await nameOf(2));
  await expectAccessible(page);
});

test('a call in the address is found in the list, wherever it is', async ({ earshot }) => {
  await signedIn(earshot);
  const { page } = earshot;
  await expect(page).toHaveURL(/call=/);
  const first = page.url();
  await gridOf(page).focus();
  await page.keyboard.press('End');
  await expectSelected(page, calls);
  await expect(page).not.toHaveURL(first);
  // Until the end of the list is loaded, the selected row is a placeholder without text.
  await expect(selected(page)).not.toHaveAttribute('aria-busy');
  const name = await selected(page).textContent();
  const call_id = new URL(page.url()).searchParams.get('call');
  await page.keyboard.press('Home');
  await expect(page).toHaveURL(first);

  await page.goto(`app://earshot/review?call=${call_id}`);

  await expectSelected(page, calls);
  await expect.poll(() => selected(page).textContent()).toBe(name);
});

test('the list opens again with the call that was selected, after a visit to another page', async ({ earshot }) => {
  await signedIn(earshot);
  const { page } = earshot;
  const entry = (name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true });
  const { calls: first } = await ask(page, 'GET', '/api/v2/calls.json?limit=9');
  await rowOf(page, 9).click();
  await expect(page).toHaveURL(new RegExp(`call=${first[8].call_id}`));

  await entry('Live').click();
  await expect(gridOf(page)).toBeHidden();
  await entry('Review').click();

  await expectSelected(page, 9);
});

test('the list shows the number of calls, and End goes to the last one', async ({ earshot }) => {
  await signedIn(earshot);
  const { page } = earshot;
  await expect(page.getByRole('status').filter({ hasText: '250 calls' })).toBeVisible();
  await expect(gridOf(page)).toHaveAttribute('aria-rowcount', String(calls + 1));

  await gridOf(page).focus();
  await page.keyboard.press('End');

  await expectSelected(page, calls);
  await expect(selected(page)).toBeInViewport();
});

test('a list that cannot be counted grows as it is read', async ({ earshot }) => {
  await signedIn(earshot);
  const { page } = earshot;
  await page.evaluate(() => {
    const { fetch } = window;
    const refusal = { error: 'InternalError', explanation: 'The count took too long.' };
    window.fetch = (input, init) =>
      String(input).includes('count.json')
        ? Promise.resolve(Response.json(refusal, { status: 500 }))
        : fetch(input, init);
  });
  await page.getByRole('button', { name: 'Started' }).click();
  await expect(page).toHaveURL(/sort=asc/);
  await expect(page.getByRole('status').filter({ hasText: '200+ calls' })).toBeVisible();

  await gridOf(page).focus();
  const atTheEnd = async () => {
    await page.keyboard.press('End');
    return selectedRow(page);
  };
  await expect.poll(atTheEnd).toBe(calls);
});

test('figures are tabular only in numbers', async ({ earshot }) => {
  await signedIn(earshot);
  const { page } = earshot;
  const figures = (column: string) =>
    rowOf(page, 1)
      .locator(`[data-column=${column}]`)
      .evaluate((cell) => getComputedStyle(cell).fontVariantNumeric);

  expect(await figures('customer')).toBe('normal');
  expect(await figures('agent')).toBe('normal');
  expect(await figures('number')).toBe('tabular-nums');
  expect(await figures('setup_time')).toBe('tabular-nums');
  expect(await figures('duration')).toBe('tabular-nums');
});

test('Esc closes the call pane at once, even while a tooltip is open', async ({ earshot }) => {
  await signedIn(earshot);
  const { page } = earshot;
  await page.setViewportSize({ width: 960, height: 600 });
  const opener = page.getByRole('button', { name: 'Call pane' });
  await opener.click();
  const pane = page.getByRole('complementary', { name: 'Call' });
  await expect(pane).toBeVisible();
  await page.mouse.move(0, 0);
  await opener.hover();
  await expect(page.getByRole('tooltip')).toBeVisible();

  await page.keyboard.press('Escape');

  await expect(pane).toBeHidden();
  await expect(page.getByRole('tooltip')).toBeHidden();
});

test('what is done in the call pane opens it where it is hidden', async ({ earshot }) => {
  await signedIn(earshot);
  const { page } = earshot;
  await page.setViewportSize({ width: 960, height: 600 });
  const pane = page.getByRole('complementary', { name: 'Call' });
  await gridOf(page).locator('[data-row="0"]').click();
  await expect(pane).toBeHidden();

  await page.keyboard.press('Control+e');

  await expect(pane).toBeVisible();
  await expect(page.getByRole('dialog', { name: 'Assign evaluation' })).toBeVisible();
});

test('a long list keeps its position after the window is unlocked, with the same call selected, even if it is not in view', async ({
  earshot,
}) => {
  const { page } = earshot;
  await signedIn(earshot);
  const grid = gridOf(page);
  const scrollTo = (top: number) => grid.evaluate((list, wanted) => list.scrollTo({ top: wanted }), top);
  const call = page.getByRole('complementary', { name: 'Call' }).getByRole('heading').first();
  await expect(grid).toBeFocused();
  await scrollTo(6000);
  await expect(page).toHaveURL(/call=/);
  // Rows that are still being replaced take no click.
  await expectSettled(page);
  const first = page.url();
  await page.getByRole('row').nth(20).click();
  await expect(page).not.toHaveURL(first);
  const name = (await selected(page).locator('[data-column=customer]').textContent()) ?? '';
  await expect(call).toHaveText(name);
  const address = page.url();
  await scrollTo(4321);
  // The list learns of it with the next frame.
  await expectSettled(page);

  await lockScreen(earshot);
  await expect(locked(page)).toBeVisible();
  await unlock(page);

  await expect(call).toHaveText(name);
  expect(page.url()).toBe(address);
  await expect.poll(() => grid.evaluate(({ scrollTop }) => scrollTop)).toBe(4321);
});
