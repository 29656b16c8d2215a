import { expect, lookAround, signedIn, test } from './launch';

test('a call that is chosen just as a search is sent stays chosen', async ({ earshot }) => {
  await signedIn(earshot);
  const { page } = earshot;
  await lookAround(page);
  await page.keyboard.press('Escape');
  const row = page.getByRole('row').filter({ hasText: 'Maria Lopez' });

  // The search waits until typing rests; its timers are held, so that it is sent in the same instant as the click.
  await page.evaluate(() => {
    const held: (() => void)[] = [];
    const later = window.setTimeout;
    const hold = (run: () => void, ms?: number) => (ms && ms >= 100 ? -held.push(run) : later(run, ms));
    Object.assign(window, { setTimeout: hold, sendHeld: () => held.forEach((run) => void run()) });
  });
  await page.getByRole('searchbox').fill('lopez');
  await row.evaluate((element) => {
    (element as HTMLElement).click();
    (window as unknown as { sendHeld(): void }).sendHeld();
  });

  await expect(page).toHaveURL(/search=lopez/);
  // The head and what was found: what the search brings is there.
  await expect(page.getByRole('grid').getByRole('row')).toHaveCount(2);
  await expect(row).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('heading', { name: 'Maria Lopez' })).toBeVisible();
});

test('a date that could not be gone to is said', async ({ earshot }) => {
  await signedIn(earshot);
  const { page } = earshot;
  await lookAround(page);
  await page.keyboard.press('Escape');
  await page.evaluate(() => {
    const { fetch } = window;
    window.fetch = (input, init) =>
      String(input).includes('newer_than=')
        ? Promise.resolve(Response.json({ error: 'InternalError' }, { status: 500 }))
        : fetch(input, init);
  });

  await page.keyboard.press('Control+g');
  await page.keyboard.press('Enter');

  await expect(page.getByText('Something went wrong in Earshot.')).toBeVisible();
});
