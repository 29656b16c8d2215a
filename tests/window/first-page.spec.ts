import { expect, expectAccessible, setTheme, signedIn, test } from './launch';

test('the first page only offers what works, and uses its space for it', async ({ earshot }) => {
  await signedIn(earshot);
  const { page } = earshot;
  const zone = page.getByRole('region', { name: 'Drop recordings here' });
  await expect(zone.getByRole('button')).toHaveText([
    /^Choose a folder/,
    /^Choose files/,
    /^Look around first/,
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
