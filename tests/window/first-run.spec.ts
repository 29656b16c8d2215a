import { holdRequests, releaseRequests } from './call-list';
import { expect, expectAccessible, person, test } from './launch';

test.use({ calls: null });

test('the first run refuses a common password, shows what is running, and says where the kit was saved', async ({
  earshot: { page },
}) => {
  const password = page.getByLabel('Password', { exact: true });
  const again = page.getByLabel('Confirm password');
  const create = page.getByRole('button', { name: 'Create administrator' });
  await page.getByLabel('Your name').fill(person.name);
  await page.getByLabel('Login').fill(person.login);
  await password.fill('Passw0rd2026');
  await again.fill('Passw0rd2026');
  await page.keyboard.press('Enter');
  await expect(password).toBeFocused();
  await expect(password).toHaveAccessibleDescription('This password is too easy to guess');
  // The box around the field has the focus frame.
  await expect(password).toHaveCSS('outline-style', 'none');
  await expectAccessible(page);

  await password.fill(person.password);
  await create.click();
  await expect(again).toBeFocused();
  await expect(again).toHaveAccessibleDescription('The passwords differ');
  await again.fill(person.password);
  await holdRequests(page, /setup\.json/);
  await create.click();
  const busy = page.locator('button[aria-disabled=true]');
  // The text and, after a moment, the spinner.
  await expect(busy.locator('> span')).toHaveCount(2);
  await expect(busy).toHaveAccessibleName('Create administrator');
  await releaseRequests(page);

  await page.getByRole('button', { name: 'Do this later' }).click();
  await expect(page.getByText('You can make a recovery kit in the menu under your name.')).toBeVisible();
});
