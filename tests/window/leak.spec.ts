import { lockAndUnlock } from './day-actions';
import { measuring } from './figures';
import { expect, lookAround, signedIn, test } from './launch';
import { Deck } from './player';

test.use({ ownProgram: true });

const samples = 6;

// EARSHOT_TEST_PLAYS=200 measures the effect of an afternoon of listening.
test('played calls leave nothing in memory', async ({ earshot }) => {
  const plays = Number(process.env.EARSHOT_TEST_PLAYS ?? 12);
  test.setTimeout(600_000 + plays * 4000);
  await signedIn(earshot);
  const { page } = earshot;
  const deck = new Deck(page);
  await lookAround(page);
  await page.keyboard.press('Escape');
  const figures = await measuring(page);
  const rows = page.getByRole('row').filter({ hasText: /\d:\d\d–$/ });
  // Whole rounds, so that the page always ends with the same call.
  const play = async (times: number) => {
    for (let n = 0; n < Math.ceil(times / samples) * samples; n += 1) {
      const row = rows.nth(n % samples);
      const customer = await row.locator('[data-column=customer]').innerText();
      await row.dblclick();
      await expect(deck.element).toContainText(customer);
      await expect(deck.button('Pause')).toBeVisible();
      await expect(page.getByText('Drawing the waveform')).toBeHidden();
    }
  };

  // A leak grows with every turn. What a slow machine adds late, it adds once.
  await expect(rows).toHaveCount(samples);
  await play(12);
  await expect(async () => {
    const before = await figures();
    await play(plays);
    const after = await figures();
    test.info().annotations.push({ type: 'figures', description: JSON.stringify({ plays, before, after }) });
    expect(after.nodes).toBeLessThan(before.nodes * 1.05);
    expect(after.heapBytes).toBeLessThan(before.heapBytes * 1.1);
    expect(after.listeners).toBeLessThan(before.listeners * 1.05);
  }).toPass({ timeout: 300_000 + plays * 2000 });
});

test('popovers, menus and dialogs leave nothing in memory after closing', async ({ earshot }) => {
  await signedIn(earshot);
  const { page } = earshot;
  await lookAround(page);
  await page.keyboard.press('Escape');
  const figures = await measuring(page);
  const sheet = page.getByRole('dialog', { name: 'Keyboard' });
  const calendar = page.getByRole('dialog', { name: 'Go to date' });
  const menu = page.getByRole('menu');
  const openAndClose = async (times: number) => {
    for (let n = 0; n < times; n += 1) {
      for (const [key, opened] of [
        ['?', sheet],
        ['Control+g', calendar],
      ] as const) {
        await page.getByRole('grid', { name: 'Calls' }).focus();
        await page.keyboard.press(key);
        await expect(opened).toBeVisible();
        await page.keyboard.press('Escape');
        await expect(opened).toBeHidden();
      }
      await page.getByRole('button', { name: 'Filter', exact: true }).press('Enter');
      await expect(menu).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(menu).toBeHidden();
    }
  };

  // As above: what a busy machine frees late, it frees in the next turn.
  await openAndClose(3);
  await expect(async () => {
    const before = await figures();
    await openAndClose(4);
    const after = await figures();
    test.info().annotations.push({ type: 'figures', description: JSON.stringify({ before, after }) });
    expect(after.nodes).toBeLessThan(before.nodes * 1.05);
    expect(after.listeners).toBeLessThan(before.listeners * 1.05);
  }).toPass({ timeout: 300_000 });
});

// EARSHOT_TEST_PAGES=50 is a long day.
test('pages that were opened leave nothing in memory', async ({ earshot }) => {
  const pages = Number(process.env.EARSHOT_TEST_PAGES ?? 1);
  test.setTimeout(600_000 + pages * 4000);
  await signedIn(earshot);
  const { page } = earshot;
  const addresses = async () => {
    await expect(page.getByRole('navigation').getByRole('link').first()).toBeVisible();
    const links = await page.getByRole('navigation').getByRole('link').all();
    return Promise.all(links.map((link) => link.getAttribute('href')));
  };
  const review = await addresses();
  await page.getByRole('link', { name: 'Administration', exact: true }).click();
  await expect(page.getByRole('link', { name: 'Users' })).toBeVisible();
  const all = [...new Set([...review, ...(await addresses())])];
  /** Follows links without loading the window again, a whole round at a time. */
  const openPages = async (least: number) => {
    let opened = 0;
    while (opened < least) {
      for (const address of all) {
        await page.evaluate((address) => {
          history.pushState(null, '', address);
          dispatchEvent(new PopStateEvent('popstate'));
        }, address);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
        opened += 1;
      }
    }
    return opened;
  };
  const figures = await measuring(page);

  await openPages(1);
  await expect(async () => {
    const before = await figures();
    const opened = await openPages(pages);
    const after = await figures();
    test.info().annotations.push({ type: 'figures', description: JSON.stringify({ opened, before, after }) });
    expect(after.nodes).toBeLessThan(before.nodes * 1.05);
    expect(after.heapBytes).toBeLessThan(before.heapBytes * 1.05);
    expect(after.listeners).toBeLessThan(before.listeners * 1.05);
    // A busy machine needs time for several rounds, of which the first ones load the code of the pages.
  }).toPass({ timeout: 300_000 + pages * 2000 });
});

test('an element that is in transition when the window locks is freed, together with its page', async ({ earshot }) => {
  const { page } = earshot;
  await signedIn(earshot);
  await lookAround(page);
  await page.keyboard.press('Escape');
  const splitter = page.getByRole('separator', { name: 'Height of the player' });
  await page.evaluate(() => document.documentElement.style.setProperty('--fast', '60s'));
  await splitter.press('Home');
  await expect.poll(() => splitter.evaluate((one) => one.getAnimations({ subtree: true }).length)).toBeGreaterThan(0);
  await page.evaluate(() => Object.assign(window, { left: new WeakRef(document.querySelector('[role=separator]')!) }));

  // React keeps a page until the page after the next is rendered.
  for (let lock = 0; lock < 3; lock += 1) await lockAndUnlock(earshot);

  const cdp = await page.context().newCDPSession(page);
  const isHeld = async () => {
    await cdp.send('HeapProfiler.collectGarbage');
    return page.evaluate(() => (window as unknown as { left: WeakRef<Element> }).left.deref() !== undefined);
  };
  await expect.poll(isHeld).toBe(false);
});
