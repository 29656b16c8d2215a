import { expect, person, seedCalls, test } from './launch';

const calls = Number(process.env.EARSHOT_SCALE_CALLS ?? 10_000);
const rowHeight = 36;
const rowsDown = Math.min(1_200, calls - 50);

// Adding many calls and reading page after page takes its time on a slow machine.
test.describe.configure({ timeout: 600_000 });

test.use({
  // Many calls, made by the command line before the window opens.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the fixtures taken apart
  prepare: async ({}, use) => use((dataFolder) => seedCalls(dataFolder, calls)),
});

type Seen = { frames: number; blank: number; deepest: number };

test('a long list scrolls without a blank frame', async ({ earshot: { page } }) => {
  await page.getByLabel('Login').fill(person.login);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  const grid = page.getByRole('grid', { name: 'Calls' });
  await expect(grid.getByRole('row').nth(5)).toBeVisible();

  await grid.evaluate((list) => {
    const seen: Seen = { frames: 0, blank: 0, deepest: 0 };
    Object.assign(globalThis, { seen });
    const watch = () => {
      const { top, bottom } = list.getBoundingClientRect();
      const rows = [...list.querySelectorAll('[role=rowgroup]:last-of-type [role=row]')].map((row) =>
        row.getBoundingClientRect(),
      );
      const covered = rows.some((row) => row.top <= top + 31) && rows.some((row) => row.bottom >= bottom - 1);
      const atEnd = list.scrollTop + list.clientHeight >= list.scrollHeight - 1;
      seen.frames++;
      if (!covered && !atEnd) seen.blank++;
      seen.deepest = Math.max(seen.deepest, list.scrollTop);
      requestAnimationFrame(watch);
    };
    requestAnimationFrame(watch);
  });
  const look = () => page.evaluate(() => (globalThis as unknown as { seen: Seen }).seen);
  await grid.hover();
  // Whoever scrolls faster than pages arrive waits at the end of what is there.
  const deadline = Date.now() + 300_000;
  while ((await look()).deepest < rowsDown * rowHeight && Date.now() < deadline) {
    await page.mouse.wheel(0, 10 * rowHeight);
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }

  const { frames, blank, deepest } = await look();
  const rows = Math.round(deepest / rowHeight);
  console.log(`${calls} calls: ${frames} frames, ${blank} blank, ${rows} rows deep`);
  expect(rows).toBeGreaterThanOrEqual(rowsDown);
  expect(blank).toBe(0);
});
