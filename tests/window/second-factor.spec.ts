import { join } from 'node:path';
import type { Page } from '@playwright/test';
import decodeQR from 'qr/decode.js';
import { openConnection } from '../../electron/service/store/connection';
import { codeOf, wrongCode } from '../support/authenticator-app';
import { type Earshot, expect, look, signIn, speak, test } from './launch';
import { locked, lockScreen } from './locking';
import { anotherPerson } from './people';

/** A user who must set up a second factor, at the page for it. Returns them and the secret shown. */
async function atSecret({ page, dataFolder }: Earshot) {
  const ines = await anotherPerson(dataFolder);
  const db = openConnection(join(dataFolder, 'earshot.db'));
  db.exec("UPDATE users SET require_2fa = 1 WHERE login = 'ines'");
  db.close();
  await signIn(page, ines);
  await expect(page.getByRole('heading', { name: 'Set up your second factor' })).toBeVisible();
  await look(page, 'second-factor-start');
  await page.keyboard.press('Enter');
  const secret = ((await page.getByRole('definition').first().textContent()) ?? '').replaceAll(' ', '');
  return { ines, secret };
}

/** What a phone reads from the code on the page. */
async function scanned({ page, app }: Earshot): Promise<string> {
  const picture = await page.getByRole('img', { name: 'QR code with the setup key' }).screenshot();
  const pixels = await app.evaluate(({ nativeImage }, base64) => {
    const image = nativeImage.createFromBuffer(Buffer.from(base64, 'base64'));
    return { ...image.getSize(), data: [...image.toBitmap()] };
  }, picture.toString('base64'));
  return decodeQR({ ...pixels, data: Uint8Array.from(pixels.data) });
}

const review = (page: Page) => page.getByRole('link', { name: 'Review' });

test('a user who must set up a second factor sees the secret once, confirms a code, and then signs in with one', async ({
  earshot,
}) => {
  const { page, app } = earshot;
  const { ines, secret } = await atSecret(earshot);
  const code = page.getByLabel('Code from the app');
  await expect(code).toBeFocused();
  expect(await scanned(earshot)).toContain(`secret=${secret}`);
  await look(page, 'second-factor');
  await page.getByRole('button', { name: 'Copy setup key' }).click();
  expect(await app.evaluate(({ clipboard }) => clipboard.readText())).toBe(secret);
  await code.fill(wrongCode(secret, Date.now()));
  await page.keyboard.press('Enter');
  await expect(page.getByText('This code is wrong')).toBeVisible();
  await expect(code).toBeFocused();
  await code.fill(codeOf(secret, Date.now()));
  await page.keyboard.press('Enter');
  await expect(review(page)).toBeVisible();

  await lockScreen(earshot);
  await expect(locked(page)).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill(ines.password);
  await page.keyboard.press('Enter');
  const asked = page.getByLabel('Code', { exact: true });
  await expect(asked).toBeFocused();
  await expect(asked).toHaveAttribute('autocomplete', 'one-time-code');
  await expect(page.getByText('The password is wrong')).toBeHidden();
  await look(page, 'sign-in-code');
  await page.keyboard.type('000');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Enter the six digits of the code')).toBeVisible();
  // The code of this step has been used; that of the next one is accepted already.
  await asked.fill(codeOf(secret, Date.now() + 30_000));
  await page.keyboard.press('Enter');
  await expect(review(page)).toBeVisible();
});

test('the page of the second factor fits in German at the smallest size, and can be left', async ({ earshot }) => {
  const { page } = earshot;
  await atSecret(earshot);
  await page.setViewportSize({ width: 960, height: 600 });
  await speak(page, 'de');
  await page.reload();
  await page.getByRole('button', { name: 'Einrichten' }).click();
  await expect(page.getByLabel('Code aus der App')).toBeFocused();
  await look(page, 'second-factor-german');
  await page.getByRole('button', { name: 'Abmelden' }).click();
  await expect(page.getByRole('heading', { name: 'Anmelden' })).toBeVisible();
});
