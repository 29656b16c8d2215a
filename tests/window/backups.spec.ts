import { ask, expect, look, refuseNext, signedIn, speak, test, wrong } from './launch';

const backups = '/api/v2/backups.json';

test('a backup is made, refused, and deleted after asking, by keyboard', async ({ earshot }) => {
  await signedIn(earshot);
  const { page } = earshot;
  const count = async () => (await ask(page, 'GET', backups)).total;
  const table = page.getByRole('table', { name: 'Backups' });
  const make = page.getByRole('button', { name: 'Back up now' });
  await page.goto('app://earshot/admin/settings');

  await expect(page.getByText('No backup has been made yet.')).toBeVisible();
  await refuseNext(page, 'POST', backups);
  await make.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: wrong })).toBeVisible();
  await make.press('Enter');
  await expect(page.getByText('Backup complete')).toBeVisible();
  await expect(table.getByRole('row')).toHaveCount(2);
  await expect(page.getByRole('alert')).toBeHidden();
  await make.press('Enter');
  await expect(table.getByRole('row')).toHaveCount(3);
  await look(page, 'backups');

  const first = table.getByRole('button', { name: /^Delete the backup of/ }).first();
  const question = page.getByRole('alertdialog', { name: /^Delete the backup of/ });
  await first.press('Enter');
  await expect(question.getByRole('button', { name: 'Keep it' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(first).toBeFocused();
  await first.press('Enter');
  await question.getByRole('button', { name: 'Delete' }).press('Enter');
  await expect(question).toBeHidden();
  await expect(table.getByRole('row')).toHaveCount(2);
  expect(await count()).toBe(1);

  await page.setViewportSize({ width: 960, height: 600 });
  await speak(page, 'de');
  await page.reload();
  await page.getByRole('button', { name: 'Jetzt sichern' }).press('Enter');
  await expect(page.getByRole('table', { name: 'Sicherungen' }).getByRole('row')).toHaveCount(3);
  await look(page, 'backups-german');
});
