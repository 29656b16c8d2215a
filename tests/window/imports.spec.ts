import { copyFileSync, mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Page } from '@playwright/test';
import {
  ask,
  type Earshot,
  expect,
  expectAccessible,
  look,
  lookAround,
  person,
  setTheme,
  signedIn,
  signIn,
  test,
} from './launch';
import { shareWindow } from './shared-window';

const sound = resolve('tests/data/audio/question-ulaw-16k.wav');
const inbound = { direction: 'inbound', from_number: '+442079460321', from_name: 'Maria Lopez', to_number: '6001' };
const record = (n: number, more: object = {}) => ({
  ...inbound,
  file: `${n}.wav`,
  protocol_call_id: `call ${n}`,
  setup_time: `2026-11-${10 + n}T09:12:00Z`,
  ...more,
});

const sources = mkdtempSync(join(tmpdir(), 'earshot-sources-'));
test.afterAll(() => rmSync(sources, { recursive: true, force: true }));

/** A folder with this many recordings and these call records. */
function folderOf(name: string, recordings: number, records: object[]): string {
  mkdirSync(sources, { recursive: true });
  const folder = mkdtempSync(join(sources, name));
  for (let n = 1; n <= recordings; n++) copyFileSync(sound, join(folder, `${n}.wav`));
  if (records.length > 0) writeFileSync(join(folder, 'calls.json'), JSON.stringify(records));
  return folder;
}

/** Opens the preview of a folder, from the first page or from the top bar. */
async function choose({ page, choose }: Earshot, folder: string) {
  await choose([folder]);
  const first = page.getByRole('button', { name: 'Choose a folder…' });
  const menu = page.getByRole('button', { name: 'Import', exact: true });
  if (await first.isVisible()) await first.click();
  else {
    await menu.click();
    await page.getByRole('menuitem', { name: 'Choose a folder…' }).click();
  }
  return page.getByRole('main', { name: /^Import “/ });
}
const start = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('button', { name: /^Import \d+ calls?$/ })
    .click();
const tasks = (page: Page) => page.getByRole('dialog', { name: 'Imports' });

test('an import shows a preview, asks only what matters, and lists its results', async ({ earshot }) => {
  await signedIn(earshot);
  const { page } = earshot;
  const records = [1, 2, 3, 4, 5].map((n) => record(n, n === 2 ? { connect_time: 'noon' } : {}));
  const folder = folderOf('November', 2, records);
  writeFileSync(join(folder, 'broken.wav'), 'no sound');
  await expect(page.getByRole('button', { name: 'Choose a folder…' })).toBeVisible();
  const preview = await choose(earshot, folder);
  await expect(preview).toContainText('3 recordings, 1 file of call details, 65 kB.');
  await expect(preview.getByRole('combobox', { name: 'Time zone' })).toHaveCount(0);
  const bare = preview.getByRole('checkbox', { name: 'Import 3 rows without audio as calls' });
  await expect(bare).not.toBeChecked();
  for (const theme of ['light', 'dark'] as const) {
    await setTheme(page, theme);
    await expectAccessible(page);
  }
  await preview.getByText('Import 3 rows without audio as calls').click();
  await start(page);

  await expect(tasks(page)).toContainText('5 calls imported');
  await tasks(page).getByRole('button', { name: '1 file refused' }).click();
  await expect(tasks(page).getByRole('group', { name: 'Refused files' })).toContainText('broken.wav');
  await tasks(page).getByRole('button', { name: '1 file or row imported with a note' }).click();
  const noted = tasks(page).getByRole('group', { name: 'Imported with a note' });
  await expect(noted).toContainText('Connected: “noon” is not a date and time');
  await tasks(page).getByRole('button', { name: '2 files imported' }).click();
  for (const theme of ['light', 'dark'] as const) {
    await setTheme(page, theme);
    await expectAccessible(page);
  }
  await tasks(page).getByRole('group', { name: 'Imported files' }).getByRole('button', { name: '2.wav' }).click();
  await expect(page.getByRole('heading', { name: 'Maria Lopez' })).toBeVisible();
  await expect(page.getByRole('complementary', { name: 'Call' })).toContainText('12 Nov 2026');
  await page.keyboard.press('Escape');

  await test.step('with the list of imports open, a clicked row gets the keys', async () => {
    await expect(tasks(page)).toBeHidden();
    await page.getByRole('button', { name: 'Imports', exact: true }).click();
    await expect(tasks(page)).toBeVisible();

    // The last row, because the rows of calls without audio are above it.
    await page
      .getByRole('row')
      .filter({ hasText: 'Maria Lopez' })
      .last()
      .click({ position: { x: 40, y: 10 } });
    await page.keyboard.press('Enter');

    await expect(page.getByRole('grid', { name: 'Calls' })).toBeFocused();
    await expect(page.getByRole('group', { name: 'Player' })).toContainText('Maria Lopez');
    await expect(page.getByRole('timer')).toHaveText(/^\d+:(?!00)\d\d/);
    await page.keyboard.press('Escape');
  });

  await test.step('the calls of the import are one button away', async () => {
    await page.getByRole('button', { name: 'Imports', exact: true }).click();
    await tasks(page).getByRole('button', { name: 'Show these calls' }).click();
    await expect(page).toHaveURL(/import_id__equal_to=[\w-]{36}/);
    await expect(page.getByRole('button', { name: /^Imported with November/ })).toBeVisible();
    await expect(page.getByRole('status').getByText('5 calls', { exact: true })).toBeVisible();
  });

  await choose(earshot, folder);
  await start(page);
  await expect(tasks(page).getByRole('button', { name: '2 files already present' })).toBeVisible();
  await tasks(page).getByRole('button', { name: '2 files already present' }).click();
  await tasks(page)
    .getByRole('group', { name: 'Files already present' })
    .getByRole('button', { name: '1.wav' })
    .click();
  await expect(page.getByRole('complementary', { name: 'Call' })).toContainText('11 Nov 2026');
});

