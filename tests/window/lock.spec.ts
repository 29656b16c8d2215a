import type { Page } from '@playwright/test';
import {
  type Earshot,
  expect,
  expectAccessible,
  lookAround,
  openReview,
  person,
  setTheme,
  signedIn,
  test,
} from './launch';
import { locked, lockScreen, password, unlock } from './locking';
import { anotherPerson } from './people';
import { shareWindow } from './shared-window';

const clock = (page: Page) =>
  page
    .getByRole('group', { name: 'Player' })
    .allInnerTexts()
    .then(([text = '']) => /\d+:\d\d\s*\/\s*\d+:\d\d/.exec(text)?.[0]);

shareWindow({
  async fill(earshot) {
    await signedIn(earshot);
    await lookAround(earshot.page);
  },
});

/** One of the six sample calls is in the player. */
async function listening(earshot: Earshot): Promise<void> {
  const { page } = earshot;
  await signedIn(earshot);
  await page.evaluate(() => {
    const sounds = new Set<HTMLMediaElement>();
    Object.assign(window, { sounds });
    const { play } = HTMLMediaElement.prototype;
    HTMLMediaElement.prototype.play = function () {
      sounds.add(this);
      return play.call(this);
    };
  });
  await page.getByRole('row').filter({ hasText: 'Maria Lopez' }).first().dblclick();
  await expect.poll(() => clock(page)).toMatch(/^\d+:(?!00)\d\d/);
}

const silent = (page: Page) =>
  page.evaluate(() =>
    [...(window as unknown as { sounds: Set<HTMLMediaElement> }).sounds].every(({ paused }) => paused),
  );

