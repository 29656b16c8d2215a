import { expect, lookAround, signedIn, test } from './launch';

test('a menu closes even if its closing animation is cancelled', async ({ earshot }) => {
  await signedIn(earshot);
  const { page } = earshot;
  await lookAround(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Filter', exact: true }).press('Enter');
  const menu = page.getByRole('menu');
  await expect(menu).toBeVisible();

  // A change of the theme or the size also cancels it.
  await page.evaluate(() => {
    const seen = new Set<Animation>();
    const cancel = () => {
      // Runs in the second frame of the animation, when the code is already waiting for it.
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