test('every import stays in a list, with its counts, its results and its calls', async ({ earshot }) => {
  await signedIn(earshot);
  const { page } = earshot;
  const folder = folderOf('Twice', 2, [record(1), record(2)]);
  await expect(page.getByRole('button', { name: 'Choose a folder…' })).toBeVisible();
  await choose(earshot, folder);
  await start(page);
  await expect(tasks(page)).toContainText('2 calls imported');
  writeFileSync(join(folder, 'broken.wav'), 'no sound');
  copyFileSync(resolve('tests/data/audio/short-stereo-16k.wav'), join(folder, 'new.wav'));
  await page.keyboard.press('Escape');
  await choose(earshot, folder);
  await start(page);
  await expect(tasks(page)).toContainText('1 call imported');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Import', exact: true }).click();

  await page.getByRole('menuitem', { name: 'Earlier imports' }).click();

  const list = page.getByRole('treegrid', { name: 'Imports' });
  const row = (n: number) => list.locator('[role=row]').nth(n);
  await expect(page.getByRole('status').filter({ hasText: '2 imports' })).toBeVisible();
  const cell = (n: number, name: string) => row(n).locator(`[data-column="${name}"]`);
  for (const [n, result, present, refused] of [
    [1, '1 call imported', '2', '1'],
    [2, '2 calls imported', '0', '0'],
  ] as const) {
    await expect(cell(n, 'result')).toHaveText(result);
    await expect(cell(n, 'present')).toHaveText(present);
    await expect(cell(n, 'refused')).toHaveText(refused);
  }
  await list.focus();
  await page.keyboard.press('ArrowRight');
  await list.getByRole('button', { name: '2 files already present' }).click();
  await expect(list.getByRole('group', { name: 'Files already present' })).toContainText('1.wav');
  await look(page, 'imports');
  await list.getByRole('button', { name: 'Show these calls' }).click();
  await expect(page.getByRole('grid', { name: 'Calls' })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: '1 call' })).toBeVisible();
  await page.goBack();
  await expect(list).toBeVisible();
});

test('calls that arrive in an empty list leave its first row selected, until the user chooses one', async ({
  earshot,
}) => {
  await signedIn(earshot);
  const { page } = earshot;
  await page.setViewportSize({ width: 1400, height: 800 });
  const add = (n: number) =>
    ask(page, 'POST', '/api/v2/calls.json', {
      call: { setup_time: `2026-11-${10 + n}T09:12:00Z`, from_name: `Caller ${n}` },
    });
  const selected = page.getByRole('grid', { name: 'Calls' }).locator('[role=row][aria-selected=true]');
  await expect(page.getByRole('button', { name: 'Choose a folder…' })).toBeVisible();
  for (const n of [1, 2, 3]) {
    await add(n);
    await expect(page.getByRole('status').filter({ hasText: n === 1 ? '1 call' : `${n} calls` })).toBeVisible();
    await expect(selected).toContainText(`Caller ${n}`);
    await expect(selected).toHaveAttribute('aria-rowindex', '2');
  }
  const pane = page.getByRole('complementary', { name: 'Call' });
  await expect(pane).toContainText('Caller 3');

  await pane.getByRole('button').first().focus();
  await add(4);

  await expect(page.getByRole('status').filter({ hasText: '4 calls' })).toBeVisible();
  await expect(selected).toContainText('Caller 3');
  await expect(selected).toHaveAttribute('aria-rowindex', '3');
});

