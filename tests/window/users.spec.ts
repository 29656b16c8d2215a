import type { Page } from '@playwright/test';
import { expect, expectAccessible, look, person, signedIn, speakGerman, test } from './launch';

const grid = (page: Page) => page.getByRole('grid', { name: 'Users' });
const row = (page: Page, name: string) => grid(page).getByRole('row').filter({ hasText: name });
const bar = (page: Page) => page.getByRole('region', { name: 'Selected' });

/** Calls the API like the window does. */
const ask = (page: Page, method: string, path: string, body?: object) =>
  page.evaluate(
    async ({ method, path, body }) => {
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(`/api/v2/${path}.json`, {
        method,
        headers,
        body: body ? JSON.stringify(body) : null,
      });
      return response.json();
    },
    { method, path, body },
  );

const people = ['Aoife Byrne', 'Dmitri Volkov', 'Elena Grieg', 'Hanna Lindqvist', 'Kwame Mensah', 'Priya Raman'];

/** A role and a group, and people who have them; all by their names. */
async function staff(page: Page): Promise<void> {
  const [{ role_id }] = (await ask(page, 'GET', 'roles')).roles;
  await ask(page, 'POST', 'roles', { role: { name: 'Agent', permissions: { calls: ['view'] } } });
  await ask(page, 'POST', 'groups', { group: { name: 'Billing' } });
  const roles = (await ask(page, 'GET', 'roles')).roles as { role_id: string }[];
  const groups = (await ask(page, 'GET', 'groups')).groups as { group_id: string; name: string }[];
  const agent = roles.find((role) => role.role_id !== role_id);
  const group = groups.find(({ name }) => name === 'Billing');
  for (const [at, name] of people.entries()) {
    const login = name.split(' ')[0]?.toLowerCase();
    const user = { name, role_id: agent?.role_id, group_id: group?.group_id, fieldset_login: { login } };
    const seats = { recording_seat: true, screen_recording_seat: at % 3 === 0, evaluation_seat: at % 4 === 1 };
    await ask(page, 'POST', 'users', { user: { ...user, fieldset_licensing: seats } });
  }
}

const called = async (page: Page, name: string) =>
  (await ask(page, 'GET', 'users')).users.find((user: { name: string }) => user.name === name);

