import { expect, expectAccessible, signedIn, signIn, test } from './launch';
import { anotherPerson } from './people';

test('a role sees only the places that it may open', async ({ earshot, restart }) => {
  await signedIn(earshot);
  await expect(earshot.page.getByRole('navigation').getByRole('link', { name: 'Review' })).toBeVisible();
  for (const [key, name] of [
    ['2', 'My queue'],
    ['4', 'Evaluations'],
    ['5', 'Reports'],
    ['1', 'All calls'],
  ] as const) {
    await earshot.page.keyboard.press(`Control+${key}`);
    await expect(earshot.page.getByRole('heading', { name, exact: true })).toBeVisible();
  }
  const trainee = await anotherPerson(earshot.dataFolder, { call_notes: ['view'] });
  const { page } = await restart();

  await signIn(page, trainee);

  const heading = page.getByRole('heading', { name: 'This page is not for your role' });
  await expect(heading).toBeVisible();
  await expect(heading).toBeFocused();
  await expect(page.getByRole('main')).toContainText('Your role, “Trainee”, has no access to “Review”.');
  await expect(page.getByRole('navigation').getByRole('link')).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('button', { name: trainee.name }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByLabel('Login')).toBeVisible();
});
