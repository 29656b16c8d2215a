import { expect, signedIn, test } from './launch';

test.use({ calls: 250 });

test('Esc closes the call pane at once, even while a tooltip is open', async ({ earshot }) => {
  await signedIn(earshot);
  const { page } = earshot;
  await page.setViewportSize({ width: 960, height: 600 });
  const opener = page.getByRole('button', { name: 'Call pane' });
  await opener.click();
  const pane = page.getByRole('complementary', { name: 'Call' });
  await expect(pane).toBeVisible();
  await page.mouse.move(0, 0);
  await opener.hover();
  await expect(page.getByRole('tooltip')).toBeVisible();

  await page.keyboard.press('Escape');

  await expect(pane).toBeHidden();
  await expect(page.getByRole('tooltip')).toBeHidden();
});
