import type { Page } from '@playwright/test';
import { gridOf, scrollTop, selectedRow } from './call-list';
import { expect, expectAccessible, person, signedIn, signIn, test } from './launch';
import { anotherPerson } from './people';

test.use({ calls: 400 });

/** Presses a button at the side of the mouse, which Playwright's own mouse does not have. */
async function side(page: Page, button: 'back' | 'forward'): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const at = { x: 640, y: 20, button, clickCount: 1 };
  await session.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...at });
  await session.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...at });
  await session.detach();
}
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
const users = (page: Page) => page.getByRole('grid', { name: 'Users' });

test('back and forward go through all places, and the focus and the selection return with them', async ({
  earshot,
  restart,
}) => {
  const { app, page } = earshot;
  await signedIn(earshot);

  await test.step('the first place has nothing before it', async () => {
    await expect(gridOf(page)).toBeFocused();
    await page.keyboard.press('Alt+ArrowLeft');
    await page.keyboard.press('Control+[');
    await side(page, 'back');
    await expect(gridOf(page)).toBeVisible();
    const item = await app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('back')?.enabled);
    expect(item).toBe(false);
  });

  await test.step('a click opens a user, a double click no more than that, and the tick does not', async () => {
    const shown = () => new URL(page.url()).searchParams.get('call');
    await expect.poll(shown).not.toBeNull();
    for (let pages = 0; pages < 2; pages++) {
      const before = shown();
      await gridOf(page).press('PageDown');
      // The address follows a selection that rests.
      await expect.poll(shown).not.toBe(before);
    }
    await expect.poll(() => selectedRow(page)).toBeGreaterThan(20);
    await page.getByRole('link', { name: 'Administration', exact: true }).click();
    const row = users(page).getByRole('row').filter({ hasText: 'Bruno Lindqvist' });
    await row.locator('[data-tick]').click();
    await expect(page.getByRole('region', { name: 'Selected' })).toBeVisible();
    await row.getByText('Bruno Lindqvist').dblclick();
    await expect(heading(page, 'Bruno Lindqvist')).toBeVisible();
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Bruno Lindqvist');
    await expectAccessible(page);
  });

  await test.step('Ctrl [ leads back to the row, Alt → forward to the page', async () => {
    await page.keyboard.press('Control+[');
    await expect(users(page)).toBeFocused();
    await expect(users(page).locator('[data-current]')).toContainText('Bruno Lindqvist');
    await page.keyboard.press('Alt+ArrowRight');
    await expect(heading(page, 'Bruno Lindqvist')).toBeVisible();
  });

  await test.step('the buttons of the mouse lead to the call in Review, where the list stood', async () => {
    await side(page, 'back');
    await expect(users(page)).toBeFocused();
    await side(page, 'back');
    await expect(gridOf(page)).toBeFocused();
    await expect.poll(() => selectedRow(page)).toBeGreaterThan(20);
    expect(await scrollTop(page)).toBeGreaterThan(0);
    await side(page, 'forward');
    await expect(users(page)).toBeFocused();
    await side(page, 'back');
  });

  await test.step('the focus comes back to what had it', async () => {
    const pane = page.getByRole('complementary', { name: 'Call' });
    const more = pane.getByRole('button', { name: 'Choose categories' });
    await more.focus();
    await page.keyboard.press('Control+,');
    await expect(heading(page, 'Preferences')).toBeVisible();
    await page.keyboard.press('Alt+ArrowLeft');
    await expect(more).toBeFocused();
  });

  await test.step('in the player, Alt ← moves the sound; elsewhere a dialog is answered first', async () => {
    await gridOf(page).press('Enter');
    await page.getByRole('group', { name: 'Player' }).getByRole('button').first().focus();
    await page.keyboard.press('Alt+ArrowRight');
    await expect(gridOf(page)).toBeVisible();
    await page.keyboard.press('F1');
    await expect(page.getByRole('dialog')).toBeVisible();
    await side(page, 'forward');
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(gridOf(page)).toBeVisible();
  });

  await test.step('what is not saved asks first', async () => {
    await page.getByRole('link', { name: 'Administration', exact: true }).click();
    await users(page).getByRole('row').filter({ hasText: 'Ada Castellano' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Ada Casta');
    await page.keyboard.press('Control+[');
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText('Name');
    await side(page, 'back');
    await expect(question).toBeVisible();
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Ada Casta');
    await page.keyboard.press('Control+[');
    await question.getByRole('button', { name: 'Leave without saving' }).click();
    await expect(users(page)).toBeFocused();
  });

  await test.step('the next user does not get to the places of the one before', async () => {
    const other = await anotherPerson(earshot.dataFolder);
    const again = await restart();
    await signIn(again.page, person);
    await expect(again.page.getByRole('navigation', { name: 'Navigation' })).toBeVisible();
    await again.page.keyboard.press('Control+3');
    await expect(heading(again.page, 'Live')).toBeVisible();
    await again.page.keyboard.press('Control+1');
    await expect(gridOf(again.page)).toBeFocused();
    await again.page.getByRole('button', { name: person.name }).click();
    await again.page.getByRole('menuitem', { name: 'Sign out' }).click();
    await signIn(again.page, other);
    await expect(again.page.getByRole('navigation', { name: 'Navigation' })).toBeVisible();
    const before = again.page.url();
    await side(again.page, 'back');
    await again.page.keyboard.press('Control+[');
    await again.page.keyboard.press('Control+]');
    await expect(again.page.getByRole('button', { name: other.name })).toBeVisible();
    expect(again.page.url()).toBe(before);
  });
});
