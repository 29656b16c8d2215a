import { expect, expectAccessible, signedIn, test } from './launch';

test('the keychain’s banner disappears once the keychain answers', async ({ earshot }) => {
  const { app, page } = earshot;
  await page.waitForLoadState();
  const machine = await page.evaluate(() =>
    (window as unknown as { earshot: { machine(): Promise<object> } }).earshot.machine(),
  );
  const answer = (keychain: string) =>
    app.evaluate(
      ({ ipcMain }, said) => {
        ipcMain.removeHandler('earshot:machine');
        ipcMain.handle('earshot:machine', () => said);
      },
      { ...machine, needs_setup: false, keychain },
    );
  await answer('locked');
  await signedIn(earshot);
  const banner = page.getByText('The keychain is locked.');
  await expect(banner).toBeVisible();
  await page.getByRole('button', { name: 'Show how to fix it' }).click();
  await expect(page.getByRole('dialog')).toContainText('Earshot notices it within a minute');
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  await answer('absent');
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByText('There is no keychain.')).toBeVisible();
  await answer('ok');

  await expect(page.getByText('There is no keychain.')).toBeHidden();
});
