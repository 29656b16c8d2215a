import { expect, lookAround, signedIn, test } from './launch';

test('a call that is selected just as a search is sent stays selected', async ({ earshot }) => {
  await signedIn(earshot);
  const { page } = earshot;
  await lookAround(page);
  await page.keyboard.press('Escape');
  const row = page.getByRole('row').filter({ hasText: 'Maria Lopez' });

  // The search waits for a pause in typing. Its timers are delayed, so that it is sent in the same instant as the
  // click.
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
  // The head and the results, so the result of the search has arrived.
  await expect(page.getByRole('grid').getByRole('row')).toHaveCount(2);
  await expect(row).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('heading', { name: 'Maria Lopez' })).toBeVisible();
});

test('a date that could not be opened is reported', async ({ earshot }) => {
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
  await page.keyboard.type('31102026');
  await page.keyboard.press('Enter');

  await expect(page.getByText('Something went wrong in Earshot.')).toBeVisible();
});
