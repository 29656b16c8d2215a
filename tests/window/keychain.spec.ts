import { expect, expectAccessible, signedIn, signIn, test } from './launch';

test.use({ ownProgram: true });

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

  // A keychain that asks its user something does not hold up the sign-in, and the stored page is there for the next one.
  const stored = () =>
    page.evaluate(() => Object.entries(localStorage).find(([key]) => key.startsWith('earshot.place.'))?.[1]);
  await expect.poll(stored).toContain('sealed');
  const before = await stored();
  await app.evaluate(({ ipcMain }) => {
    for (const channel of ['earshot:seal', 'earshot:unseal']) ipcMain.removeHandler(channel);
    ipcMain.handle('earshot:unseal', () => new Promise(() => {}));
    ipcMain.handle('earshot:seal', () => null);
  });
  await page.evaluate(() => fetch('/api/v2/sessions.json', { method: 'DELETE' }));
  await page.goto('app://earshot/');
  await signIn(page);
  await page.getByRole('navigation', { name: 'Navigation' }).getByRole('link', { name: 'Review' }).click();
  await expect(page).toHaveURL(/review/);
  expect(await stored()).toBe(before);
});
