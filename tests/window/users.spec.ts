import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { idIn } from '../support/id-in';
import { ask, expect, expectAccessible, look, person, signedIn, speak, test } from './launch';

const grid = (page: Page) => page.getByRole('grid', { name: 'Users' });
const row = (page: Page, name: string) => grid(page).getByRole('row').filter({ hasText: name });
const bar = (page: Page) => page.getByRole('region', { name: 'Selected' });

const asked = (page: Page, method: string, name: string, body?: object) =>
  ask(page, method, `/api/v2/${name}.json`, body);
/** Creates a record, and returns its id. */
const made = async (page: Page, name: string, body: object) => idIn((await asked(page, 'POST', name, body)).url);

const people = ['Aoife Byrne', 'Dmitri Volkov', 'Elena Grieg', 'Hanna Lindqvist', 'Kwame Mensah', 'Priya Raman'];

/** A role and a group, and people who have them; all by their names. */
async function staff(page: Page): Promise<void> {
  const [{ role_id }] = (await asked(page, 'GET', 'roles')).roles;
  await asked(page, 'POST', 'roles', { role: { name: 'Agent', permissions: { calls: ['view'] } } });
  await asked(page, 'POST', 'groups', { group: { name: 'Billing' } });
  const roles = (await asked(page, 'GET', 'roles')).roles as { role_id: string }[];
  const groups = (await asked(page, 'GET', 'groups')).groups as { group_id: string; name: string }[];
  const agent = roles.find((role) => role.role_id !== role_id);
  const group = groups.find(({ name }) => name === 'Billing');
  for (const [at, name] of people.entries()) {
    const login = name.split(' ')[0]?.toLowerCase();
    const user = { name, role_id: agent?.role_id, group_id: group?.group_id, fieldset_login: { login } };
    const seats = { recording_seat: true, screen_recording_seat: at % 3 === 0, evaluation_seat: at % 4 === 1 };
    await asked(page, 'POST', 'users', { user: { ...user, fieldset_licensing: seats } });
  }
}

const called = async (page: Page, name: string) =>
  (await asked(page, 'GET', 'users')).users.find((user: { name: string }) => user.name === name);

