import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Earshot, expect, expectAccessible, lookAround, signedIn, signIn, test } from './launch';
import { locked, lockScreen, unlock } from './locking';

test('recordings that an older database does not list are counted, and restored with one button', async ({
  earshot,
  startAgain,
}, testInfo) => {
  const [database, backup] = [join(earshot.dataFolder, 'earshot.db'), testInfo.outputPath('backup.db')];
  await signedIn(earshot);
  await earshot.app.close();
  copyFileSync(database, backup);
  const later = await startAgain();
  await signIn(later.page);
  await lookAround(later.page);
  await later.app.close();
  copyFileSync(backup, database);

  const { page } = await startAgain();
  await signIn(page);
  const banner = page
    .getByRole('status')
    .filter({ hasText: '6 recordings are in the data folder but not in the list.' });
  await expect(banner).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Restore' }).click();

  await expect(page.getByText('6 recordings restored', { exact: true })).toBeVisible();
  await expect(page.getByText('in the data folder but not in the list')).toBeHidden();
  await expect(page.getByRole('grid').getByRole('row')).toHaveCount(7);
});

test('after a lock, only the recording in progress is restored', async ({ earshot, startAgain }, testInfo) => {
  const [database, backup] = [join(earshot.dataFolder, 'earshot.db'), testInfo.outputPath('backup.db')];
  await earshot.app.close();
  copyFileSync(database, backup);
  const later = await startAgain();
  await signIn(later.page);
  await lookAround(later.page);
  await later.app.close();
  copyFileSync(backup, database);
  const last = await startAgain();
  const { app, page } = last;
  await signIn(page);
  const banner = page.getByRole('status').filter({ hasText: 'in the data folder but not in the list' });
  await expect(banner).toContainText('6 recordings');
  const endHold = await holdDisk(last);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('quarantine')) asked.push(request.url());
  });

  await page.getByRole('button', { name: 'Restore' }).click();
  await expect.poll(() => app.evaluate(() => 'isHeld' in globalThis)).toBe(true);
  await lockScreen(last);
  await expect(locked(page)).toBeVisible();
  await unlock(page);
  await expect(banner).toContainText('6 recordings');
  await endHold();

  const left = () => page.evaluate(async () => (await (await fetch('/api/v2/quarantine.json')).json()).total);
  await expect.poll(left).toBe(5);
  await page.reload();
  await expect(banner).toContainText('5 recordings');
  expect(asked).toHaveLength(1);
});

/** Delays the first stored file before it is written to disk. Returns a function that ends the delay. */
async function holdDisk({ app }: Earshot): Promise<() => Promise<void>> {
  await app.evaluate(async () => {
    const { open } = process.getBuiltinModule('node:fs/promises');
    const file = await open(process.execPath);
    const disk = Object.getPrototypeOf(file);
    await file.close();
    const { sync } = disk;
    const ended = new Promise((resolve) => Object.assign(globalThis, { endHold: resolve }));
    disk.sync = async function () {
      Object.assign(globalThis, { isHeld: true });
      await ended;
      return sync.call(this);
    };
  });
  return () => app.evaluate(() => (globalThis as unknown as { endHold(): void }).endHold());
}

test.describe('a long list', () => {
  test.use({ calls: 250 });

  test('stays unchanged while recordings are restored, which wait behind the pill', async ({
    earshot,
    startAgain,
  }, testInfo) => {
    const [database, backup] = [join(earshot.dataFolder, 'earshot.db'), testInfo.outputPath('backup.db')];
    await earshot.app.close();
    copyFileSync(database, backup);
    const later = await startAgain();
    await importSamples(later);
    await later.app.close();
    copyFileSync(backup, database);
    const { page } = await startAgain();
    await signIn(page);
    const grid = page.getByRole('grid', { name: 'Calls' });
    const rows = grid.locator('[role=rowgroup]:last-of-type [role=row]');
    // The end of the first page of the list and the start of the second one.
    await grid.evaluate((list) => list.scrollTo({ top: 90 * 36 }));
    await expect(grid.locator('[aria-rowindex="102"]:not([aria-busy])')).toBeVisible();
    const before = await rows.allTextContents();

    await page.getByRole('button', { name: 'Restore' }).click();

    const pill = page.getByRole('button', { name: '6 new calls' });
    await expect(pill).toBeVisible();
    // Without the banner there is space for more rows.
    expect((await rows.allTextContents()).slice(0, before.length)).toEqual(before);
    await pill.click();
    await expect(page.getByRole('status').filter({ hasText: '256 calls' })).toBeVisible();
  });
});

/** Imports the sample calls, whatever the list already contains. */
async function importSamples({ page }: Earshot): Promise<void> {
  await signIn(page);
  await expect(page.getByRole('grid', { name: 'Calls' })).toBeVisible();
  const status = await page.evaluate(async () => {
    const { earshot } = window as unknown as { earshot: { samples(): Promise<{ handle: string }> } };
    const { handle: source } = await earshot.samples();
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ import: { source, create_missing: true } });
    return (await fetch('/api/v2/imports.json', { method: 'POST', headers, body })).status;
  });
  expect(status).toBe(201);
  const state = () =>
    page.evaluate(async () => (await (await fetch('/api/v2/imports.json')).json()).imports[0]?.status as string);
  await expect.poll(state).toBe('done');
}
