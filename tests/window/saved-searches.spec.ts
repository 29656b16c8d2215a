import { expect, look, setTheme, signedIn, test } from './launch';

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
  const saved = () =>
    page.evaluate(async () => (await (await fetch('/api/v2/saved_searches.json')).json()).saved_searches);

  await test.step('saved with its filters, as the API shows it', async () => {
    await page.getByRole('grid').waitFor();
    await page.keyboard.press('Control+b');
    await page.keyboard.press('Control+Shift+F');
    await page.keyboard.type('length');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('textbox', { name: 'Length' })).toBeFocused();
    await lengthOver('2:00');
    await page.getByRole('button', { name: 'Save this search' }).press('Enter');
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
      { name: 'Long calls', query: 'advanced_search=1&duration__greater_than=2%3A00', is_shared: false },
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
    await page.getByRole('button', { name: 'Save changes' }).press('Enter');
    await expect(page.getByRole('button', { name: 'Reset' })).toBeHidden();
    expect(await saved()).toMatchObject([{ query: 'advanced_search=1&duration__greater_than=5%3A00' }]);
  });

  await test.step('opened from the sidebar', async () => {
    await chip.getByRole('button').first().press('Backspace');
    await expect(chip).toBeHidden();
    await entry.press('Enter');
    await expect(chip).toContainText('over 5:00');
  });

  await test.step('shared and renamed, then deleted, which can be undone', async () => {
    await page.getByRole('button', { name: 'Saved search' }).press('Enter');
    await menu.getByLabel('Name').fill('Long calls today');
    await menu.getByRole('switch', { name: 'Share with everyone here' }).press('Space');
    await menu.getByRole('button', { name: 'Save' }).press('Enter');
    await expect(menu).toBeHidden();
    await expect(page.getByRole('heading', { name: 'Long calls today' })).toBeVisible();
    expect(await saved()).toMatchObject([{ name: 'Long calls today', is_shared: true }]);

    await page.getByRole('button', { name: 'Saved search' }).press('Enter');
    await menu.getByRole('button', { name: 'Delete' }).press('Enter');
    await expect(page.getByRole('heading', { name: 'All calls' })).toBeVisible();
    await expect(entry).toBeHidden();
    await page.getByRole('button', { name: 'Undo' }).press('Enter');
    await expect(entry).toBeVisible();
    expect(await saved()).toMatchObject([{ name: 'Long calls today', is_shared: true }]);
  });
});