test('users are found, and several are changed at once, by keyboard and by mouse', async ({ earshot }) => {
  await signedIn(earshot);
  const { page } = earshot;
  const { keyboard } = page;
  await staff(page);
  const [tenant] = (await asked(page, 'GET', 'tenants')).tenants;
  const limits = { tenant: { fieldset_licensing: { recording_seats: 20, monitoring_seats: 1 } } };
  await asked(page, 'PUT', `tenants/${tenant.tenant_id}`, limits);

  await test.step('the list shows each user with role, group, licences and last sign-in', async () => {
    await page.getByRole('link', { name: 'Administration', exact: true }).click();
    await expect(row(page, 'Aoife Byrne')).toContainText('aoifeAgentBilling');
    await expect(row(page, 'Aoife Byrne')).toContainText('Recording, ScreenNeverNo password yet');
    await expect(row(page, person.name)).toContainText('Now, this windowReady');
    await expect(page.getByRole('radio', { name: 'Active 7' })).toBeChecked();
    await expect(page.getByRole('button', { name: 'Recording 6 of 20' })).toBeVisible();
    await look(page, 'users');
  });

  await test.step('the users of the list are exported', async () => {
    const path = join(earshot.dataFolder, 'users.csv');
    await earshot.app.evaluate(({ dialog }, filePath) => {
      dialog.showSaveDialog = async () => ({ canceled: false, filePath });
    }, path);
    await page.getByRole('button', { name: 'Export…' }).press('Enter');
    const lines = () => (existsSync(path) ? readFileSync(path, 'utf8').split('\r\n') : []);
    await expect.poll(lines).toHaveLength(9);
    expect(lines()[1]).toBe('Aoife Byrne,aoife,,Agent,Billing,Yes,Yes,Yes,No,No,No,');
  });

  await test.step('a role and a group narrow the list, and can be taken back where they match nobody', async () => {
    const choose = async (filter: string, start: string) => {
      await page.getByRole('button', { name: filter }).press('Enter');
      await keyboard.type(start);
      await keyboard.press('Enter');
    };
    await choose('any In group', 'Bill');
    await expect(row(page, person.name)).toBeHidden();
    await expect(grid(page).getByRole('row')).toHaveCount(7);
    await choose('any Role', 'Admin');
    await expect(page.getByRole('heading', { name: 'No user matches the filters' })).toBeVisible();
    await page.getByRole('button', { name: 'Clear filters' }).press('Enter');
    await expect(grid(page).getByRole('row')).toHaveCount(8);
  });

  await test.step('where nobody is listed, the reason has the focus after a reload', async () => {
    await page.getByRole('radio', { name: 'Not active 0' }).press('Space');
    const nobody = page.getByRole('heading', { name: 'Everybody is active' });
    await expect(nobody).toBeVisible();
    await page.reload();
    await expect(nobody).toBeFocused();
    await page.getByRole('radio', { name: 'Active 7' }).press('Space');
    await expect(grid(page).getByRole('row')).toHaveCount(8);
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
    await bar(page).getByRole('button', { name: 'Deactivate' }).focus();
    await expect(page.getByRole('tooltip')).toContainText('you cannot deactivate yourself');
    await row(page, person.name).locator('[data-tick]').click();
    await expect(bar(page)).toContainText('1 selected');
    await bar(page).getByRole('button', { name: 'Deactivate' }).press('Enter');
    const dialog = page.getByRole('alertdialog', { name: 'Deactivate “Priya Raman”?' });
    await expect(dialog.getByRole('button', { name: 'Keep active' })).toBeFocused();
    await dialog.getByRole('button', { name: 'Deactivate' }).press('Enter');
    await expect(page.getByText('1 user was deactivated')).toBeVisible();
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
    await speak(page, 'de');
    await page.goto('app://earshot/admin/users');
    const list = page.getByRole('grid', { name: 'Benutzer' });
    await list.press('Home');
    await page.keyboard.press('Control+a');
    await expect(page.getByText('7 ausgewählt')).toBeVisible();
    await look(page, 'users-german');
  });

  await test.step('the licences that are left are those of the tenant of the chosen users', async () => {
    await asked(page, 'PUT', 'settings', { settings: { multi_tenancy: true } });
    const licensing = { recording_seats: 3 };
    const tenant = { name: 'Northgate Dental', fieldset_licensing: licensing };
    const tenant_id = await made(page, 'tenants', { tenant });
    const role = { name: 'Dentist', tenant_id, permissions: { calls: ['view'] } };
    const role_id = await made(page, 'roles', { role });
    const group_id = await made(page, 'groups', { group: { name: 'Practice', tenant_id } });
    const user = { name: 'Zoe Adler', tenant_id, role_id, group_id, fieldset_login: { login: 'zoe' } };
    await asked(page, 'POST', 'users', { user });
    await page.setViewportSize({ width: 1280, height: 800 });
    await speak(page, 'en');
    await page.goto('app://earshot/admin/users');
    const open = () => bar(page).getByRole('button', { name: 'Licences…' }).click();
    const recording = page.getByRole('dialog', { name: 'Licences' }).locator('label').filter({ hasText: 'Recording' });
    await row(page, 'Zoe Adler').locator('[data-tick]').click();
    await open();
    await expect(recording.first()).toContainText('3 left');
    await keyboard.press('Escape');
    await row(page, 'Hanna Lindqvist').locator('[data-tick]').click();
    await open();
    await expect(page.getByRole('checkbox', { name: 'Screen' })).toBeVisible();
    await expect(page.getByRole('dialog', { name: 'Licences' })).not.toContainText('left');
  });
});

