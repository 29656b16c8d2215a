import { expect, look, lookAround, person, signedIn, test } from './launch';

test.describe(() => {
  test.use({ calls: null });

  test('first run: administrator, recovery kit, the empty list', async ({ earshot: { page } }) => {
    await page.getByLabel('Your name').fill(person.name);
    await page.getByLabel('Login').fill(person.login);
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await look(page, 'first-run-administrator');

    await page.getByLabel('Confirm password').fill(`${person.password}!`);
    await page.getByRole('button', { name: 'Create administrator' }).click();
    await expect(page.getByText('The passwords differ')).toBeVisible();
    await page.getByLabel('Confirm password').fill(person.password);
    await page.getByRole('button', { name: 'Create administrator' }).click();
    // Two key pairs and three slow hashes are computed first.
    await expect(page.getByRole('heading', { name: 'Keep the recovery kit' })).toBeVisible();
    await look(page, 'first-run-recovery-kit');

    await page.getByRole('button', { name: 'Do this later' }).click();
    await expect(page.getByRole('heading', { name: 'Drop recordings here' })).toBeVisible();
    await look(page, 'empty');
  });
});

test('reviewing: samples, a call in the player, filters, nothing found, the keys, the small window', async ({
  earshot,
}) => {
  const { page } = earshot;
  await signedIn(earshot);
  await lookAround(page);
  await look(page, 'imports');

  const row = page.getByRole('row').filter({ hasText: 'Maria Lopez' });
  // The list of imports covers the rows.
  await page.keyboard.press('Escape');
  await expect(page.getByText('6 calls imported')).toBeHidden();
  await row.click();
  await expect(row).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Pause', exact: true }).first()).toBeVisible();
  await expect(page.getByText('Who spoke')).toBeVisible();
  await look(page, 'review');

  await page.setViewportSize({ width: 960, height: 600 });
  await look(page, 'review-small');
  await page.setViewportSize({ width: 1280, height: 800 });

  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toBeVisible();
  await look(page, 'keyboard');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  const menu = page.getByRole('menu', { name: 'Filter', exact: true });
  await expect(menu.getByRole('menuitem', { name: 'Direction' })).toBeVisible();
  await look(page, 'filter');
  await page.mouse.click(640, 480);
  await expect(menu).toBeHidden();

  await page.keyboard.press('Control+f');
  await page.keyboard.type('nobody has this name');
  await expect(page.getByText('No call matches')).toBeVisible();
  await look(page, 'no-match');
});

test('signing in: a wrong password is reported at its field', async ({ earshot, restart }) => {
  await signedIn(earshot);
  const { page } = await restart();
  await page.getByLabel('Login').fill(person.login);
  await page.getByLabel('Password', { exact: true }).fill('not this one');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('Login or password is wrong.')).toBeVisible();
  await look(page, 'sign-in');

  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Drop recordings here' })).toBeVisible();
});