test('a call whose pane is opened just as another one arrives above it stays in the pane', async ({ earshot }) => {
  await signedIn(earshot);
  const { page } = earshot;
  await page.setViewportSize({ width: 1400, height: 800 });
  const add = (n: number) =>
    ask(page, 'POST', '/api/v2/calls.json', {
      call: { setup_time: `2026-11-${10 + n}T09:12:00Z`, from_name: `Caller ${n}` },
    });
  await expect(page.getByRole('button', { name: 'Choose a folder…' })).toBeVisible();
  await add(1);
  const pane = page.getByRole('complementary', { name: 'Call' });
  await expect(pane).toContainText('Caller 1');
  // The list shows a new call before the pane does: a microtask of the change is between the two.
  await page.evaluate(() => {
    const button = document.querySelector<HTMLElement>('[aria-label="Correct who was on the call"]');
    const observer = new MutationObserver(() => {
      if (!document.querySelector('[role=grid]')?.textContent?.includes('Caller 2')) return;
      observer.disconnect();
      button?.focus();
      button?.click();
    });
    observer.observe(document.body, { childList: true, subtree: true, characterData: true });
  });

  await add(2);

  await expect(
    page.getByRole('dialog', { name: 'Correct who was on the call' }).getByLabel('Name').first(),
  ).toHaveValue('Caller 1');
  await page.keyboard.press('Escape');
  const selected = page.getByRole('grid', { name: 'Calls' }).locator('[role=row][aria-selected=true]');
  await expect(selected).toContainText('Caller 1');
  await expect(selected).toHaveAttribute('aria-rowindex', '3');
  await expect(pane).toContainText('Caller 1');
});

test.describe('before anything is imported', () => {
  shareWindow();

  test('a file that is chosen twice counts once', async ({ earshot }) => {
    await signedIn(earshot);
    const { page, choose } = earshot;
    const file = join(folderOf('Twice', 1, []), '1.wav');
    await choose([file, file]);

    await page.getByRole('button', { name: 'Choose files…' }).click();

    await expect(page.getByRole('main', { name: 'Import “1.wav”' })).toContainText('1 recording');
  });

  test('the time zone is only asked for if a local time is read', async ({ earshot }) => {
    await signedIn(earshot);
    const folder = folderOf('Local', 1, [record(1, { setup_time: '2026-11-10 09:12:00' })]);
    await expect(earshot.page.getByRole('button', { name: 'Choose a folder…' })).toBeVisible();

    const preview = await choose(earshot, folder);

    await expect(preview.getByRole('combobox', { name: 'Time zone' })).toBeVisible();
    await expectAccessible(earshot.page);
  });

  test('if the disk is too small, the preview names the disk, the space and the remedy', async ({ earshot }) => {
    await signedIn(earshot);
    const folder = folderOf('Huge', 1, []);
    // A sparse file, which uses no space here but would in the archive.
    truncateSync(join(folder, '1.wav'), 8 * 1000 ** 4);
    await expect(earshot.page.getByRole('button', { name: 'Choose a folder…' })).toBeVisible();

    const preview = await choose(earshot, folder);

    const { dataFolder } = earshot;
    const alert = preview.getByRole('alert');
    await expect(alert).toContainText(`The disk that holds “${dataFolder}”`);
    await expect(alert).toContainText(/has [\d.]+ [MGT]B free, but about 8\.5 TB are needed\. Free some space on it\./);
    await preview.getByRole('button', { name: 'Cancel' }).click();
    await expect(preview).toBeHidden();
  });

  test('a preview shows that it is reading, and can be cancelled', async ({ earshot }) => {
    await signedIn(earshot);
    const { page, choose } = earshot;
    await page.evaluate(() => {
      const { fetch } = window;
      const seen: string[] = [];
      const held = new Promise((release) => Object.assign(window, { release, seen }));
      window.fetch = async (input, init) => {
        const { pathname } = new URL(String(input), location.href);
        if (pathname.startsWith('/api/v2/imports/')) seen.push(`${init?.method} ${pathname}`);
        if (pathname.endsWith('/preview.json')) await held;
        return fetch(input, init);
      };
    });
    await choose([folderOf('Slow', 1, [])]);
    await page.getByRole('button', { name: 'Choose a folder…' }).click();
    const dialog = page.getByRole('main', { name: 'Import', exact: true });
    await expect(dialog.getByRole('status')).toHaveText('Counting recordings and call details…');
    await expectAccessible(page);

    await dialog.getByRole('button', { name: 'Cancel' }).click();

    await expect(dialog).toBeHidden();
    await expect
      .poll(() =>
        page.evaluate(() => (window as unknown as { seen: string[] }).seen.map((request) => request.slice(0, 31))),
      )
      .toContain('DELETE /api/v2/imports/sources/');
  });
});

