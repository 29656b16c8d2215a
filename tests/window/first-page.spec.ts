import { expect, expectAccessible, lookAround, setTheme, signedIn, speak, test } from './launch';

test('the first page only offers what works, and uses its space for it', async ({ earshot }) => {
  await signedIn(earshot);
  const { page } = earshot;
  const zone = page.getByRole('region', { name: 'Drop recordings here' });
  await expect(zone.getByRole('button')).toHaveText([
    /^Choose a folder/,
    /^Choose files/,
    /^Look around first/,
    /^Connect your phone system/,
    /^Record a call/,
    /^Connect another tool/,
  ]);
  await expect(zone.getByRole('button', { disabled: true })).toHaveCount(0);
  const sidebar = page.getByRole('navigation');
  expect((await sidebar.boundingBox())?.width).toBe(200);

  await page.keyboard.press('Control+b');
  await expect.poll(async () => (await sidebar.boundingBox())?.width).toBe(56);
  for (const theme of ['light', 'dark'] as const) {
    await setTheme(page, theme);
    await expectAccessible(page);
  }
});

test('if the first calls cannot be listed, the list is retried with growing delays and shown once it works', async ({
  earshot,
}) => {
  await signedIn(earshot);
  const { page } = earshot;
  const samples = page.getByText('Look around first');
  await expect(samples).toBeVisible();
  await page.evaluate(() => {
    const { fetch } = window;
    const refused = { count: 0, isOn: true };
    Object.assign(window, { refused });
    window.fetch = (input, init) => {
      if (!refused.isOn || !String(input).includes('/calls.json')) return fetch(input, init);
      refused.count += 1;
      return Promise.resolve(Response.json({ error: 'InternalError' }, { status: 500 }));
    };
  });
  const refused = await page.evaluateHandle(
    () => (window as unknown as { refused: { count: number; isOn: boolean } }).refused,
  );

  await samples.click();
  await expect(page.getByText('6 calls imported')).toBeVisible();
  await expect.poll(() => refused.evaluate(({ count }) => count)).toBeGreaterThan(2);
  await refused.evaluate((it) => {
    it.isOn = false;
  });

  await expect(page.getByRole('grid').getByRole('row')).toHaveCount(7);
  expect(await refused.evaluate(({ count }) => count)).toBeLessThan(10);
});

test('the samples are removed in one click, which can be undone', async ({ earshot }) => {
  await signedIn(earshot);
  const { page } = earshot;
  const rows = page.getByRole('grid').getByRole('row');
  const menu = page.getByRole('button', { name: 'Import', exact: true });
  const remove = page.getByRole('menuitem', { name: 'Remove the sample calls' });
  await lookAround(page);
  await expect(rows).toHaveCount(7);
  await page.keyboard.press('Escape');

  await menu.press('Enter');
  await expect(remove).toBeVisible();
  await expectAccessible(page);
  await remove.press('Enter');

  await expect(page.getByText(/^6 calls removed/)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Drop recordings here' })).toBeVisible();
  await menu.press('Enter');
  await expect(page.getByRole('menuitem')).toHaveText([
    /^Choose a folder/,
    /^Choose files/,
    'Connect your phone system',
    'Earlier imports',
  ]);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+z');
  await expect(rows).toHaveCount(7);
});

test('help pages open with F1 and from the sidebar, in both languages', async ({ earshot }) => {
  await signedIn(earshot);
  const { page } = earshot;
  await expect(page.getByRole('button', { name: 'Choose a folder…' })).toBeVisible();
  const help = page.getByRole('dialog', { name: 'Help' });

  await page.keyboard.press('F1');
  await expect(help).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(help.getByRole('tab', { name: 'Earshot' })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(help.getByRole('tabpanel', { name: 'Import' })).toContainText('“file”');
  await expectAccessible(page);
  await page.keyboard.press('ArrowRight');
  await expect(help.getByRole('tabpanel', { name: 'Search' })).toContainText('for 30 days');
  await help.getByRole('tab', { name: 'Licences' }).click();
  await help.getByText(/^react-dom \d/).click();
  await expect(help.getByText('Copyright (c) Meta Platforms').filter({ visible: true })).toBeVisible();
  await expect(help.getByText(/^electron \d/)).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(help).toBeHidden();

  const entry = page.getByRole('navigation').getByRole('button', { name: /^Help/ });
  await entry.press('Enter');
  await help.getByRole('button', { name: 'Keyboard shortcuts' }).press('Enter');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  const names = await sheet.getByRole('term').allInnerTexts();
  expect(names.filter((name) => /^(Select or deselect|Show details)$/.test(name))).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(entry).toBeFocused();

  await speak(page, 'de');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Ordner wählen…' })).toBeVisible();
  await page.keyboard.press('F1');
  await expect(page.getByRole('dialog', { name: 'Hilfe' })).toContainText('Was Earshot ist');
});
