import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { person } from './launch';
import { startPackaged } from './packaged';

test('the packaged program starts for an ordinary user: first run, sample calls, playback', async () => {
  const { page, home, close } = await startPackaged();
  try {
    await page.getByLabel('Your name').fill(person.name);
    await page.getByLabel('Login').fill(person.login);
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await page.getByLabel('Confirm password').fill(person.password);
    await page.getByRole('button', { name: 'Create administrator' }).click();
    // Without a keychain, no recovery kit is offered.
    await page.getByText('Look around first').click();
    await expect(page.getByText('6 calls imported')).toBeVisible();

    await page.keyboard.press('Escape');
    await page.getByRole('row').filter({ hasText: 'Maria Lopez' }).dblclick();

    const player = page.getByRole('group', { name: 'Player' });
    await expect(player.getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
    await expect(page.getByRole('timer')).toHaveText(/^\d+:(?!00)\d\d/);
    expect(existsSync(join(home, '.local', 'share', 'earshot', 'earshot.db'))).toBe(true);
  } finally {
    await close();
  }
});
