import { resolve } from 'node:path';
import { expect, person, test } from './launch';

test.use({ calls: null });

test('first run, importing a folder, finding a call, playing, seeking, and signing out', async ({ earshot }) => {
  const { page, choose } = earshot;
  await page.getByLabel('Your name').fill(person.name);
  await page.getByLabel('Login').fill(person.login);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByLabel('Confirm password').fill(person.password);
  await page.getByRole('button', { name: 'Create administrator' }).click();
  await page.getByRole('button', { name: 'Do this later' }).click();

  await choose([resolve('tests/data')]);
  await page.getByRole('button', { name: 'Choose a folder…' }).click();
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Import \d+ calls?$/ })
    .click();
  const outcome = page.getByText('11 calls imported');
  await expect(outcome).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(outcome).toBeHidden();

  await page.keyboard.press('Control+f');
  await page.keyboard.type('lopez');
  const rows = page.getByRole('grid').getByRole('row');
  // The head and the results. Before, both were among all others.
  await expect(rows).toHaveCount(3);
  const found = rows.filter({ hasText: 'Maria Lopez' });
  await expect(found).toHaveCount(2);
  await found.filter({ hasText: '22 Feb 2025' }).dblclick();
  await expect(page.getByRole('heading', { name: 'Maria Lopez' })).toBeVisible();

  const player = page.getByRole('group', { name: 'Player' });
  const seek = player.getByRole('slider', { name: 'Position' });
  // Reads the visible clock. aria-valuenow does not change during playback, so that screen readers are not interrupted.
  const clock = async () => {
    const [text = ''] = await player.allInnerTexts();
    const [, m, s, totalM, totalS] = text.match(/(\d+):(\d\d)\s*\/\s*(\d+):(\d\d)/) ?? [];
    return { at: Number(m) * 60 + Number(s), of: Number(totalM) * 60 + Number(totalS) };
  };
  const position = async () => (await clock()).at;
  await expect(player.getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
  await expect.poll(position).toBeGreaterThan(0);
  const before = await position();
  await expect.poll(position).toBeGreaterThan(before);

  const box = await seek.boundingBox();
  if (!box) throw new Error('The seek bar is not on the page.');
  const { of: whole } = await clock();
  const clicked = Date.now();
  await page.mouse.click(box.x + box.width * 0.7, box.y + box.height / 2);
  await expect.poll(position).toBeGreaterThan(whole * 0.69);
  const sought = await position();
  await expect.poll(position).toBeGreaterThan(sought);
  // At most as far as has played since the click. The clock shows whole seconds.
  const now = await position();
  expect(now).toBeLessThan(whole * 0.71 + (Date.now() - clicked) / 1000 + 1);

  await page.getByRole('button', { name: new RegExp(`^${person.name}`) }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
});
