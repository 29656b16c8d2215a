import type { Locator } from '@playwright/test';
import { type Earshot, expect, expectAccessible, person, setTheme, signedIn, test } from './launch';

const zoomOf = ({ app }: Earshot) =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getZoomFactor());

test('Ctrl +, Ctrl − and Ctrl 0 zoom on every page and in dialogs, and the zoom is stored', async ({
  earshot,
  restart,
}) => {
  const { page } = earshot;
  await page.getByLabel('Login').fill(person.login);
  await page.keyboard.press('Control++');
  await expect.poll(() => zoomOf(earshot)).toBeCloseTo(1.1);
  await page.keyboard.press('Control+=');
  await expect.poll(() => zoomOf(earshot)).toBeCloseTo(1.25);
  await page.keyboard.press('Control+-');
  await expect.poll(() => zoomOf(earshot)).toBeCloseTo(1.1);

  await signedIn(earshot);
  await expect(page.getByRole('button', { name: 'Choose a folder…' })).toBeVisible();
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard' });
  await expect(sheet).toContainText('Zoom in');
  await page.keyboard.press('Control+0');
  await expect.poll(() => zoomOf(earshot)).toBe(1);
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();

  await page.getByRole('button', { name: new RegExp(`^${person.name}`) }).click();
  const zoomIn = page.getByRole('menuitem', { name: 'Zoom in' });
  for (const percent of ['110%', '125%', '150%']) {
    await zoomIn.click();
    await expect(page.getByRole('menu')).toContainText(`Zoom, ${percent}`);
  }
  await page.keyboard.press('Control++');
  await expect(page.getByRole('menu')).toContainText('Zoom, 175%');

  expect(await zoomOf(await restart())).toBeCloseTo(1.75);
});

/** Expects a control inside the window, and to be the topmost element at its centre. */
const expectInReach = (control: Locator) =>
  expect
    .poll(
      () =>
        control.evaluate((element) => {
          const { left, right, top, bottom } = element.getBoundingClientRect();
          const isInside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
          const topmost = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
          return isInside && element.contains(topmost);
        }),
      String(control),
    )
    .toBe(true);

for (const [width, height] of [
  [1280, 800],
  [960, 600],
] as const) {
  test(`at 200 % a window of ${width} by ${height} keeps its controls accessible`, async ({ earshot }) => {
    const { app, page } = earshot;
    await app.evaluate(
      ({ BrowserWindow }, [width, height]) => BrowserWindow.getAllWindows()[0]?.setContentSize(width, height),
      [width, height] as const,
    );
    await signedIn(earshot);
    const folder = page.getByRole('button', { name: 'Choose a folder…' });
    await expect(folder).toBeVisible();
    for (let step = 0; step < 5; step++) await page.keyboard.press('Control++');
    await expect.poll(() => zoomOf(earshot)).toBe(2);
    const hasNoSidewaysScroll = () =>
      page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);

    await expectInReach(folder);
    await page.getByRole('button', { name: /^Look around first/ }).click();
    await expect(page.getByText('6 calls imported')).toBeVisible();
    await expectInReach(page.getByRole('button', { name: 'Remove from the list' }));
    await page.keyboard.press('Escape');

    await page.getByRole('row').filter({ hasText: 'Maria Lopez' }).dblclick();
    const deck = page.getByRole('group', { name: 'Player' });
    const outer = [
      page.getByRole('searchbox'),
      page.getByRole('button', { name: 'Import' }),
      page.getByRole('button', { name: 'Call pane' }),
      page.getByRole('button', { name: 'Help' }),
      page.getByRole('button', { name: new RegExp(`^${person.name}`) }),
      deck.getByRole('button', { name: 'Pause', exact: true }),
    ];
    const inList = [page.getByRole('button', { name: 'Filter', exact: true }), page.getByText('6 calls')];
    for (const control of [...outer, ...inList]) await expectInReach(control);
    await page.keyboard.press('Control+i');
    const pane = page.getByRole('complementary', { name: 'Call' });
    for (const control of [...outer, pane.getByRole('button', { name: 'Download', exact: true })])
      await expectInReach(control);
    expect(await hasNoSidewaysScroll()).toBe(true);
    for (const theme of ['light', 'dark'] as const) {
      await setTheme(page, theme);
      await expectAccessible(page);
    }
    await page.keyboard.press('Control+i');

    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Date', exact: true }).click();
    const date = page.getByRole('dialog', { name: 'Date' });
    await expectScrolls(date, date.getByRole('button', { name: 'Last 90 days' }));
    await expectScrolls(date, date.getByRole('gridcell').last());
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    const sheet = page.getByRole('dialog', { name: 'Keyboard' });
    await expectScrolls(sheet, sheet.getByText('Skip silence'));
    await page.keyboard.press('Escape');
  });
}

async function expectScrolls(dialog: Locator, last: Locator): Promise<void> {
  await expect(dialog).toBeVisible();
  await last.scrollIntoViewIfNeeded();
  await expectInReach(last);
}
