import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, look, person, signedIn, speak, test } from './launch';

test('the diagnostics are read before they are copied or saved, and name nobody', async ({ earshot }) => {
  const { app, page, dataFolder } = earshot;
  await signedIn(earshot);
  const show = async () => {
    const isOffered = () =>
      app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('diagnosis')?.enabled ?? false);
    await expect.poll(isOffered).toBe(true);
    await app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('diagnosis')?.click());
  };
  await show();
  const dialog = page.getByRole('dialog', { name: 'Diagnostics' });
  const content = dialog.getByRole('region', { name: 'The whole text' });
  await expect(content).toContainText('"keychain": "ok"');
  const text = (await content.textContent()) ?? '';
  for (const secret of [person.name, person.login, dataFolder]) expect(text).not.toContain(secret);
  await look(page, 'diagnosis');
  await content.focus();
  await expect(content).toBeFocused();

  const filePath = join(dataFolder, 'kept.txt');
  await app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = async () => ({ canceled: false, filePath });
  }, filePath);
  await dialog.getByRole('button', { name: 'Save…' }).click();
  await expect(page.getByText('Saved as kept.txt')).toBeVisible();
  expect(readFileSync(filePath, 'utf8')).toBe(text);
  await app.evaluate(
    ({ dialog }, filePath) => {
      dialog.showSaveDialog = async () => ({ canceled: false, filePath });
    },
    join(dataFolder, 'nowhere', 'kept.txt'),
  );
  await dialog.getByRole('button', { name: 'Save…' }).click();
  await expect(page.getByText('was not saved')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('F1');
  await page.getByRole('dialog', { name: 'Help' }).getByRole('button', { name: 'Diagnostics…' }).press('Enter');
  await expect(content).toBeVisible();
  await page.keyboard.press('Escape');
  await speak(page, 'de');
  await page.reload();
  await expect(page.getByRole('link', { name: 'Prüfen' })).toBeVisible();
  await show();
  await expect(page.getByRole('dialog', { name: 'Diagnose' })).toContainText('Nichts wird gesendet');
  await look(page, 'diagnosis-german');
});
