import { readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { Page } from '@playwright/test';
import { tones } from '../support/tones';
import { type Earshot, expect, expectAccessible, openReview, person, signedIn, signIn, speak, test } from './launch';
import { locked, lockScreen, unlock } from './locking';
import { anotherPerson } from './people';
import { bringIn, Deck, damage } from './player';
import { shareWindow } from './shared-window';

const record = {
  file: 'a.wav',
  direction: 'inbound',
  from_name: 'Maria "AC/DC" Lopez',
  setup_time: '2026-11-20T09:00:00Z',
};
let other: Awaited<ReturnType<typeof anotherPerson>>;
const recording = tones([400, 800], { seconds: 120 });

shareWindow({
  async fill(earshot) {
    await signedIn(earshot);
    await bringIn(earshot, { 'a.wav': recording, 'calls.json': JSON.stringify([record]) });
    other = await anotherPerson(earshot.dataFolder);
  },
});

/** The pane of the only call, and a path that answers every save dialog. Returns the options of the last dialog. */
async function readyToSave(earshot: Earshot) {
  await signedIn(earshot);
  const { app, page, dataFolder } = earshot;
  await page.getByRole('row').nth(1).click();
  const path = join(dataFolder, 'saved.wav');
  rmSync(path, { force: true });
  await app.evaluate(({ dialog }, filePath) => {
    Object.assign(globalThis, { dialog: undefined });
    dialog.showSaveDialog = async (...asked: unknown[]) => {
      Object.assign(globalThis, { dialog: asked.at(-1) });
      return { canceled: false, filePath };
    };
  }, path);
  const dialog = () =>
    app.evaluate(() => (globalThis as unknown as { dialog?: { title: string; defaultPath: string } }).dialog);
  const pane = page.getByRole('complementary', { name: 'Call' });
  return { path, dialog, download: pane.getByRole('button', { name: 'Download', exact: true }) };
}

/** The files at a path, including temporary files next to it. */
const saved = (path: string) => readdirSync(dirname(path)).filter((name) => name.startsWith(basename(path)));

test('the name of a saved recording contains its time and customer', async ({ earshot }) => {
  const { path, dialog, download } = await readyToSave(earshot);
  const { page } = earshot;

  await download.click();
  await expect.poll(() => statSync(path, { throwIfNoEntry: false })?.size).toBe(recording.length);
  expect(readFileSync(path).equals(recording)).toBe(true);
  await expect(page.getByText('Saved as saved.wav')).toBeVisible();
  const english = await dialog();
  expect(english?.title).toBe('Save as');
  expect(basename(english?.defaultPath ?? '')).toMatch(/^2026-11-20 \d\d\.00 Maria -AC-DC- Lopez\.wav$/);

  await speak(page, 'de');
  await download.click();
  await expect.poll(async () => (await dialog())?.title).toBe('Speichern unter');
});

/** Makes the disk stall after the first chunk of a recording. Returns a function that ends the stall. */
async function stallDisk({ app }: Earshot): Promise<() => Promise<void>> {
  await app.evaluate(async () => {
    const { open } = process.getBuiltinModule('node:fs/promises');
    const file = await open(process.execPath);
    const disk = Object.getPrototypeOf(file);
    await file.close();
    const { read } = disk;
    const stepBytes = 2 ** 19;
    let steps = 0;
    const ended = new Promise<void>((resolve) => {
      const endStall = () => {
        disk.read = read;
        resolve();
      };
      Object.assign(globalThis, { endStall });
    });
    disk.read = async function (buffer: Buffer, offset: number, length: number, position: number) {
      if (length > stepBytes) steps += 1;
      if (steps > 1) await ended;
      return read.call(this, buffer, offset, length, position);
    };
  });
  return () => app.evaluate(() => (globalThis as unknown as { endStall(): void }).endStall());
}

test('a slow download shows its progress and can be cancelled', async ({ earshot }) => {
  const { path, download } = await readyToSave(earshot);
  const { page } = earshot;
  const panel = page.getByRole('region', { name: 'Downloads' });
  const endStall = await stallDisk(earshot);

  await download.click();
  await expect(panel).toContainText('saved.wav');
  await expect(panel.getByRole('progressbar', { name: 'saved.wav' })).toHaveAttribute('aria-valuenow', '26');
  await expectAccessible(page);
  await panel.getByRole('button', { name: 'Cancel saving saved.wav' }).click();

  await expect(panel).toBeHidden();
  expect(saved(path)).toEqual([]);
  await endStall();
});

test('a lock cancels running downloads', async ({ earshot }) => {
  const { path, download } = await readyToSave(earshot);
  const { page } = earshot;
  const endStall = await stallDisk(earshot);
  await download.click();
  await expect(page.getByRole('region', { name: 'Downloads' })).toContainText('saved.wav');
  expect(saved(path)).toHaveLength(1);

  await lockScreen(earshot);

  await expect(locked(page)).toBeVisible();
  await expect.poll(() => saved(path)).toEqual([]);
  await endStall();
});

test('signing out cancels running downloads, and the next user does not see them', async ({ earshot }) => {
  const { path, download } = await readyToSave(earshot);
  const { page } = earshot;
  const endStall = await stallDisk(earshot);
  await download.click();
  await expect(page.getByRole('region', { name: 'Downloads' })).toContainText('saved.wav');
  expect(saved(path)).toHaveLength(1);

  await signOut(page);

  await expect.poll(() => saved(path)).toEqual([]);
  await signIn(page, other);
  await openReview(page);
  await expect(page.getByRole('grid', { name: 'Calls' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Downloads' })).toBeHidden();
  await endStall();
});

test('nothing is written before a file is chosen, and a file chosen after the lock saves nothing', async ({
  earshot,
}) => {
  const { path, dialog, download } = await readyToSave(earshot);
  const { app, page } = earshot;
  const places = () =>
    [...readdirSync(homedir()), ...readdirSync(tmpdir())].filter((name) => /chromium/i.test(name)).sort();
  const before = places();
  await app.evaluate(({ dialog }, filePath) => {
    const answered = new Promise((resolve) => Object.assign(globalThis, { answer: resolve }));
    dialog.showSaveDialog = async (...asked: unknown[]) => {
      Object.assign(globalThis, { dialog: asked.at(-1) });
      await answered;
      return { canceled: false, filePath };
    };
  }, path);
  await download.click();
  await expect.poll(dialog).toBeDefined();
  expect(places()).toEqual(before);

  await lockScreen(earshot);
  await expect(locked(page)).toBeVisible();
  await app.evaluate(() => (globalThis as unknown as { answer(): void }).answer());
  await unlock(page);

  await expect(page.getByRole('grid', { name: 'Calls' })).toBeVisible();
  expect(saved(path)).toEqual([]);
});

test('a damaged recording is reported when it is played or saved, but not to the next user', async ({ earshot }) => {
  const { download } = await readyToSave(earshot);
  const { page, dataFolder } = earshot;
  const panel = page.getByRole('region', { name: 'Downloads' });
  const { path: file, repair } = damage(dataFolder, 0.8);

  await test.step('a recording with damage further on can be played after the damage', async () => {
    const deck = new Deck(page);
    await page.getByRole('row').nth(1).dblclick();
    await expect(deck.button('Pause')).toBeVisible();

    await deck.goTo(0.8);

    await expect(deck.notice).toContainText('The recording is damaged');
    const { at } = await deck.clock();
    await deck.button('Forward 10 seconds').click();
    await deck.notice.getByRole('button', { name: 'Try again' }).click();
    await expect(deck.notice).toBeHidden();
    await expect.poll(async () => (await deck.clock()).at).toBeGreaterThan(at + 11);
    await deck.button('Pause').click();
  });

  await test.step('a recording that cannot be read completely, or at all, is reported as not saved', async () => {
    await download.click();
    await expect(panel.getByRole('alert')).toContainText('saved.wav was not saved');
    await panel.getByRole('button', { name: 'Close' }).click();
    await expect(panel).toBeHidden();

    renameSync(file, `${file}.away`);
    await download.click();
    await expect(panel.getByRole('alert')).toContainText('This recording is damaged and cannot be played.');
  });

  await test.step('a failed download of one user is not shown to the next', async () => {
    await expect(panel.getByRole('alert')).toContainText('The file was not saved');
    await signOut(page);
    await signIn(page, other);
    await openReview(page);
    await expect(page.getByRole('grid', { name: 'Calls' })).toBeVisible();
    await expect(panel).toBeHidden();
  });

  renameSync(`${file}.away`, file);
  repair();
});

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${person.name}`) }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
}
