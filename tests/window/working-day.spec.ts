import { createInterface } from 'node:readline';
import { nat, sample, shuffledSubarray, tuple } from 'fast-check';
import { actions, lockAndUnlock, playRecording, resizeTo, showAllCalls } from './day-actions';
import { measuring } from './figures';
import { type Earshot, expect, signedIn, test } from './launch';
import { Deck } from './player';

const wanted = Number(process.env.EARSHOT_TEST_ACTIONS ?? 20);
const seed = Number(process.env.EARSHOT_TEST_SEED);
const kinds = Object.keys(actions);

test.use({ ownProgram: true, calls: 250 });

/** The actions of a day: each round has every kind once, in random order. */
function dayOf(length: number): { kind: string; roll: number }[] {
  const rounds = sample(tuple(shuffledSubarray(kinds, { minLength: kinds.length }), ...kinds.map(() => nat())), {
    seed,
    numRuns: Math.ceil(length / kinds.length),
  });
  return rounds
    .flatMap(([order, ...rolls]) => order.map((kind, at) => ({ kind, roll: rolls[at] as number })))
    .slice(0, length);
}

async function act(earshot: Earshot, kind: string, roll: number): Promise<void> {
  const { page } = earshot;
  await actions[kind]?.(earshot, roll);
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.tagName), `the focus after: ${kind}`)
    .not.toBe('BODY');
}

/** Returns the window to the same state and frees what was loaded before, so that figures can be compared. */
async function atRest(earshot: Earshot): Promise<void> {
  const { page } = earshot;
  await page.keyboard.press('Control+0');
  await resizeTo(earshot, [1280, 800]);
  await lockAndUnlock(earshot);
  await page.getByRole('separator', { name: 'Height of the player' }).press('Home');
  await playRecording(earshot);
  await new Deck(page).button('Pause').press('Enter');
  await showAllCalls(page);
  if (await page.getByRole('columnheader', { name: 'Started' }).and(page.locator('[aria-sort=ascending]')).isVisible())
    await page.getByRole('button', { name: 'Started' }).press('Enter');
  await page.getByRole('grid', { name: 'Calls' }).focus();
  await page.keyboard.press('Home');
  if (await page.getByRole('complementary', { name: 'Call' }).isHidden()) await page.keyboard.press('Control+i');
  await expect(page.getByText('Drawing the waveform')).toBeHidden();
}

/** What the browser logs of a request that was on its way when the screen locked. */
const cutByLock = 'Failed to load resource: the server responded with a status of 401 (Unauthorized)';

/** The begin of what Chromium itself writes, such as about a slow machine or a missing service of the system. */
const ofChromium = /^\[\d+:\d+\/\d+\.\d+:/;

/** Collects the errors and warnings of the page and the program from now on. */
function complaintsOf({ app, page }: Earshot): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && message.text() !== cutByLock)
      complaints.push(`console: ${message.text()} ${message.location().url}`);
  });
  page.on('pageerror', (error) => complaints.push(`page: ${error.stack}`));
  const { stderr } = app.process();
  if (stderr) {
    createInterface({ input: stderr }).on('line', (line) => {
      if (!ofChromium.test(line)) complaints.push(`stderr: ${line}`);
    });
  }
  return complaints;
}

// EARSHOT_TEST_ACTIONS=500, or npm run test:day, for a long day.
test('after a working day the window responds, nothing was logged as an error, and the memory has not grown', async ({
  earshot,
}) => {
  test.setTimeout(600_000 + wanted * 6000);
  const { page } = earshot;
  await signedIn(earshot);
  const figures = await measuring(page);
  const complaints = complaintsOf(earshot);
  await act(earshot, 'import a folder', seed);
  for (const kind of kinds) await act(earshot, kind, 0);
  // The page that replaced the one before the last lock may still reference it.
  for (let lock = 0; lock < 3; lock += 1) await atRest(earshot);
  const before = await figures();

  for (const [at, { kind, roll }] of dayOf(wanted).entries()) {
    await test.step(`${at + 1}: ${kind} (${roll})`, () => act(earshot, kind, roll));
  }
  for (let lock = 0; lock < 2; lock += 1) await atRest(earshot);

  await expect(page.getByRole('row', { selected: true })).toBeInViewport();
  // What a slow machine frees late, it has freed after another rest. A leak stays.
  await expect(async () => {
    await atRest(earshot);
    const after = await figures();
    test.info().annotations.push({ type: 'figures', description: JSON.stringify({ wanted, before, after }) });
    expect(after.nodes).toBeLessThan(before.nodes * 1.05);
    expect(after.heapBytes).toBeLessThan(before.heapBytes * 1.1);
  }).toPass({ timeout: 120_000 });
  expect(complaints).toEqual([]);
});
