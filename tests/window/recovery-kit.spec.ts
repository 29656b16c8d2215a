import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, expectAccessible, person, setTheme, signedIn, test } from './launch';

test('who put the recovery kit off finds it in the own menu, saves it and shows to have its words', async ({
  earshot,
}) => {
  await signedIn(earshot);
  const { app, page, dataFolder } = earshot;
  const file = join(dataFolder, 'kit.txt');
  await app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = async () => ({ canceled: false, filePath });
  }, file);
  const opener = page.getByRole('button', { name: new RegExp(`^${person.name}`) });
  await opener.click();
  await page.getByRole('menuitem', { name: 'Recovery kit…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Make a recovery kit?' });
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Make recovery kit' }).click();

  const kept = page.getByRole('dialog', { name: 'Keep the recovery kit' });
  const words = kept.getByRole('region', { name: 'Recovery kit' }).getByRole('listitem').filter({ hasText: /^\d/ });
  await expect(words).toHaveCount(7);
  for (const theme of ['light', 'dark'] as const) {
    await setTheme(page, theme);
    await expectAccessible(page);
  }
  const close = kept.getByRole('button', { name: 'Close' });
  await expect(close).toHaveAttribute('aria-disabled', 'true');
  await kept.getByRole('button', { name: 'Save kit file…' }).click();
  await expect(kept.getByText('Saved as kit.txt')).toBeVisible();
  for (const field of await kept.getByRole('textbox').all()) {
    const number = /\d+/.exec(await field.evaluate(labelOf))?.[0];
    await field.fill(((await words.nth(Number(number) - 1).textContent()) ?? '').replace(/^\d/, ''));
  }
  await close.click();

  await expect(kept).toBeHidden();
  await expect(opener).toBeFocused();
  expect(readFileSync(file, 'utf8')).toContain('Earshot recovery kit');
});

const labelOf = (field: Element) => (field as HTMLInputElement).labels?.[0]?.textContent ?? '';