test('users are found, and several are changed at once, by keyboard and by mouse', async ({ earshot }) => {
  await signedIn(earshot);
  const { page } = earshot;
  const { keyboard } = page;
  await staff(page);
  const [tenant] = (await ask(page, 'GET', 'tenants')).tenants;
  const limits = { tenant: { fieldset_licensing: { recording_seats: 20, monitoring_seats: 1 } } };
  await ask(page, 'PUT', `tenants/${tenant.tenant_id}`, limits);

  await test.step('the list shows each user with role, group, licences and last sign-in', async () => {
    await page.getByRole('link', { name: 'Administration' }).click();
    await expect(row(page, 'Aoife Byrne')).toContainText('aoifeAgentBilling');
    await expect(row(page, 'Aoife Byrne')).toContainText('Recording, ScreenNeverNo password yet');
    await expect(row(page, person.name)).toContainText('Now, this windowReady');
    await expect(page.getByRole('radio', { name: 'Active 7' })).toBeChecked();
    await expect(page.getByRole('button', { name: 'Recording 6 of 20' })).toBeVisible();
    await look(page, 'users');
  });

  await test.step('rows are chosen with the keyboard, and change their group', async () => {
    await grid(page).focus();
    await keyboard.press('Home');
    await keyboard.press('ArrowDown');
    await keyboard.press('Space');
    await expect(row(page, 'Dmitri Volkov')).toHaveAttribute('aria-selected', 'true');
    await keyboard.press('ArrowDown');
    await keyboard.press('ArrowDown');
    await keyboard.press('Shift+ArrowDown');
    await expect(bar(page)).toContainText('3 selected');
    await expect(bar(page)).toContainText('Dmitri Volkov, Hanna Lindqvist and Kwame Mensah');
    await keyboard.press('Shift+ArrowUp');
    await expect(bar(page)).toContainText('2 selected');
    await look(page, 'users-selected');
    await bar(page).getByRole('button', { name: 'Group…' }).press('Enter');
    await expect(page.getByRole('combobox', { name: 'Group' })).toBeFocused();
    await keyboard.type('Every');
    await keyboard.press('ArrowDown');
    await keyboard.press('Enter');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Change 2 users' }).press('Enter');
    await expect(page.getByText('2 users were changed')).toBeVisible();
    await expect(bar(page)).toBeHidden();
    await expect(grid(page)).toBeFocused();
    await expect(row(page, 'Hanna Lindqvist')).toContainText('AgentEveryone');
    expect((await called(page, 'Dmitri Volkov')).group_id).not.toBe((await called(page, 'Elena Grieg')).group_id);
  });

  await test.step('what is refused is named, and the rest is done', async () => {
    await row(page, 'Aoife Byrne').locator('[data-tick]').click();
    await row(page, 'Elena Grieg').click({ modifiers: ['Control'] });
    await bar(page).getByRole('button', { name: 'Licences…' }).click();
    await expect(page.getByRole('checkbox', { name: 'Screen' })).toBeVisible();
    await page.getByText('Monitoring').last().click();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Change 2 users' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Not everything was changed' });
    await expect(dialog).toContainText('Elena Grieg');
    await expect(dialog).toContainText('All 1 licences of the tenant are taken');
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(bar(page)).toContainText('1 selected');
    expect((await called(page, 'Aoife Byrne')).fieldset_licensing.monitoring_seat).toBe(true);
    await page.getByRole('button', { name: 'Monitoring 1 of 1' }).click();
    await expect(grid(page).getByRole('row')).toHaveCount(2);
    await page.getByRole('button', { name: 'Monitoring 1 of 1' }).click();
  });

  await test.step('everybody is chosen, and deactivated after a question', async () => {
    await keyboard.press('Control+f');
    await keyboard.type('ma');
    await keyboard.press('ArrowDown');
    await expect(grid(page).getByRole('row')).toHaveCount(3);
    await keyboard.press('Control+a');
    await expect(bar(page)).toContainText('2 selected');
    await keyboard.press('Escape');
    await expect(bar(page)).toBeHidden();
    await page.getByRole('checkbox', { name: 'Select all' }).press('Space');
    await expect(bar(page)).toContainText('2 selected');
    await bar(page).getByRole('button', { name: 'Deactivate' }).press('Enter');
    const dialog = page.getByRole('alertdialog', { name: 'Deactivate 2 users?' });
    await expect(dialog.getByRole('button', { name: 'Keep active' })).toBeFocused();
    await dialog.getByRole('button', { name: 'Deactivate' }).press('Enter');
    const refused = page.getByRole('alertdialog', { name: 'Not everything was changed' });
    await expect(refused).toContainText(`${person.name} Nobody would be left who can manage users and roles.`);
    await refused.getByRole('button', { name: 'Close' }).press('Enter');
    await keyboard.press('Escape');
    await page.getByText(/^Not active \d/).click();
    await expect(row(page, 'Priya Raman')).toContainText('Not active');
    await row(page, 'Priya Raman').locator('[data-tick]').click();
    await bar(page).getByRole('button', { name: 'Activate' }).click();
    await page.getByRole('button', { name: 'Clear the search' }).last().click();
    await expect(page.getByRole('heading', { name: 'Everybody is active' })).toBeVisible();
  });

  await test.step('the list in German, in the smallest window', async () => {
    await page.setViewportSize({ width: 960, height: 600 });
    await speakGerman(page);
    await page.goto('app://earshot/admin/users');
    const list = page.getByRole('grid', { name: 'Benutzer' });
    await list.getByRole('row').nth(1).click();
    await page.keyboard.press('Control+a');
    await expect(page.getByText('7 ausgewählt')).toBeVisible();
    await look(page, 'users-german');
  });
});