test('call details can be imported without recordings, and an empty folder is reported', async ({ earshot }) => {
  await signedIn(earshot);
  const { page } = earshot;
  await expect(page.getByRole('button', { name: 'Choose a folder…' })).toBeVisible();
  const nothing = await choose(earshot, folderOf('Nothing', 0, []));
  await expect(nothing).toContainText('There are no recordings');
  await expect(nothing.getByRole('button', { name: 'Import', exact: true })).toHaveAttribute('aria-disabled', 'true');
  await nothing.getByRole('button', { name: 'Cancel' }).click();

  const bare = await choose(earshot, folderOf('Bare', 0, [record(1), record(2)]));
  await expect(bare.getByRole('checkbox', { name: /^Import 2 rows without audio/ })).toBeChecked();
  await bare.getByText(/^Import 2 rows without audio/).click();
  await bare.getByRole('button', { name: 'Import', exact: true }).hover();
  await expect(page.getByRole('tooltip')).toHaveText('Tick the box for rows without audio first.');
  await bare.getByText(/^Import 2 rows without audio/).click();
  await start(page);

  await expect(tasks(page)).toContainText('2 calls imported');
});

test('each row of call details is in one count, and named by its position', async ({ earshot }) => {
  await signedIn(earshot);
  const { page } = earshot;
  await expect(page.getByRole('button', { name: 'Choose a folder…' })).toBeVisible();
  await choose(earshot, folderOf('Known', 0, [record(1), record(2)]));
  await start(page);
  await expect(tasks(page)).toContainText('2 calls imported');
  await page.keyboard.press('Escape');
  // The first page gives way to the list, whose bar has the menu.
  await expect(page.getByRole('row').filter({ hasText: 'Maria Lopez' })).toHaveCount(2);
  const bare = { file: undefined };
  // Longer than a name may be.
  const name = 'Unknown'.repeat(10);
  const records = [record(3), record(1), record(2), record(4, { categories: [name], ...bare }), record(5, bare)];
  const folder = folderOf('All', 0, records);
  copyFileSync(sound, join(folder, '3.wav'));

  await choose(earshot, folder);
  await page.getByText(/^Import 4 rows without audio/).click();
  await start(page);

  await expect(tasks(page)).toContainText('5 rows of call details, 1 of them with a recording');
  for (const count of ['1 file imported', '1 row imported as a call without audio', '2 rows already present'])
    await expect(tasks(page).getByRole('button', { name: count })).toBeVisible();
  await tasks(page).getByRole('button', { name: '1 row refused' }).click();
  const refused = tasks(page).getByRole('group', { name: 'Refused rows' });
  await expect(refused.getByRole('listitem')).toHaveText([
    'calls.json, entry 4Categories is longer than 64 characters.',
  ]);
  await expectAccessible(page);
});

test('the result shows what the filters hide, and stays across lock and restart until it is removed', async ({
  earshot,
  restart,
}) => {
  await signedIn(earshot);
  const { app, page } = earshot;
  await lookAround(page);
  await page.keyboard.press('Escape');
  await page.getByRole('searchbox').fill('nobody has this name');
  await expect(page.getByText('No call matches')).toBeVisible();
  const records = [record(1, { connect_time: 'noon' }), record(2), record(3)];
  await choose(earshot, folderOf('November', 2, records));
  await start(page);
  await expect(tasks(page)).toContainText('2 calls imported');
  await expect(tasks(page)).toContainText('2 of them are hidden by the filter “nobody has this name”.');
  await tasks(page).getByRole('button', { name: 'Show all calls' }).click();
  await expect(page.getByRole('grid').getByRole('row')).toHaveCount(9);
  await expect(tasks(page)).not.toContainText('hidden');

  await app.evaluate(({ powerMonitor }) => powerMonitor.emit('lock-screen'));
  await expect(page.getByRole('heading', { name: 'Locked' })).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Imports' }).click();
  await expect(tasks(page)).toContainText('2 calls imported');

  const again = await restart();
  await signIn(again.page);
  await again.page.getByRole('button', { name: 'Imports' }).click();
  await expect(tasks(again.page)).toContainText('2 calls imported');
  await tasks(again.page).getByRole('button', { name: 'Remove from the list' }).click();
  await expect(again.page.getByRole('button', { name: 'Imports' })).toBeHidden();
});
