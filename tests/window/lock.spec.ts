import { expect, person, signedIn, test } from './launch';

test('Earshot locks with the screen and when nobody is there, and brings the same person back', async ({ earshot }) => {
  await signedIn(earshot);
  const { app, page } = earshot;
  await page.getByText('Look around first').click();
  await expect(page.getByText('6 calls imported')).toBeVisible({ timeout: 60_000 });
  await page.getByRole('row').filter({ hasText: 'Maria Lopez' }).click();
  const call = page.getByRole('heading', { name: 'Maria Lopez' });
  await expect(call).toBeVisible();

  const signInAgain = async () => {
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible({ timeout: 60_000 });
    expect(await page.evaluate(async () => (await fetch('/api/v2/calls.json')).status)).toBe(401);
    await page.getByLabel('Login').fill(person.login);
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(call).toBeVisible();
  };
  await app.evaluate(({ powerMonitor }) => powerMonitor.emit('lock-screen'));
  await signInAgain();

  // Who listens does not touch the machine for a while.
  await app.evaluate(({ powerMonitor, BrowserWindow }) => {
    const looks = { count: 0 };
    Object.assign(globalThis, { looks });
    powerMonitor.getSystemIdleTime = () => {
      looks.count += 1;
      return 15 * 60;
    };
    for (const { webContents } of BrowserWindow.getAllWindows()) webContents.isCurrentlyAudible = () => true;
  });
  const looks = () => app.evaluate(() => (globalThis as unknown as { looks: { count: number } }).looks.count);
  await expect.poll(looks, { timeout: 60_000 }).toBeGreaterThan(1);
  await expect(call).toBeVisible();

  await app.evaluate(({ BrowserWindow }) => {
    for (const { webContents } of BrowserWindow.getAllWindows()) webContents.isCurrentlyAudible = () => false;
  });
  await signInAgain();
});