test('a user is added, refused at the field, changed, and deleted', async ({ earshot }) => {
  await signedIn(earshot);
  const { page } = earshot;
  const { keyboard } = page;
  await staff(page);
  const [tenant] = (await asked(page, 'GET', 'tenants')).tenants;
  const limits = { recording_seats: 20, screen_recording_seats: 2, evaluation_seats: 3 };
  await asked(page, 'PUT', `tenants/${tenant.tenant_id}`, { tenant: { fieldset_licensing: limits } });
  await page.goto('app://earshot/admin/users');
  const login = page.getByRole('textbox', { name: 'Login', exact: true });
  const choose = async (name: string, text: string) => {
    await page.getByRole('combobox', { name, exact: true }).fill(text);
    await page.getByRole('option', { name: text }).click();
  };

  await test.step('a new user is refused at the field that is wrong, then added', async () => {
    await page.getByRole('button', { name: 'Add user' }).press('Enter');
    await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused();
    await keyboard.type('Leila Cortés');
    await keyboard.press('Control+s');
    await expect(page.getByText('Required', { exact: true })).toHaveCount(2);
    await choose('Role', 'Agent');
    await expect(page.getByText('Hears recordings')).toBeHidden();
    await choose('Group', 'Billing');
    await choose('Manages', 'Everyone');
    await login.fill('priya');
    await page.getByRole('textbox', { name: 'Extensions' }).fill('214');
    await keyboard.press('Enter');
    await page.getByText('Always', { exact: true }).click();
    await page.getByRole('button', { name: 'Recording 14 left' }).click();
    await expect(page.getByText('7 of 20')).toBeVisible();
    await look(page, 'user-new');
    await keyboard.press('Control+s');
    await expect(page.getByText('Another user has this login')).toBeVisible();
    await expect(login).toBeFocused();
    await look(page, 'user-refused');
    await login.fill('leila');
    await page.getByRole('textbox', { name: 'Extensions' }).fill('2'.repeat(65));
    await keyboard.press('Enter');
    await keyboard.press('Control+s');
    await expect(page.getByText('Use at most 64 characters')).toBeVisible();
    await page.getByRole('button', { name: `Remove “${'2'.repeat(65)}”` }).press('Enter');
    await page.getByLabel('Password', { exact: true }).fill('violet bicycle harbour');
    await page.getByRole('button', { name: 'Save user' }).click();
    await expect(page.getByText('“Leila Cortés” was added')).toBeVisible();
    const leila = await called(page, 'Leila Cortés');
    expect(leila.managed_groups).toHaveLength(1);
    expect(leila.fieldset_recording).toMatchObject({ record: 'always', extensions: ['214'] });
    expect(leila.fieldset_login).toMatchObject({ login: 'leila', must_change_password: true });
  });

  await test.step('only what is changed is sent; full licences are locked', async () => {
    await row(page, 'Kwame Mensah').dblclick();
    await expect(page.getByRole('heading', { name: 'Kwame Mensah', exact: true })).toBeVisible();
    const screen = page.getByRole('button', { name: 'Screen 0 left' });
    await expect(screen).toHaveAttribute('aria-disabled', 'true');
    // With a key, because the focus shows no tooltip after a click.
    const recording = page.getByRole('button', { name: 'Recording 13 left' });
    await recording.focus();
    await keyboard.press('Tab');
    await expect(screen).toBeFocused();
    await expect(page.getByRole('tooltip')).toContainText('All licences are taken');
    await recording.press('Space');
    await page.getByRole('textbox', { name: 'Extensions' }).fill('301,302,');
    await page.getByRole('switch', { name: 'One-time code' }).press('Space');
    await page.getByLabel('PIN', { exact: true }).fill('1234');
    await expect(page.getByLabel('PIN', { exact: true })).toHaveAttribute('type', 'password');
    await page.getByRole('button', { name: 'Show PIN' }).press('Enter');
    await expect(page.getByRole('textbox', { name: 'PIN' })).toHaveValue('1234');
    await expect(page.getByText('4 changes')).toBeVisible();
    await expect(page.getByText('One-time code, Extensions, PIN and 1 more')).toBeVisible();
    await look(page, 'user');
    await keyboard.press('Control+s');
    await expect(page.getByText('“Kwame Mensah” was saved')).toBeVisible();
    const kwame = await called(page, 'Kwame Mensah');
    expect(kwame.fieldset_login).toMatchObject({ login: 'kwame', require_2fa: true });
    expect(kwame.fieldset_licensing).toMatchObject({ recording_seat: false, evaluation_seat: false });
    expect(kwame.fieldset_phone_services.phone_pin).toBe('1234');
    expect(kwame.fieldset_recording.extensions).toEqual(['301', '302']);
  });

  await test.step('a password is set beside unsaved changes, which stay', async () => {
    await page.getByRole('textbox', { name: 'Name' }).fill('Kwame A. Mensah');
    await page.getByRole('button', { name: 'Set…' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Set a password for Kwame Mensah' });
    await keyboard.type('password');
    await keyboard.press('Enter');
    await expect(dialog.getByText('too easy to guess')).toBeVisible();
    await expectAccessible(page);
    await dialog.getByLabel('New password', { exact: true }).fill('violet bicycle harbour');
    await keyboard.press('Enter');
    await expect(page.getByText('Kwame Mensah has a new password')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Replace…' })).toBeFocused();
    await expect(page.getByText('1 change', { exact: true })).toBeVisible();
    await expect(page.getByText(/^Ready since/)).toBeVisible();
    await keyboard.press('Control+s');
    await expect(page.getByText('“Kwame A. Mensah” was saved')).toBeVisible();
    expect((await called(page, 'Kwame A. Mensah')).fieldset_login.must_change_password).toBe(true);
  });

  await test.step('in German at the smallest size, and deleted after a question', async () => {
    await page.setViewportSize({ width: 960, height: 600 });
    await speak(page, 'de');
    await page.reload();
    await page.getByRole('switch', { name: 'Aktiv' }).press('Space');
    await look(page, 'user-german');
    await page.getByRole('button', { name: 'Verwerfen' }).click();
    await page.getByRole('button', { name: 'Löschen…' }).press('Enter');
    const question = page.getByRole('alertdialog', { name: '„Kwame A. Mensah“ löschen?' });
    await expect(question.getByRole('button', { name: 'Benutzer behalten' })).toBeFocused();
    await question.getByRole('button', { name: 'Benutzer löschen' }).press('Enter');
    await expect(page.getByText('„Kwame A. Mensah“ wurde gelöscht')).toBeVisible();
    expect(await called(page, 'Kwame A. Mensah')).toBeUndefined();
  });
});

test('what would be refused is locked and says why', async ({ earshot }) => {
  await signedIn(earshot);
  const { page } = earshot;
  await staff(page);
  const active = page.getByRole('switch', { name: 'Active' });
  const mayNot = async (control: Locator, why: string) => {
    await page.locator('label').filter({ has: control }).hover();
    await expect(page.getByRole('tooltip')).toContainText(why);
    await page.mouse.move(0, 0);
    await expect(page.getByRole('tooltip')).toBeHidden();
    await control.focus();
    await expect(control).toHaveAccessibleDescription(new RegExp(why));
    await page.keyboard.press('Space');
    await expect(page.getByText(/^\d+ changes?$/)).toBeHidden();
  };

  await test.step('nobody switches off or bars themselves', async () => {
    const { user } = await asked(page, 'GET', 'sessions');
    await page.goto(`app://earshot/admin/users/${user.user_id}`);
    await mayNot(active, 'You cannot deactivate yourself.');
    await expect(active).toBeChecked();
    await mayNot(page.getByRole('switch', { name: 'May sign in' }), 'You cannot turn off your own sign-in.');
    await look(page, 'user-own');
    await page.goto(`app://earshot/admin/users/${(await called(page, 'Priya Raman')).user_id}`);
    await active.press('Space');
    await expect(page.getByText('1 change', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Discard' }).press('Enter');
  });

  await test.step('a role that does not see roles adds nobody', async () => {
    const permissions = { users: ['view', 'edit', 'login_settings'], groups: ['view'] };
    const lead = { login: 'lead', password: 'another long password' };
    await asked(page, 'POST', 'roles', { role: { name: 'Lead', access_level: 'tenant', permissions } });
    const [{ role_id }] = (await ask(page, 'GET', '/api/v2/roles.json?search_term=lead')).roles;
    const { user } = await asked(page, 'GET', 'sessions');
    await asked(page, 'POST', 'users', {
      user: { name: 'Lena Lead', role_id, group_id: user.group_id, fieldset_login: lead },
    });
    await asked(page, 'DELETE', 'sessions');
    await asked(page, 'POST', 'sessions', lead);
    await page.goto('app://earshot/admin/users');
    await page.getByRole('button', { name: 'Add user' }).focus();
    await expect(page.getByRole('tooltip')).toContainText('A new user needs a role and a group');
    await page.goto('app://earshot/admin/users/new');
    const pane = page.getByRole('complementary', { name: 'What this user can do' });
    await expect(pane).toContainText('A new user needs a role and a group');
  });

  await test.step('nor is asked to choose a role on the page of a user', async () => {
    await page.goto(`app://earshot/admin/users/${(await called(page, 'Priya Raman')).user_id}`);
    const pane = page.getByRole('complementary', { name: 'What Priya Raman can do' });
    await expect(pane).toContainText('Your role cannot see roles');
    await expect(pane).not.toContainText('Choose a role');
    await look(page, 'user-without-roles');
  });
});
