import type { Page } from '@playwright/test';
import { ask, expect, look, signedIn, speak, test } from './launch';

const grid = (page: Page, name = 'Tenants') => page.getByRole('grid', { name });
const row = (page: Page, name: string) => grid(page).getByRole('row').filter({ hasText: name });
const nameOf = (page: Page) => page.getByRole('textbox', { name: 'Name', exact: true });
const place = (page: Page) =>
  page.getByRole('navigation', { name: 'Navigation' }).getByRole('link', { name: 'Tenants' });

test('the settings turn tenants on; one is added, refused at its field, changed and deleted', async ({ earshot }) => {
  await signedIn(earshot);
  const { page } = earshot;
  const { keyboard } = page;
  const several = page.getByRole('switch', { name: 'Several tenants' });
  await page.goto('app://earshot/admin/settings');

  await test.step('with the keyboard only, the settings turn tenants on', async () => {
    await expect(place(page)).toBeHidden();
    await several.focus();
    await keyboard.press('Space');
    await look(page, 'settings');
    await keyboard.press('Control+s');
    await expect(page.getByText('The settings were saved')).toBeVisible();
    expect((await ask(page, 'GET', '/api/v2/settings.json')).settings.multi_tenancy).toBe(true);
    await place(page).press('Enter');
  });

  await test.step('a tenant is added with licences; a taken name is refused at its field', async () => {
    await page.getByRole('button', { name: 'Add tenant' }).press('Enter');
    await expect(nameOf(page)).toBeFocused();
    await keyboard.type('system');
    await page.getByRole('textbox', { name: 'Recording licences', exact: true }).fill('12');
    await page.getByRole('textbox', { name: 'Speech analytics licences' }).fill('3');
    await keyboard.press('Control+s');
    await expect(page.getByText('This name is already in use')).toBeVisible();
    await expect(nameOf(page)).toBeFocused();
    await nameOf(page).fill('Northgate Dental');
    await keyboard.press('Control+s');
    await expect(row(page, 'Northgate Dental')).toContainText('12');
    const { tenants } = await ask(page, 'GET', '/api/v2/tenants.json');
    const licensing = tenants.find(({ name }: { name: string }) => name === 'Northgate Dental').fieldset_licensing;
    expect(licensing).toMatchObject({ recording_seats: 12, speech_analytics: 3 });
    await look(page, 'tenants');
  });

  await test.step('tenants stay on while there is one, and the System tenant is not deleted', async () => {
    await page.goto('app://earshot/admin/settings');
    await several.press('Space');
    await keyboard.press('Control+s');
    await expect(page.getByText('Other tenants exist. Delete them first')).toBeVisible();
    await page.getByRole('button', { name: 'Discard' }).press('Enter');
    await place(page).press('Enter');
    await row(page, 'System').dblclick();
    await page.getByRole('button', { name: 'Delete…' }).focus();
    await expect(page.getByText('This tenant still has 1 user')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Licences in use' })).toBeVisible();
  });

  await test.step('in German at the smallest size, changed and deleted', async () => {
    await page.setViewportSize({ width: 960, height: 600 });
    await speak(page, 'de');
    await page.goto('app://earshot/admin/tenants');
    await grid(page, 'Mandanten').getByRole('row').filter({ hasText: 'Northgate' }).dblclick();
    await nameOf(page).fill('Zahnarztpraxis am Nordtor mit allen ihren Zweigstellen');
    await look(page, 'tenant-german');
    await keyboard.press('Control+s');
    await expect(page.getByRole('heading', { name: /^Zahnarztpraxis/ })).toBeVisible();
    await page.getByRole('button', { name: 'Löschen…' }).press('Enter');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Mandant löschen' }).press('Enter');
    await expect(grid(page, 'Mandanten').getByRole('row')).toHaveCount(2);
  });
});
