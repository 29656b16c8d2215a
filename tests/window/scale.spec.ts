import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, person, test } from './launch';

const calls = Number(process.env.EARSHOT_SCALE_CALLS ?? 10_000);
const steps = 120;

test.use({
  // Many calls, made by the command line before the window opens.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the fixtures taken apart
  prepare: async ({}, use) => {
    await use((dataFolder) => {
      const passwordFile = join(dataFolder, '..', `password-${process.pid}`);
      writeFileSync(passwordFile, person.password, { mode: 0o600 });
      const env = { ...process.env, EARSHOT_ADMIN_LOGIN: person.login, EARSHOT_ADMIN_PASSWORD_FILE: passwordFile };
      execFileSync(
        process.execPath,
        [resolve('build/node/cli.cjs'), 'seed', '--data', dataFolder, '--calls', String(calls)],
        { env },
      );
    });
  },
});

test('a long list scrolls without a blank frame', async ({ earshot: { page } }) => {
  test.setTimeout(240_000);
  await page.getByLabel('Login').fill(person.login);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  const grid = page.getByRole('grid', { name: 'Calls' });
  await expect(grid.getByRole('row').nth(5)).toBeVisible();

  await grid.evaluate((list) => {
    const seen = { frames: 0, blank: 0, deepest: 0 };
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
  await grid.hover();
  for (let step = 0; step < steps; step++) {
    await page.mouse.wheel(0, 360);
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }

  const seen = await page.evaluate(
    () => (globalThis as unknown as { seen: { frames: number; blank: number; deepest: number } }).seen,
  );
  console.log(`${calls} calls: ${seen.frames} frames, ${seen.blank} blank, ${Math.round(seen.deepest / 36)} rows deep`);
  expect(seen.deepest / 36).toBeGreaterThan(500);
  expect(seen.blank).toBe(0);
});
