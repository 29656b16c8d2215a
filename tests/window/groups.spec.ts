import type { Page } from '@playwright/test';
import { expect, look, person, signedIn, speak, test } from './launch';

const grid = (page: Page, name = 'Groups') => page.getByRole('grid', { name });
const row = (page: Page, name: string) => grid(page).getByRole('row').filter({ hasText: name });
const nameOf = (page: Page) => page.getByRole('textbox', { name: 'Name', exact: true });

test('a group is added, refused at its field, changed and deleted with the keyboard only', async ({ earshot }) => {
  await signedIn(earshot);
  const { page } = earshot;
  const { keyboard } = page;
  await page.goto('app://earshot/admin/groups');

  await test.step('the list shows the number of users, and the page who they are', async () => {
    await expect(row(page, 'Everyone')).toContainText('EveryoneDefault1');
    await look(page, 'groups');
    await grid(page).focus();
    await keyboard.press('Enter');
    await expect(page.getByRole('link', { name: person.name })).toBeVisible();
    const remove = page.getByRole('button', { name: 'Delete…' });
    await expect(remove).toHaveAttribute('aria-disabled', 'true');
    await remove.focus();
    await expect(page.getByRole('tooltip')).toHaveText(
      `This is the main group of ${person.name}. Give them another one first.`,
    );
    await look(page, 'group');
  });

  await test.step('a taken name is refused at its field', async () => {
    await page.goBack();
    await page.getByRole('button', { name: 'Add group' }).press('Enter');
    await expect(nameOf(page)).toBeFocused();
    await keyboard.type('everyone');
    await keyboard.press('Tab');
    await keyboard.type('Vienna');
    await keyboard.press('ArrowDown');
    await keyboard.press('Enter');
    await keyboard.press('Control+s');
    await expect(page.getByText('This name is already in use')).toBeVisible();
    await expect(nameOf(page)).toBeFocused();
    await nameOf(page).fill('Billing');
    await keyboard.press('Control+s');
    await expect(row(page, 'Billing')).toContainText('BillingEurope/Vienna0');
  });

  await test.step('in German at the smallest size, changed and deleted', async () => {
    await page.setViewportSize({ width: 960, height: 600 });
    await speak(page, 'de');
    await page.reload();
    await grid(page, 'Gruppen').getByRole('row').filter({ hasText: 'Billing' }).dblclick();
    await nameOf(page).fill('Rechnungen und alles, was mit Zahlungen und Mahnungen zu tun hat');
    await look(page, 'group-german');
    await keyboard.press('Control+s');
    await expect(page.getByRole('heading', { name: /^Rechnungen/ })).toBeVisible();
    await page.getByRole('button', { name: 'Löschen…' }).press('Enter');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Gruppe löschen' }).press('Enter');
    await expect(grid(page, 'Gruppen').getByRole('row')).toHaveCount(2);
  });
});
