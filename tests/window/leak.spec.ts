import type { CDPSession } from '@playwright/test';
import { expect, signedIn, test } from './launch';
import { Deck } from './player';

type Figures = { nodes: number; heapBytes: number; listeners: number };

/** What the page holds once everything that can go is gone. */
async function figuresOf(cdp: CDPSession): Promise<Figures> {
  // What weak references and finalizers hold goes with the next collections.
  for (let turn = 0; turn < 4; turn += 1) await cdp.send('HeapProfiler.collectGarbage');
  const { metrics } = await cdp.send('Performance.getMetrics');
  const figure = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
  return { nodes: figure('Nodes'), heapBytes: figure('JSHeapUsedSize'), listeners: figure('JSEventListeners') };
}

// EARSHOT_TEST_PLAYS=200 measures what an afternoon of listening leaves.
test('played calls leave nothing behind', async ({ earshot }) => {
  const plays = Number(process.env.EARSHOT_TEST_PLAYS ?? 30);
  test.setTimeout(180_000 + plays * 2000);
  await signedIn(earshot);
  const { page } = earshot;
  const deck = new Deck(page);
  await page.getByText('Look around first').click();
  await expect(page.getByText('6 calls imported')).toBeVisible({ timeout: 60_000 });
  await page.keyboard.press('Escape');
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable');
  const rows = page.getByRole('row').filter({ hasText: /\d:\d\d$/ });
  const play = async (times: number) => {
    for (let n = 0; n < times; n += 1) {
      await rows.nth(n % 6).dblclick();
      await expect(deck.button('Pause')).toBeVisible();
      await expect.poll(async () => (await deck.clock()).at).toBe(0);
      await expect(page.getByText('Drawing the waveform')).toBeHidden();
    }
  };

  await play(12);
  const before = await figuresOf(cdp);
  await play(plays);
  const after = await figuresOf(cdp);

  test.info().annotations.push({ type: 'figures', description: JSON.stringify({ plays, before, after }) });
  expect(after.nodes).toBeLessThan(before.nodes * 1.05);
  expect(after.heapBytes).toBeLessThan(before.heapBytes * 1.1);
  expect(after.listeners).toBeLessThan(before.listeners * 1.05);
});
