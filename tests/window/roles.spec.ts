import type { Locator, Page } from '@playwright/test';
import { idIn } from '../support/id-in';
import {
  ask,
  expect,
  expectAccessible,
  look,
  lookAround,
  openReview,
  person,
  picture,
  signedIn,
  speak,
  test,
} from './launch';

const grid = (page: Page) => page.getByRole('grid', { name: 'Roles' });
const row = (page: Page, name: string) => grid(page).getByRole('row').filter({ hasText: name });
const nameOf = (page: Page) => page.getByRole('textbox', { name: 'Name', exact: true });
const words = (page: Page, title = 'In plain words') => page.getByRole('complementary', { name: title });
const box = (page: Page, name: string): Locator => page.getByRole('checkbox', { name, exact: true });
const right = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name, exact: true });
const save = (page: Page) => page.keyboard.press('Control+s');
/**
 * Expects the tip of a button on a page that has just opened, which takes the focus once more when its role is read. A button
 * that has the focus already since a click would not show its tip.
 */
const expectTipOf = (page: Page, name: string, tip: string | RegExp) =>
  expect(async () => {
    await page.locator(':focus').blur();
    await page.getByRole('button', { name }).focus();
    await expect(page.getByRole('tooltip')).toHaveText(tip, { timeout: 2_000 });
  }).toPass();

test('a role is added, changed, copied and deleted with the keyboard', async ({ earshot }) => {
  await signedIn(earshot);
  const { page } = earshot;
  const { keyboard } = page;

  await test.step('the list', async () => {
    await page.goto('app://earshot/admin/roles');
    await expect(row(page, 'Administrator')).toContainText('Everything');
    await expect(row(page, 'Administrator')).toContainText('1');
    await look(page, 'roles');
  });

  await test.step('a name that is taken is refused at its field', async () => {
    await page.getByRole('button', { name: 'Add role' }).press('Enter');
    await expect(nameOf(page)).toBeFocused();
    await keyboard.type('administrator');
    await save(page);
    await expect(nameOf(page)).toHaveAttribute('aria-invalid', 'true');
    await expect(nameOf(page)).toBeFocused();
  });

  await test.step('Edit includes View, and the sentences follow', async () => {
    await nameOf(page).fill('Team lead');
    await page.getByRole('radio', { name: 'Own calls' }).focus();
    await keyboard.press('ArrowRight');
    await expect(words(page)).toContainText('Cannot see calls');
    await box(page, 'Calls: Edit').press('Space');
    await expect(box(page, 'Calls: View')).toBeChecked();
    await expect(words(page)).toContainText('Sees calls of the groups they manage');
    await right(page, 'Listen').press('Space');
    await expect(right(page, 'Listen')).toHaveAttribute('aria-pressed', 'true');
    await box(page, 'Reports: View').press('Space');
    await expect(words(page)).toContainText('Sees reports');
    await save(page);
    await expect(page.getByText('“Team lead” was added')).toBeVisible();
  });

  await test.step('changes since the last save are marked and named', async () => {
    await row(page, 'Team lead').dblclick();
    await right(page, 'Pause recording').press('Space');
    await box(page, 'Reports: View').press('Space');
    await expect(page.getByText('1 right added, 1 right removed')).toBeVisible();
    await expect(right(page, 'Pause recording, changed')).toBeVisible();
    await look(page, 'role');
    await box(page, 'Reports: View, changed').press('Space');
    await expect(page.getByText('1 right added', { exact: true })).toBeVisible();
    await save(page);
    await expect(page.getByText('“Team lead” was saved')).toBeVisible();
    await expect(right(page, 'Pause recording')).toHaveAttribute('aria-pressed', 'true');
    const { roles } = await ask(page, 'GET', '/api/v2/roles.json?search_term=team');
    expect(roles[0].permissions).toEqual({ calls: ['view', 'playback', 'edit', 'pause_recording'], reports: ['view'] });
  });

  await test.step('a copy has the same rights and is saved under its own name', async () => {
    await page.getByRole('button', { name: 'Duplicate' }).press('Enter');
    await expect(nameOf(page)).toHaveValue('Copy of Team lead');
    await expect(box(page, 'Calls: Edit')).toBeChecked();
    await save(page);
    await expect(page.getByText('“Copy of Team lead” was added')).toBeVisible();
  });

  await test.step('a role that nobody has is deleted, the other one says why not', async () => {
    await row(page, 'Copy of Team lead').dblclick();
    await page.getByRole('button', { name: 'Delete…' }).press('Enter');
    await page.getByRole('button', { name: 'Delete role' }).press('Enter');
    await expect(page.getByText('“Copy of Team lead” was deleted')).toBeVisible();
    await row(page, 'Administrator').dblclick();
    await expectTipOf(page, 'Delete…', '1 person has this role. Give them another one first.');
  });
});

