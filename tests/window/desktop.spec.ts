import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { ask, type Earshot, expect, programOn, signIn, test } from './launch';
import { asTool } from './outside';

test.use({ ownProgram: true, calls: 250 });

/** Starts Earshot once more on the same archive, as the system does for a link. Returns its exit code and output. */
async function startAgain({ dataFolder }: Earshot, ...args: string[]): Promise<[number, string]> {
  const [electron, own] = programOn(dataFolder);
  const second = spawn(electron, [...own, ...args], { stdio: ['ignore', 'pipe', 'ignore'] });
  const [said, [code]] = await Promise.all([text(second.stdout), once(second, 'exit')]);
  return [code, said];
}

test('links open calls after sign-in, other tools’ changes appear, and the end of an import is announced', async ({
  earshot,
}) => {
  const { app, page } = earshot;
  await expect(page.getByLabel('Login')).toBeVisible();
  const { calls } = await asTool(earshot, 'GET', '/api/v2/calls.json?limit=20&sort_order=asc');
  const [call, later] = [calls[3], calls[7]];
  const title = () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getTitle());

  await test.step('a second start passes its link on and ends; the call opens after sign-in', async () => {
    // Does not check that the window comes to the front, because its display may not be visible.
    expect(await startAgain(earshot, `earshot://call/${call.call_id}`)).toEqual([0, 'Earshot is open already.\n']);
    expect(await title()).toBe('Earshot');
    await signIn(page);
    await expect(page).toHaveURL(new RegExp(`/review\\?call=${call.call_id}`));
    await expect(page.getByRole('complementary', { name: 'Call' }).getByRole('heading', { level: 2 })).toBeVisible();
    await expect.poll(title).toMatch(/^.+ – Earshot$/);
  });

  await test.step('a link opens a call from another page; one that leads nowhere is refused', async () => {
    await page.keyboard.press('Control+,');
    await expect(page.getByRole('heading', { name: 'Preferences', exact: true })).toBeVisible();
    // The message may be gone before the second program has ended.
    await Promise.all([
      expect(page.getByText('This link leads nowhere.')).toBeVisible(),
      startAgain(earshot, 'earshot://call/1;drop'),
    ]);
    await expect(page).toHaveURL(/\/preferences$/);
    await startAgain(earshot, `earshot://call/${later.call_id}`);
    await expect(page).toHaveURL(new RegExp(`/review\\?call=${later.call_id}`));
  });

  await test.step('links open a report and a search', async () => {
    const { reports } = await ask(page, 'GET', '/api/v2/reports.json');
    await startAgain(earshot, `earshot://report/${reports[0].report_id}`);
    await expect(page).toHaveURL(new RegExp(`/reports/${reports[0].report_id}`));
    await ask(page, 'POST', '/api/v2/saved_searches.json', { saved_search: { name: 'Inbound', query: 'direction=1' } });
    const { saved_searches } = await ask(page, 'GET', '/api/v2/saved_searches.json');
    const { saved_search_id } = saved_searches[0];
    await startAgain(earshot, `earshot://search/${saved_search_id}`);
    await expect(page).toHaveURL(new RegExp(`saved=${saved_search_id}`));
    await Promise.all([
      expect(page.getByText('This link leads nowhere.')).toBeVisible(),
      startAgain(earshot, `earshot://search/${call.call_id}`),
    ]);
    await startAgain(earshot, `earshot://call/${later.call_id}`);
    await expect(page).toHaveURL(new RegExp(`/review\\?call=${later.call_id}`));
  });

  await test.step('a change by another tool appears in the pane and the row', async () => {
    const { categories } = await ask(page, 'GET', '/api/v2/categories.json?limit=1000');
    const { call: before } = await ask(page, 'GET', `/api/v2/calls/${later.call_id}.json`);
    const inIt = new Set(before.categories.map(({ category_id }: { category_id: string }) => category_id));
    const other = categories.find(({ category_id }: { category_id: string }) => !inIt.has(category_id));
    const pane = page.getByRole('complementary', { name: 'Call' });
    await expect(pane.getByText(other.name)).toBeHidden();

    await asTool(earshot, 'POST', `/api/v2/calls/${later.call_id}.json/categories/${other.category_id}.json`);

    await expect(pane.getByText(other.name)).toBeVisible();
  });

  await test.step('the end of an import is announced while another window is in front; a click opens the result', async () => {
    await app.evaluate(({ Notification }) => {
      const shown: Electron.Notification[] = [];
      Object.assign(globalThis, { shown });
      Notification.prototype.show = function () {
        shown.push(this);
      };
    });
    const shown = () =>
      app.evaluate(() =>
        (globalThis as unknown as { shown: Electron.Notification[] }).shown.map(({ title, body }) => [title, body]),
      );
    await page.evaluate(() => {
      document.hasFocus = () => false;
    });
    const folder = test.info().outputPath('late');
    mkdirSync(folder);
    copyFileSync(resolve('tests/data/audio/question-ulaw-16k.wav'), join(folder, '1.wav'));
    await earshot.choose([folder]);
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Choose a folder…' }).click();
    await page.getByRole('main').getByRole('button', { name: 'Import 1 call' }).click();
    await expect.poll(shown).toEqual([['Import of “late” has ended', '1 call imported']]);
    await app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('preferences')?.click());
    await expect(page.getByText('1 call imported')).toBeHidden();

    await app.evaluate(() => (globalThis as unknown as { shown: Electron.Notification[] }).shown[0]?.emit('click'));

    await expect(page.getByText('1 call imported')).toBeVisible();
  });
});
