import type { Page } from '@playwright/test';
import { rowOf, scrollTop } from './call-list';
import { ask, expect, openReview, person, signIn, test } from './launch';
import { anotherPerson } from './people';

/** More than a list has before it is counted. */
const calls = 450;
test.use({ calls });

const grid = (page: Page) => page.getByRole('grid', { name: 'Calls' });
const pane = (page: Page) => page.getByRole('complementary', { name: 'Call' });

async function signOut(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${name}`) }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
}

test('users find page, search, selection, scroll position and panes as they left them, also after a restart', async ({
  earshot,
  restart,
}) => {
  const other = await anotherPerson(earshot.dataFolder);

  const address = await test.step('someone searches, selects a call, scrolls on, and hides the pane', async () => {
    const { page } = earshot;
    await signIn(page);
    await expect(pane(page)).toBeVisible();
    await expect(grid(page)).toHaveAttribute('aria-rowcount', String(calls + 1));
    const { count } = await ask(page, 'GET', '/api/v2/calls/count.json?search_term=a');
    await page.getByRole('searchbox').fill('a');
    // The previous calls stay until those found have been read, of which the first is selected then.
    await expect(grid(page)).toHaveAttribute('aria-rowcount', String(count + 1));
    await expect(page).toHaveURL(/search=a/);
    await page.getByRole('searchbox').press('ArrowDown');
    await expect(grid(page)).toBeFocused();
    const call = () => new URL(page.url()).searchParams.get('call');
    await expect.poll(call).not.toBeNull();
    const first = call();
    await page.keyboard.press('End');
    await expect.poll(call).not.toBe(first);
    await page.keyboard.press('Control+i');
    await expect(pane(page)).toBeHidden();
    const selected = await grid(page).locator('[role=row][aria-selected=true]').getAttribute('aria-rowindex');
    await grid(page).evaluate((list) => list.scrollBy(0, -150));
    return { url: page.url(), selected: Number(selected) - 1, top: await scrollTop(page) };
  });

  const { page } = await restart();

  await test.step('another user finds the defaults', async () => {
    await signIn(page, other);
    await openReview(page);
    await expect(grid(page)).toBeVisible();
    await expect(pane(page)).toBeVisible();
    expect(new URL(page.url()).searchParams.has('search')).toBe(false);
    await signOut(page, other.name);
  });

  await test.step('the first one continues', async () => {
    await signIn(page);
    await expect(page).toHaveURL(address.url);
    await expect(rowOf(page, address.selected)).toHaveAttribute('aria-selected', 'true');
    await expect.poll(() => scrollTop(page)).toBe(address.top);
    await expect(pane(page)).toBeHidden();
  });

  await test.step('a page of administration is found again as well', async () => {
    await page.keyboard.press('Control+,');
    await expect(page.getByRole('heading', { name: 'Preferences', exact: true })).toBeVisible();
    await signOut(page, person.name);
    await signIn(page);
    await expect(page.getByRole('heading', { name: 'Preferences', exact: true })).toBeVisible();
  });
});
