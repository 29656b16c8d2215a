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
    const seen = new Set<Animation>();
    const cancel = () => {
      // In the frame after the first in which it runs: then it is being waited for.
      for (const animation of document.getAnimations()) {
        if (seen.has(animation)) animation.cancel();
        seen.add(animation);
      }
      requestAnimationFrame(cancel);
    };
    cancel();
  });
  await page.keyboard.press('Escape');

  await expect(menu).toHaveCount(0);
});
