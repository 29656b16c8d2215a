import { expect, lookAround, signedIn, test } from './launch';

test('a menu whose closing animation is cancelled is closed all the same', async ({ earshot }) => {
  await signedIn(earshot);
  const { page } = earshot;
  await lookAround(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Filter', exact: true }).press('Enter');
  const menu = page.getByRole('menu');
  await expect(menu).toBeVisible();

  // As a change of the theme or of the size does.
  await page.evaluate(() => {
    let frames = 60;
    const cancel = () => {
      for (const animation of document.getAnimations()) animation.cancel();
      if (--frames > 0) requestAnimationFrame(cancel);
    };
    document.addEventListener('keydown', () => requestAnimationFrame(cancel), { once: true });
  });
  await page.keyboard.press('Escape');

  await expect(menu).toHaveCount(0);
});
