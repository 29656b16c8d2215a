import { expect, expectAccessible, setTheme, signedIn, test } from './launch';

test('the first page offers only what works, and gives its room to it', async ({ earshot }) => {
  await signedIn(earshot);
  const { page } = earshot;
  const zone = page.getByRole('region', { name: 'Drop recordings here' });
  await expect(zone.getByRole('button')).toHaveText([/^Choose a folder/, /^Choose files/, /^Look around first/]);
  await expect(zone.getByRole('button', { disabled: true })).toHaveCount(0);
  const sidebar = page.getByRole('navigation');
  expect((await sidebar.boundingBox())?.width).toBe(56);

  await page.keyboard.press('Control+b');
  await expect.poll(async () => (await sidebar.boundingBox())?.width).toBe(200);
  for (const theme of ['light', 'dark'] as const) {
    await setTheme(page, theme);
    await expectAccessible(page);
  }
});
