import { expect, lookAround, person, signedIn, signIn, test } from './launch';
import { anotherPerson } from './people';

test('users find the panes as they left them, and a new user finds the defaults', async ({ earshot }) => {
  await signedIn(earshot);
  const { page, dataFolder } = earshot;
  const pane = page.getByRole('complementary', { name: 'Call' });
  const signOut = async (name: string) => {
    await page.getByRole('button', { name: new RegExp(`^${name}`) }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
  };
  await lookAround(page);
  await page.keyboard.press('Escape');
  await expect(pane).toBeVisible();
  await page.keyboard.press('Control+i');
  await expect(pane).toBeHidden();
  const other = await anotherPerson(dataFolder);

  await signOut(person.name);
  await signIn(page, other);
  await expect(page.getByRole('grid', { name: 'Calls' })).toBeVisible();
  await expect(pane).toBeVisible();

  await signOut(other.name);
  await signIn(page);
  await expect(page.getByRole('grid', { name: 'Calls' })).toBeVisible();
  await expect(pane).toBeHidden();
});
