import type { Page } from '@playwright/test';
import { holdRequests, releaseRequests } from './call-list';
import { ask, expect, signedIn, test } from './launch';

const nameOf = (page: Page) => page.getByRole('textbox', { name: 'Name', exact: true });
const row = (page: Page, name: string) => page.getByRole('grid', { name: 'Categories' }).getByRole('row', { name });

test('a form starts from the current record, and keeps what is typed while it is saved', async ({ earshot }) => {
  await signedIn(earshot);
  const { page } = earshot;
  const { keyboard } = page;
  const { url } = await ask(page, 'POST', '/api/v2/categories.json', { category: { name: 'Billing' } });
  await page.getByRole('link', { name: 'Administration', exact: true }).click();
  await page.getByRole('link', { name: 'Categories' }).click();
  await row(page, 'Billing').click();
  await expect(nameOf(page)).toHaveValue('Billing');
  await page.getByRole('link', { name: 'Categories' }).first().press('Enter');
  await expect(row(page, 'Billing')).toBeVisible();
  await ask(page, 'PUT', url, { category: { name: 'Invoices' } });
  // What was read is too old to be used without reading it again.
  await page.evaluate(() => {
    const later = Date.now() + 60_000;
    Date.now = () => later;
  });
  await row(page, 'Billing').or(row(page, 'Invoices')).click();
  await expect(nameOf(page)).toHaveValue('Invoices');

  await holdRequests(page, /\/categories\/[^/]+$/);
  await nameOf(page).focus();
  await keyboard.press('End');
  await keyboard.type(' sent');
  await keyboard.press('Control+s');
  await expect(page.getByRole('button', { name: /^Save/ })).toHaveAttribute('aria-disabled', 'true');
  await keyboard.type(' twice');
  await releaseRequests(page);
  await expect(page.getByText('“Invoices sent” was saved')).toBeVisible();
  await expect(nameOf(page)).toHaveValue('Invoices sent twice');
  await expect(page.getByText('1 change', { exact: true })).toBeVisible();
  await keyboard.press('Control+s');
  await expect(page.getByText('“Invoices sent twice” was saved')).toBeVisible();
  expect((await ask(page, 'GET', url)).category.name).toBe('Invoices sent twice');
});