test('a role starts from an example, with no more than the person may grant', async ({ earshot }) => {
  await signedIn(earshot);
  const { page } = earshot;
  const start = async (name: RegExp) => {
    await page.goto('app://earshot/admin/roles');
    await page.getByRole('button', { name: 'Start from an example' }).press('Enter');
    await page.getByRole('menuitem', { name }).press('Enter');
  };

  await test.step('each example has its reach and rights, which can be changed before it is saved', async () => {
    await start(/^Agent/);
    await expect(nameOf(page)).toHaveValue('Agent');
    await expect(page.getByRole('radio', { name: 'Own calls' })).toBeChecked();
    await expect(right(page, 'Listen')).toHaveAttribute('aria-pressed', 'true');
    await start(/^Team lead/);
    await expect(page.getByRole('radio', { name: 'Managed groups' })).toBeChecked();
    await start(/^Evaluator/);
    await expect(page.getByRole('radio', { name: 'All calls' })).toBeChecked();
    await expect(words(page)).toContainText('Sees all calls');
    await expect(words(page)).not.toContainText('tenant');
    await expectAccessible(page);
    await save(page);
    await expect(page.getByText('“Evaluator” was added')).toBeVisible();
    const { roles } = await ask(page, 'GET', '/api/v2/roles.json?search_term=evaluator');
    expect(roles[0].access_level).toBe('tenant');
    expect(roles[0].permissions.evaluation_reports).toEqual(['view', 'edit']);
    expect(roles[0].permissions.calls).not.toContain('delete');
  });

  await test.step('what the person does not have is left out', async () => {
    const permissions = { roles: ['view', 'edit'], calls: ['view', 'add_notes'] };
    const { url } = await ask(page, 'POST', '/api/v2/roles.json', {
      role: { name: 'Trainer', access_level: 'managed_groups', permissions },
    });
    const { user } = await ask(page, 'GET', '/api/v2/sessions.json');
    const ines = { login: 'ines', password: 'another long password' };
    await ask(page, 'POST', '/api/v2/users.json', {
      user: { name: 'Ines Kaya', role_id: idIn(url), group_id: user.group_id, fieldset_login: ines },
    });
    await ask(page, 'DELETE', '/api/v2/sessions.json');
    await ask(page, 'POST', '/api/v2/sessions.json', ines);
    await start(/^Evaluator/);
    await expect(page.getByRole('radio', { name: 'Managed groups' })).toBeChecked();
    await nameOf(page).fill('Listener');
    await save(page);
    await expect(page.getByText('“Listener” was added')).toBeVisible();
    const { roles } = await ask(page, 'GET', '/api/v2/roles.json?search_term=listener');
    expect(roles[0].permissions).toEqual({ calls: ['view', 'add_notes'] });
  });
});

