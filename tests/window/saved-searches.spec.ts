import { expect, look, refuseNext, setTheme, signedIn, test, wrong } from './launch';

test.use({ calls: 250 });

test('a search is saved, opened from the sidebar, changed, reset, shared and deleted, by keyboard', async ({
  earshot,
}) => {
  const { page } = earshot;
  await page.setViewportSize({ width: 1280, height: 800 });
  await signedIn(earshot);
  const sidebar = page.getByRole('navigation');
  const entry = sidebar.getByRole('link', { name: /^Long calls/ });
  const chip = page.getByRole('group', { name: 'Length', exact: true });
  const menu = page.getByRole('dialog', { name: 'Saved search' });
  const lengthOver = async (length: string) => {
    await page.keyboard.type(length);
    await page.keyboard.press('Enter');
    await expect(chip).toContainText(`Length over ${length}`);
  };
  const columns = page.getByRole('dialog', { name: 'Columns' });
  const wanted = ['setup_time:98', 'customer', 'number:137', 'agent:108', 'from_number:149', 'duration:68', 'score:61'];
  const heads = async () => (await page.getByRole('columnheader').allInnerTexts()).slice(1);
  const saved = () =>
    page.evaluate(async () => (await (await fetch('/api/v2/saved_searches.json')).json()).saved_searches);

  await test.step('saved with its filters, as the API shows it', async () => {
    await page.getByRole('grid').waitFor();
    await page.keyboard.press('Control+Shift+F');
    await page.keyboard.type('length');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('textbox', { name: 'Length' })).toBeFocused();
    await lengthOver('2:00');
    await page.getByRole('navigation').getByRole('button', { name: 'Save this search' }).press('Enter');
    await page.keyboard.press('Enter');
    await expect(menu).toContainText('Enter a name');
    await page.keyboard.type('Long calls');
    await look(page, 'saved-search');
    await setTheme(page, 'light');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Long calls' })).toBeVisible();
    await expect(entry).toHaveAttribute('aria-current', 'true');
    await expect(entry).toHaveText(/^Long calls\d+$/);
    expect(await saved()).toMatchObject([
      { name: 'Long calls', query: 'advanced_search=1&duration__greater_than=2%3A00', is_compact: false },
    ]);
  });

  await test.step('a change is marked, and can be taken back', async () => {
    await chip.getByRole('button').first().press('Enter');
    await page.getByRole('textbox', { name: 'Length' }).press('Control+a');
    await lengthOver('10:00');
    await expect(entry).toContainText('Changed');
    await page.getByRole('button', { name: 'Reset' }).press('Enter');
    await expect(chip).toContainText('over 2:00');
    await expect(entry).not.toContainText('Changed');
  });

  await test.step('a change is saved', async () => {
    await chip.getByRole('button').first().press('Enter');
    await page.getByRole('textbox', { name: 'Length' }).press('Control+a');
    await lengthOver('5:00');
    await refuseNext(page, 'PUT', '/saved_searches/');
    await page.getByRole('button', { name: 'Save changes' }).press('Enter');
    await expect(page.getByText(wrong)).toBeVisible();
    await page.getByRole('button', { name: 'Save changes' }).press('Enter');
    await expect(page.getByRole('button', { name: 'Reset' })).toBeHidden();
    expect(await saved()).toMatchObject([{ query: 'advanced_search=1&duration__greater_than=5%3A00' }]);
  });

  await test.step('so are other columns, widths and rows', async () => {
    await page.getByRole('button', { name: 'Columns' }).press('Enter');
    const column = (name: string) => columns.getByRole('checkbox', { name });
    await columns.getByRole('button', { name: /more$/ }).press('Enter');
    await page.keyboard.type('caller’s n');
    await column('Caller’s number').press('Space');
    await expect(column('Caller’s number')).toBeFocused();
    await page.keyboard.press('Alt+ArrowUp');
    await page.keyboard.press('Alt+ArrowUp');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Shift+ArrowRight');
    await column('Category').press('Space');
    await look(page, 'columns');
    await setTheme(page, 'light');
    await columns.getByRole('switch', { name: 'Compact rows' }).press('Space');
    await page.keyboard.press('Escape');
    await expect(columns).toBeHidden();
    expect(await heads()).toEqual(['Started', 'Customer', 'Number', 'Agent', 'Caller’s number', 'Length']);
    await expect(entry).toContainText('Changed');

    await page.getByRole('button', { name: 'Save changes' }).press('Enter');
    await expect(page.getByRole('button', { name: 'Reset' })).toBeHidden();
    expect((await saved())[0]).toMatchObject({ columns: wanted, is_compact: true });
  });

  await test.step('the width changes at the edge of a column, and can be reset with undo', async () => {
    const head = page.getByRole('columnheader', { name: 'Agent', exact: true });
    const widthOf = async () => (await head.boundingBox())?.width;
    const { x, y } = (await head.boundingBox()) ?? { x: 0, y: 0 };
    await page.mouse.move(x + 2, y + 15);
    await page.mouse.down();
    await page.mouse.move(x + 22, y + 15, { steps: 4 });
    await page.mouse.up();
    expect(await widthOf()).toBe(88);
    await page.mouse.dblclick(x + 22, y + 15);
    await expect.poll(widthOf).not.toBe(88);
    await page.getByRole('button', { name: 'Reset' }).press('Enter');
    await expect.poll(widthOf).toBe(108);
    await page.getByRole('button', { name: 'Undo' }).first().press('Enter');
    await expect(entry).toContainText('Changed');
    await page.getByRole('button', { name: 'Reset' }).press('Enter');
  });

  await test.step('opened from the sidebar', async () => {
    await chip.getByRole('button').first().press('Backspace');
    await expect(chip).toBeHidden();
    const kept = () =>
      page.evaluate(() => Object.entries(localStorage).find(([key]) => key.startsWith('earshot.review.'))?.[1]);
    const before = await kept();
    await entry.press('Enter');
    await expect(chip).toContainText('over 5:00');
    // The chip is shown before the page has followed, and stored what it opens with.
    await expect.poll(kept).not.toBe(before);
  });

  await test.step('all calls are one click away, by the entry above and by the place itself', async () => {
    for (const name of ['All calls', /^Review/]) {
      await entry.press('Enter');
      await expect(chip).toContainText('over 5:00');
      await sidebar.getByRole('link', { name }).click();
      await expect(chip).toBeHidden();
      await expect(page.getByRole('heading', { name: 'All calls' })).toBeVisible();
    }
    await expect(sidebar.getByRole('link', { name: 'All calls' })).toHaveAttribute('aria-current', 'true');
    await entry.press('Enter');
    await expect(chip).toContainText('over 5:00');
  });

  await test.step('a link to one call shows it among all calls, and the filters are kept for next time', async () => {
    const { calls } = await page.evaluate(async () => (await fetch('/api/v2/calls.json?limit=1')).json());
    await page.goto(`app://earshot/review?call=${calls[0].call_id}`);
    await expect(page.getByRole('heading', { name: 'All calls' })).toBeVisible();
    await expect(page.getByRole('complementary', { name: 'Call' })).toBeVisible();
    await page.goto('app://earshot/review');
    await expect(page.getByRole('heading', { name: 'Long calls' })).toBeVisible();
    await expect(chip).toContainText('over 5:00');
  });

  await test.step('Review opens with it', async () => {
    await page.getByRole('button', { name: 'Saved search' }).press('Enter');
    await menu.getByRole('switch', { name: 'Open Review with this search' }).press('Space');
    await page.keyboard.press('Escape');
    await page.goto('app://earshot/review');
    await expect(chip).toContainText('over 5:00');
    await expect.poll(heads).toContain('Caller’s number');
  });

  await test.step('shared and renamed, then deleted, which can be undone', async () => {
    await page.getByRole('button', { name: 'Saved search' }).press('Enter');
    await menu.getByLabel('Name').fill('Long calls today');
    await menu.getByRole('switch', { name: 'Share with all users' }).press('Space');
    await menu.getByRole('button', { name: 'Save', exact: true }).press('Enter');
    await expect(menu).toBeHidden();
    await expect(page.getByRole('heading', { name: 'Long calls today' })).toBeVisible();
    expect(await saved()).toMatchObject([{ name: 'Long calls today', is_shared: true }]);

    await page.getByRole('button', { name: 'Saved search' }).press('Enter');
    await refuseNext(page, 'DELETE', '/saved_searches/');
    await menu.getByRole('button', { name: 'Delete' }).press('Enter');
    await expect(page.getByText(wrong).last()).toBeVisible();
    await menu.getByRole('button', { name: 'Delete' }).press('Enter');
    await expect(page.getByRole('heading', { name: 'All calls' })).toBeVisible();
    await expect(entry).toBeHidden();
    await page.getByRole('button', { name: 'Undo' }).first().press('Enter');
    await expect(entry).toBeVisible();
    expect(await saved()).toMatchObject([{ name: 'Long calls today', is_shared: true }]);
    await page.goto('app://earshot/review');
    await expect(page.getByRole('heading', { name: 'Long calls today' })).toBeVisible();
  });
});