test('the window locks with the screen, shows for whom, and continues with the same call at the same second', async ({
  earshot,
}) => {
  const { page } = earshot;
  await listening(earshot);
  const player = page.getByRole('group', { name: 'Player' });
  const slider = player.getByRole('slider', { name: 'Position' });
  await player.getByRole('button', { name: 'Pause', exact: true }).click();
  await slider.press('Home');
  for (let n = 0; n < 3; n++) await slider.press('ArrowRight');
  await expect.poll(() => clock(page)).toMatch(/^0:15/);
  const [before, address] = [await clock(page), page.url()];

  await lockScreen(earshot);
  await expect(locked(page)).toBeVisible();
  await expect(page.getByText(person.name)).toBeVisible();
  await expect(page.getByLabel('Login')).toBeHidden();
  for (const theme of ['light', 'dark'] as const) {
    await setTheme(page, theme);
    await expectAccessible(page);
  }
  await page.keyboard.type('not my password');
  await page.keyboard.press('Enter');
  await expect(page.getByText('The password is wrong.')).toBeVisible();
  await unlock(page);

  await expect(page.getByRole('heading', { name: 'Maria Lopez' })).toBeVisible();
  await expect(page.getByRole('row', { selected: true })).toContainText('Maria Lopez');
  await expect.poll(() => clock(page)).toBe(before);
  await expect(player.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  await expect(page.getByRole('grid', { name: 'Calls' })).toBeFocused();
  expect(page.url()).toBe(address);
});

test('while the window is locked, playback is off, the service refuses, and no call data is in its memory', async ({
  earshot,
}) => {
  const { page } = earshot;
  await listening(earshot);
  expect(await silent(page)).toBe(false);
  // A name that no locator of this test has put into the page's memory.
  expect(await remembers(page, 'Northgate Dental')).toBe(true);

  await lockScreen(earshot);

  await expect(locked(page)).toBeVisible();
  expect(await silent(page)).toBe(true);
  expect(await page.evaluate(async () => (await fetch('/api/v2/calls.json')).status)).toBe(401);
  await expect.poll(() => remembers(page, 'Northgate Dental')).toBe(false);

  await unlock(page);
  await expect(page.getByRole('heading', { name: 'Maria Lopez' })).toBeVisible();
});

test('files chosen in a dialog that stayed open across a lock are not passed to the page', async ({ earshot }) => {
  const { app, page } = earshot;
  await signedIn(earshot);
  await expect(page.getByRole('grid', { name: 'Calls' })).toBeFocused();
  await app.evaluate(({ dialog }) => {
    const answered = new Promise((resolve) => Object.assign(globalThis, { answer: resolve }));
    dialog.showOpenDialog = async () => {
      Object.assign(globalThis, { isAsked: true });
      await answered;
      return { canceled: false, filePaths: ['/tmp/calls'] };
    };
  });
  const chosen = page.evaluate(() =>
    (window as unknown as { earshot: { choose(kind: string): Promise<object | null> } }).earshot.choose('folder'),
  );
  await expect.poll(() => app.evaluate(() => 'isAsked' in globalThis)).toBe(true);

  await lockScreen(earshot);
  await expect(locked(page)).toBeVisible();
  await unlock(page);
  await expect(page.getByRole('grid', { name: 'Calls' })).toBeFocused();
  await app.evaluate(() => (globalThis as unknown as { answer(): void }).answer());

  expect(await chosen).toBeNull();
});

test('another user who signs in at a locked window starts on the first page with an empty player', async ({
  earshot,
}) => {
  const { page } = earshot;
  const other = await anotherPerson(earshot.dataFolder);
  await listening(earshot);
  await lockScreen(earshot);
  await page.getByRole('button', { name: 'Sign in as someone else' }).click();

  await expect(page.getByLabel('Login')).toBeFocused();
  await page.keyboard.type(other.login);
  await password(page).fill(other.password);
  await page.keyboard.press('Enter');

  await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible();
  await expect(page).toHaveURL(/reports\/today$/);
  await expect(page.locator('body')).not.toBeFocused();
  await openReview(page);
  await expect(page.getByRole('grid', { name: 'Calls' })).toBeVisible();
  expect(await clock(page)).toMatch(/^0:00/);
});

test('signing out leads to the sign-in page, not to the unlock page', async ({ earshot }) => {
  const { page } = earshot;
  await listening(earshot);
  await page.getByRole('button', { name: new RegExp(`^${person.name}`) }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
});

test('the window locks after a time without input, but not while a call plays', async ({ earshot }) => {
  const { app, page } = earshot;
  await signedIn(earshot);
  await expect(page.getByRole('grid', { name: 'Calls' })).toBeFocused();
  await app.evaluate(({ powerMonitor, BrowserWindow }) => {
    const looks = { count: 0 };
    Object.assign(globalThis, { looks });
    const { getSystemIdleTime } = powerMonitor;
    powerMonitor.getSystemIdleTime = () => {
      looks.count += 1;
      return 15 * 60;
    };
    for (const { webContents } of BrowserWindow.getAllWindows()) webContents.isCurrentlyAudible = () => true;
    Object.assign(globalThis, { measureAgain: () => Object.assign(powerMonitor, { getSystemIdleTime }) });
  });
  const looks = () => app.evaluate(() => (globalThis as unknown as { looks: { count: number } }).looks.count);
  await expect.poll(looks).toBeGreaterThan(1);
  await expect(locked(page)).toBeHidden();

  await app.evaluate(({ BrowserWindow }) => {
    for (const { webContents } of BrowserWindow.getAllWindows()) webContents.isCurrentlyAudible = () => false;
  });
  await expect(locked(page)).toBeVisible();
  await app.evaluate(({ BrowserWindow }) => {
    (globalThis as unknown as { measureAgain(): void }).measureAgain();
    for (const { webContents } of BrowserWindow.getAllWindows())
      Reflect.deleteProperty(webContents, 'isCurrentlyAudible');
  });
});

/** Whether a text is anywhere in the memory of the page, found in a heap snapshot. */
async function remembers(page: Page, text: string): Promise<boolean> {
  const session = await page.context().newCDPSession(page);
  let heap = '';
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => {
    heap += chunk;
  });
  await session.send('HeapProfiler.takeHeapSnapshot');
  await session.detach();
  return heap.includes(text);
}