test('a role is seen as one of its people sees it, and nobody gives more than they have', async ({ earshot }) => {
  await signedIn(earshot);
  const { page } = earshot;
  await lookAround(page);
  const permissions = {
    roles: ['view', 'edit'],
    users: ['view'],
    calls: ['view', 'create', 'add_notes'],
    call_categories: ['view', 'edit'],
    call_notes: ['view', 'edit'],
  };
  const ines = { login: 'ines', password: 'another long password' };
  const made = await ask(page, 'POST', '/api/v2/roles.json', {
    role: { name: 'Trainer', access_level: 'tenant', permissions },
  });
  const role_id = idIn(made.url);
  const { user } = await ask(page, 'GET', '/api/v2/sessions.json');
  await ask(page, 'POST', '/api/v2/users.json', {
    user: { name: 'Ines Kaya', role_id, group_id: user.group_id, fieldset_login: ines },
  });
  await openReview(page);
  await expect(page).toHaveURL(/call=/);
  const reviewed = page.url();
  await page.getByRole('link', { name: 'Administration', exact: true }).click();
  await page.getByRole('link', { name: 'Roles' }).click();
  await page.getByRole('row').filter({ hasText: 'Trainer' }).dblclick();

  await test.step('View as shows what the person sees, read only', async () => {
    await expect(page.getByText('1 person', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'View as Ines' }).press('Enter');
    await expect(page.getByText('You are viewing Earshot as Ines Kaya (Trainer).')).toBeVisible();
    await page.getByRole('link', { name: 'Review' }).click();
    await page.getByRole('grid', { name: 'Calls' }).press('ArrowDown');
    for (const name of ['Import', 'Save this search']) {
      await page.getByRole('main').getByRole('button', { name, exact: true }).focus();
      await expect(page.getByRole('tooltip')).toHaveText(
        'You are viewing Earshot as Ines Kaya, so nothing can be saved.',
      );
    }
    await expect(page.getByRole('complementary', { name: 'Call' })).toContainText('Notes');
    await expect(page.getByRole('button', { name: 'Add a note' })).toHaveCount(0);
    await page.getByRole('link', { name: 'Administration', exact: true }).click();
    await page.getByRole('link', { name: 'Categories' }).click();
    await page.getByRole('button', { name: 'Add category' }).click();
    await nameOf(page).fill('Billing');
    await page.getByRole('button', { name: 'Save category' }).focus();
    await expect(page.getByRole('tooltip')).toHaveText(
      'You are viewing Earshot as Ines Kaya, so nothing can be saved.',
    );
    await look(page, 'view-as');
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('button', { name: 'Stop viewing' }).press('Enter');
    await expect(page.getByRole('heading', { name: 'Trainer' })).toBeVisible();
    await expect(page.getByText('You are viewing Earshot as')).toHaveCount(0);
    await page.getByRole('link', { name: 'Leave administration' }).click();
    await expect(page).toHaveURL(reviewed);
    await page.goto(`app://earshot/admin/roles/${role_id}`);
  });

  await test.step('a filter that the person may not choose is shown all the same, and a view leaves no traces', async () => {
    await page.getByRole('button', { name: 'View as Ines' }).press('Enter');
    await expect(page.getByText('You are viewing Earshot as Ines Kaya (Trainer).')).toBeVisible();
    // A search can have a filter whose records the person does not see. It narrows the list, so it is there, and can be removed.
    await page.goto(`app://earshot/review?group_id__equal_to=${user.group_id}&search_term=nobody`);
    const chip = page.getByRole('button', { name: 'Group (you do not see which)', exact: true });
    await expect(chip).toBeVisible();
    await page.getByRole('button', { name: 'Remove Group' }).click();
    await expect(chip).toHaveCount(0);
    await page.getByRole('button', { name: 'Stop viewing' }).press('Enter');
    await expect(page.getByText('You are viewing Earshot as')).toHaveCount(0);
    const seen = await page.evaluate(() =>
      Object.keys(localStorage).filter((key) => /^earshot\.(review|place)/.test(key)),
    );
    expect(seen.toSorted()).toEqual([`earshot.place.${user.user_id}`, `earshot.review.${user.user_id}`]);
    await page.goto(`app://earshot/admin/roles/${role_id}`);
  });

  await test.step('a narrower role cannot give what it does not have', async () => {
    await ask(page, 'DELETE', '/api/v2/sessions.json');
    await ask(page, 'POST', '/api/v2/sessions.json', ines);
    await page.goto(`app://earshot/admin/roles/${role_id}`);
    await expect(page.getByText('Not available: Everything (more calls than your own role)')).toBeVisible();
    await page.getByRole('radio', { name: 'Everything' }).click({ force: true });
    await expect(page.getByRole('radio', { name: 'All calls' })).toBeChecked();
    await right(page, 'Download').focus();
    await expect(page.getByRole('tooltip')).toContainText('Your own role does not have this right');
    await right(page, 'Download').press('Space');
    await expect(right(page, 'Download')).toHaveAttribute('aria-pressed', 'false');
    await expectAccessible(page);
    await page.goto('app://earshot/admin/roles');
    await row(page, 'Administrator').dblclick();
    await expectTipOf(page, 'Duplicate', /This role covers more than your own/);
  });

  await test.step('German, in the smallest window', async () => {
    await ask(page, 'DELETE', '/api/v2/sessions.json');
    await ask(page, 'POST', '/api/v2/sessions.json', { login: person.login, password: person.password });
    await speak(page, 'de');
    await page.setViewportSize({ width: 960, height: 600 });
    await page.goto(`app://earshot/admin/roles/${role_id}`);
    await page.getByRole('checkbox', { name: 'Anrufe: Ändern' }).press('Space');
    await expect(page.getByText('1 Recht hinzugefügt')).toBeVisible();
    await expectAccessible(page);
    await picture(page, 'role-german');
  });
});
