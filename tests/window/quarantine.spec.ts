import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, person, signedIn, test } from './launch';

test('recordings that an older database does not list are counted, and come back with one button', async ({
  earshot,
  startAgain,
}, testInfo) => {
  const [database, backup] = [join(earshot.dataFolder, 'earshot.db'), testInfo.outputPath('backup.db')];
  await signedIn(earshot);
  await earshot.app.close();
  copyFileSync(database, backup);
  const later = await startAgain();
  await signIn(later.page);
  await later.page.getByText('Look around first').click();
  await expect(later.page.getByText('6 calls imported')).toBeVisible({ timeout: 60_000 });
  await later.app.close();
  copyFileSync(backup, database);

  const { page } = await startAgain();
  await signIn(page);
  const banner = page
    .getByRole('status')
    .filter({ hasText: '6 recordings are in the data folder but not in the list.' });
  await expect(banner).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Bring back' }).click();

  await expect(page.getByText('6 recordings brought back', { exact: true })).toBeVisible();
  await expect(page.getByText('in the data folder but not in the list')).toBeHidden();
  await expect(page.getByRole('grid').getByRole('row')).toHaveCount(7);
});

async function signIn(page: Page): Promise<void> {
  await page.getByLabel('Login').fill(person.login);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}
