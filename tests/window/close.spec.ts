import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { ElectronApplication, Page } from '@playwright/test';
import { expect, signedIn, signIn, test } from './launch';
import { answer, closeWindow } from './outside';

const files = 20;
const source = mkdtempSync(join(tmpdir(), 'earshot-source-'));
test.beforeAll(() => {
  mkdirSync(source, { recursive: true });
  // Enough records that the import is still running when the window closes.
  const records = Array.from({ length: files }, (_, n) => ({
    file: `${n}.mp3`,
    protocol_call_id: `call ${n}`,
    setup_time: `2026-11-20T09:${String(n).padStart(2, '0')}:00Z`,
  }));
  for (const { file } of records) copyFileSync(resolve('tests/data/audio/repair-call-stereo.mp3'), join(source, file));
  writeFileSync(join(source, 'calls.json'), JSON.stringify(records));
});
test.afterAll(() => rmSync(source, { recursive: true }));

/** Closes the window, which ends the program. */
async function closeAll(app: ElectronApplication): Promise<void> {
  const closed = app.waitForEvent('close', { timeout: 120_000 });
  await closeWindow(app);
  await closed;
}
const tasks = (page: Page) => page.getByRole('dialog', { name: 'Imports' });

async function startImport(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Choose a folder…' }).click();
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Import \d+ calls$/ })
    .click();
  await expect(tasks(page)).toContainText(`of ${files} files`);
}
async function signInAgain(page: Page): Promise<void> {
  await signIn(page);
  await page.getByRole('button', { name: /^Import(s|ing, )/ }).click();
}

test('closing during an import asks: the window stays open, or the import continues at the next start', async ({
  earshot,
  restart,
}) => {
  await signedIn(earshot);
  const { app, page, choose } = earshot;
  await choose([source]);
  await startImport(page);
  const asked = await answer(app, 2, 0);

  await closeWindow(app);
  await expect.poll(async () => (await asked()).length).toBe(1);
  await expect(tasks(page)).toBeVisible();
  expect((await asked())[0]).toMatchObject({
    message: 'Quit Earshot while it is importing?',
    buttons: ['Quit and continue later', 'Cancel the import and quit', 'Keep Earshot open'],
  });
  await closeAll(app);

  const again = await restart();
  await signInAgain(again.page);
  await expect(tasks(again.page)).toContainText(`${files} calls imported`, { timeout: 120_000 });
});

test('closing during an import can cancel it; without an import, nothing is asked', async ({ earshot, restart }) => {
  await signedIn(earshot);
  const { app, page, choose } = earshot;
  await choose([source]);
  await startImport(page);
  await answer(app, 1);

  await closeAll(app);

  const again = await restart();
  const asked = await answer(again.app, 2);
  await signInAgain(again.page);
  await expect(tasks(again.page)).toContainText('Cancelled');
  expect(await asked()).toEqual([]);
  await closeAll(again.app);
});

test('the question disappears when its import ends, and the window closes', async ({ earshot }) => {
  await signedIn(earshot);
  const { app, page, choose } = earshot;
  await choose([source]);
  await startImport(page);
  const asks = app.evaluate(
    ({ dialog }) =>
      new Promise<void>((resolve) => {
        const { showMessageBox } = dialog;
        dialog.showMessageBox = ((...sent: Parameters<typeof showMessageBox>) => {
          resolve();
          return showMessageBox(...sent);
        }) as typeof showMessageBox;
      }),
  );

  await Promise.all([asks, closeAll(app)]);
});

test('quitting by the menu asks like closing, also in a program that stays', async ({ earshot }) => {
  await signedIn(earshot);
  const { app, page, choose } = earshot;
  await page.evaluate(() => window.earshot.keep({ keeps_running: true }));
  await choose([source]);
  await startImport(page);
  const asked = await answer(app, 2, 1);
  const quit = () => app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('quit')?.click());

  await quit();
  await expect.poll(async () => (await asked()).length).toBe(1);
  await expect(tasks(page)).toBeVisible();

  const closed = app.waitForEvent('close', { timeout: 120_000 });
  await quit();
  await closed;
});
