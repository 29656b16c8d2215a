import { resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, lookAround, person, setTheme, signedIn, test } from './launch';

const themes = ['light', 'dark'] as const;

/** Checks the accessibility of the screen and, when EARSHOT_SCREENSHOTS is set, saves its screenshot under docs/. */
async function look(page: Page, name: string, theme: string): Promise<void> {
  await expectAccessible(page);
  if (!process.env.EARSHOT_SCREENSHOTS) return;
  await page.mouse.move(0, 0);
  await page.screenshot({ path: resolve('docs/screenshots', `${name}-${theme}.png`) });
}

for (const theme of themes) {
  test.describe(() => {
    test.use({ calls: null });

    test(`first run in ${theme}: administrator, recovery kit, the empty list`, async ({ earshot: { page } }) => {
      await setTheme(page, theme);
      await page.getByLabel('Your name').fill(person.name);
      await page.getByLabel('Login').fill(person.login);
      await page.getByLabel('Password', { exact: true }).fill(person.password);
      await look(page, 'first-run-administrator', theme);

      await page.getByLabel('Password again').fill(`${person.password}!`);
      await page.getByRole('button', { name: 'Create administrator' }).click();
      await expect(page.getByText('The passwords differ')).toBeVisible();
      await page.getByLabel('Password again').fill(person.password);
      await page.getByRole('button', { name: 'Create administrator' }).click();
      // Two key pairs and three slow hashes are computed first.
      await expect(page.getByRole('heading', { name: 'Keep the recovery kit' })).toBeVisible({ timeout: 60_000 });
      await look(page, 'first-run-recovery-kit', theme);

      await page.getByRole('button', { name: 'Do this later' }).click();
      await expect(page.getByRole('heading', { name: 'Drop recordings here' })).toBeVisible();
      await look(page, 'empty', theme);
    });
  });

  test(`reviewing in ${theme}: samples, a call in the player, filters, nothing found, the keys, the small window`, async ({
    earshot,
  }) => {
    const { page } = earshot;
    await setTheme(page, theme);
    await signedIn(earshot);
    await lookAround(page);
    await look(page, 'imports', theme);

    const row = page.getByRole('row').filter({ hasText: 'Maria Lopez' });
    // The list of imports covers the rows.
    await page.keyboard.press('Escape');
    await expect(page.getByText('6 calls imported')).toBeHidden();
    await row.click();
    await expect(row).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Pause', exact: true }).first()).toBeVisible();
    await expect(page.getByText('Who spoke')).toBeVisible();
    await look(page, 'review', theme);

    await page.setViewportSize({ width: 960, height: 600 });
    await look(page, 'review-small', theme);
    await page.setViewportSize({ width: 1280, height: 800 });

    await page.keyboard.press('F1');
    await expect(page.getByRole('dialog')).toBeVisible();
    await look(page, 'keyboard', theme);
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    const menu = page.getByRole('menu', { name: 'Filter', exact: true });
    await expect(menu.getByRole('menuitem', { name: 'Direction' })).toBeVisible();
    await look(page, 'filter', theme);
    await page.mouse.click(640, 480);
    await expect(menu).toBeHidden();

    await page.keyboard.press('Control+f');
    await page.keyboard.type('nobody has this name');
    await expect(page.getByText('No call matches')).toBeVisible();
    await look(page, 'no-match', theme);
  });

  test(`signing in in ${theme}: a wrong password is reported at its field`, async ({ earshot, restart }) => {
    await signedIn(earshot);
    const { page } = await restart();
    await setTheme(page, theme);
    await page.getByLabel('Login').fill(person.login);
    await page.getByLabel('Password', { exact: true }).fill('not this one');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByText('Login or password is wrong.')).toBeVisible();
    await look(page, 'sign-in', theme);

    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('heading', { name: 'Drop recordings here' })).toBeVisible();
  });
}
