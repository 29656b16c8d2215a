import type { Page } from '@playwright/test';
import {
  ask,
  expect,
  expectAccessible,
  look,
  person,
  picture,
  refuseNext,
  signedIn,
  signIn,
  speak,
  test,
  wrong,
} from './launch';
import { anotherPerson } from './people';

const grid = (page: Page) => page.getByRole('grid', { name: 'Categories' });
/** The field; the search of the list is named after it. */
const nameOf = (page: Page) => page.getByRole('textbox', { name: 'Name', exact: true });
const row = (page: Page, name: string) => grid(page).getByRole('row').filter({ hasText: name });

async function openCategories(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Administration', exact: true }).click();
  await page.getByRole('link', { name: 'Categories' }).click();
  await expect(page.getByRole('heading', { name: 'Categories', exact: true })).toBeVisible();
}

const make = async (page: Page, name: string): Promise<string> =>
  (await ask(page, 'POST', '/api/v2/categories.json', { category: { name } })).url;

test('a category is added, found, changed and deleted with the keyboard only', async ({ earshot }) => {
  await signedIn(earshot);
  const { page } = earshot;
  const { keyboard } = page;
  await openCategories(page);
  await expect(page.getByRole('heading', { name: 'No categories yet' })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Add category' }).press('Enter');
  await expect(nameOf(page)).toBeFocused();
  await keyboard.type('Billing');
  await expect(page.getByText('Not saved yet', { exact: true })).toBeVisible();
  await keyboard.press('Control+s');
  await expect(page.getByText('“Billing” was added')).toBeVisible();
  await expect(row(page, 'Billing')).toHaveAttribute('aria-selected', 'true');
  await make(page, 'Outage');

  await keyboard.press('Control+f');
  await keyboard.type('bil');
  await expect(grid(page).getByRole('row')).toHaveCount(2);
  await expect(page.getByText('1 category', { exact: true })).toBeVisible();
  await keyboard.press('ArrowDown');
  await expect(grid(page)).toBeFocused();
  await keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Billing' })).toBeVisible();
  await expect(nameOf(page)).toBeFocused();
  await expectAccessible(page);
  await keyboard.press('End');
  await keyboard.type(' questions');
  await keyboard.press('Control+s');
  await expect(page.getByText('“Billing questions” was saved')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Billing questions' })).toBeVisible();

  // The search that is still to come belongs to the list, and does not return to it.
  await page.getByRole('link', { name: 'Categories' }).first().press('Enter');
  await expect(row(page, 'Outage')).toBeVisible();
  await keyboard.press('Control+f');
  await keyboard.type('billing q');
  await keyboard.press('ArrowDown');
  await keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Billing questions' })).toBeVisible();

  await page.getByRole('button', { name: 'Delete…' }).press('Enter');
  const dialog = page.getByRole('alertdialog', { name: 'Delete “Billing questions”?' });
  await expect(dialog).toContainText('No call that you can see has this category.');
  await expect(dialog.getByRole('button', { name: 'Keep category' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Delete category' }).press('Enter');
  await expect(page.getByText('“Billing questions” was deleted')).toBeVisible();
  await expect(grid(page).getByRole('row')).toHaveCount(2);
});

test('refusals, changes by others and the end of the session lose no input', async ({ earshot }) => {
  await signedIn(earshot);
  const { page, app } = earshot;
  const url = await make(page, 'Sales');
  await openCategories(page);
  const places = page.getByRole('link', { name: 'Categories' }).first();
  const save = page.getByRole('button', { name: 'Save category' });

  await test.step('a refusal of the API appears at its field, which gets the focus', async () => {
    await page.getByRole('button', { name: 'Add category' }).click();
    await nameOf(page).fill('SALES');
    await save.click();
    await expect(nameOf(page)).toHaveAttribute('aria-invalid', 'true');
    await expect(nameOf(page)).toBeFocused();
    await expect(page.getByText('1 field needs attention')).toBeVisible();
    await page.getByRole('button', { name: 'Discard' }).click();
  });

  await test.step('a change by another user is shown and not overwritten', async () => {
    await places.click();
    await row(page, 'Sales').dblclick();
    await nameOf(page).fill('Mine');
    await ask(page, 'PUT', url, { category: { name: 'Theirs' } });
    await save.click();
    await expect(page.getByRole('alert')).toHaveText(/Someone else has changed this in the meantime/);
    expect((await ask(page, 'GET', url)).category.name).toBe('Theirs');
    await refuseNext(page, 'GET', url);
    await page.getByRole('button', { name: 'Reload' }).click();
    await expect(page.getByText(wrong)).toBeVisible();
    await page.getByRole('button', { name: 'Reload' }).click();
    await expect(nameOf(page)).toHaveValue('Theirs');
    await nameOf(page).fill('Ours');
    await save.click();
    await expect(page.getByRole('heading', { name: 'Ours' })).toBeVisible();
  });

  await test.step('unsaved input is restored after the session has ended', async () => {
    await nameOf(page).fill('Sales and renewals');
    await ask(page, 'DELETE', '/api/v2/sessions.json');
    // Any response shows that the session has ended.
    await save.click();
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await page.getByRole('button', { name: 'Unlock' }).click();
    await expect(nameOf(page)).toHaveValue('Sales and renewals');
    await save.click();
    await expect(page.getByRole('heading', { name: 'Sales and renewals' })).toBeVisible();
  });

  await test.step('leaving the page or closing the window asks before changes are lost', async () => {
    await nameOf(page).fill('Sales!');
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
    await places.click();
    await expect(question).toContainText('Not saved yet: Name.');
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await expect(nameOf(page)).toHaveValue('Sales!');
    await expect(question).toBeHidden();

    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
    await expect(question).toBeVisible();
    const closed = page.waitForEvent('close');
    const leave = question.getByRole('button', { name: 'Leave without saving' });
    // The window may be gone before the click has returned.
    await Promise.all([closed, leave.click().catch(() => closed)]);
  });
});

test('a role that may only view categories sees why it cannot change them', async ({ earshot, restart }) => {
  await signedIn(earshot);
  await make(earshot.page, 'Sales');
  const viewer = await anotherPerson(earshot.dataFolder, { call_categories: ['view'] });
  const { page } = await restart();
  await signIn(page, viewer);
  await row(page, 'Sales').dblclick();

  await page.getByRole('button', { name: 'Delete…' }).hover();
  await expect(page.getByRole('tooltip')).toHaveText(/Your role cannot delete categories/);
  await expect(nameOf(page)).toHaveAttribute('readonly', '');
});

test('the pages of categories in both themes, and in German in the smallest window', async ({ earshot }) => {
  const { page } = earshot;
  await signedIn(earshot);
  for (const name of ['Billing', 'Complaint', 'Meter reading', 'Moving home', 'Refund']) await make(page, name);
  await openCategories(page);
  await expect(row(page, 'Refund')).toBeVisible();
  await look(page, 'categories');
  await row(page, 'Refund').dblclick();
  await nameOf(page).fill('Refund asked for');
  await page.getByText('Only me').click();
  await look(page, 'category');
  await page.getByRole('button', { name: 'Discard' }).click();

  await speak(page, 'de');
  await page.setViewportSize({ width: 960, height: 600 });
  await page.goto('app://earshot/admin/categories');
  await page.getByRole('grid', { name: 'Kategorien' }).getByRole('row').filter({ hasText: 'Billing' }).dblclick();
  const name = nameOf(page);
  await name.fill('REFUND');
  await page.getByRole('button', { name: 'Kategorie speichern' }).click();
  await expect(page.getByText('Dieser Name wird bereits verwendet')).toBeVisible();
  await expect(name).toBeFocused();
  await expectAccessible(page);
  await picture(page, 'category-german');
});
