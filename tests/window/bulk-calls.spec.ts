import type { Locator } from '@playwright/test';
import { idIn } from '../support/id-in';
import { ask, expect, look, setTheme, signedIn, test } from './launch';

test.use({ calls: 250 });

test('several calls are chosen by mouse and keyboard, changed, exported, and removed with undo', async ({
  earshot,
}, testInfo) => {
  const { app, page } = earshot;
  await page.setViewportSize({ width: 1280, height: 800 });
  await signedIn(earshot);
  const list = page.getByRole('grid', { name: 'Calls' });
  const bar = page.getByRole('region', { name: 'Selected' });
  const rows = (chosen: boolean) => list.locator(`[data-row][aria-selected=${chosen}]`);
  const row = (at: number) => list.locator(`[data-row="${at}"]`);
  const callIn = async (at: number) => (await ask(page, 'GET', `/api/v2/calls.json?limit=1&start=${at}`)).calls[0];
  await row(0).waitFor();

  await test.step('by mouse: Ctrl adds, Shift extends, the tick takes away', async () => {
    await row(1).click({ modifiers: ['ControlOrMeta'] });
    await expect(bar).toContainText('1 selected');
    await row(4).click({ modifiers: ['Shift'] });
    await expect(bar).toContainText('4 selected');
    await row(2).locator('[data-tick]').click();
    await expect(bar).toContainText('3 selected');
    await look(page, 'bulk-calls');
    await setTheme(page, 'light');
  });

  await test.step('the bar is one line, with its box below those of the rows; what has no space is behind "…"', async () => {
    const leftOf = (tick: Locator) => tick.evaluate((box) => box.getBoundingClientRect().left);
    expect((await bar.boundingBox())?.height).toBe(52);
    expect(await leftOf(bar.locator('[data-on]'))).toBe(await leftOf(row(2).locator('[data-tick] > span')));
    const remove = bar.getByRole('button', { name: 'Remove' });
    await expect(remove).toBeHidden();
    await bar.getByRole('button', { name: 'More actions' }).press('Enter');
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Remove' })).toBeVisible();
    await look(page, 'bulk-calls-more');
    await setTheme(page, 'light');
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 1600, height: 800 });
    await expect(remove).toBeVisible();
  });

  await test.step('by keyboard: Esc, Ctrl Space, Shift and arrows, Ctrl A', async () => {
    await list.focus();
    await page.keyboard.press('Escape');
    await expect(bar).toBeHidden();
    await page.keyboard.press('Home');
    await page.keyboard.press('Control+Space');
    await expect(bar).toContainText('1 selected');
    await page.keyboard.press('Control+a');
    await expect(bar).toContainText('250 selected');
    await page.keyboard.press('Escape');
    await expect(bar).toBeHidden();
    await page.keyboard.press('Home');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    await expect(bar).toContainText('3 selected');
    await expect(rows(true)).toHaveCount(3);
  });

  const before: string[][] = [];
  await test.step('put into a category, as the API shows it', async () => {
    for (const at of [0, 1, 2]) before.push((await callIn(at)).categories.map(({ name }: { name: string }) => name));
    await bar.getByRole('button', { name: 'Categories' }).press('Enter');
    await page.keyboard.type('escal');
    await page.getByRole('dialog').getByRole('checkbox', { name: 'Escalated' }).press('Space');
    await page.getByRole('button', { name: 'Change 3 calls' }).press('Enter');
    await expect(page.getByText('3 calls changed')).toBeVisible();
    for (const at of [0, 1, 2]) {
      expect((await callIn(at)).categories.map(({ name }: { name: string }) => name)).toContain('Escalated');
    }
    await expect(row(0).locator('[data-column=categories]')).toContainText('Escalated');
  });

  await test.step('taken back, also where someone has added another category since', async () => {
    const namesOf = async (at: number) => (await callIn(at)).categories.map(({ name }: { name: string }) => name);
    const added = await ask(page, 'POST', '/api/v2/categories.json', { category: { name: 'Added since' } });
    const { call_id } = await callIn(1);
    await ask(page, 'POST', `/api/v2/calls/${call_id}.json/categories/${idIn(added.url)}.json`);
    await page.getByRole('button', { name: /^Undo/ }).click();
    await expect(page.getByText('3 calls are as they were')).toBeVisible();
    before[1]?.unshift('Added since');
    for (const at of [0, 1, 2]) expect(await namesOf(at)).toEqual(before[at]);
  });

  await test.step('a field is set; a value that is refused is said at its field', async () => {
    const custom_field = { name: 'Score', type: 'integer', editable: true };
    await ask(page, 'POST', '/api/v2/custom_fields.json', { custom_field });
    await page.reload();
    await row(0).click({ modifiers: ['ControlOrMeta'] });
    await row(1).click({ modifiers: ['Shift'] });
    await bar.getByRole('button', { name: 'Set a field' }).press('Enter');
    await page.getByRole('combobox', { name: 'Field' }).fill('Score');
    await page.getByRole('option', { name: 'Score' }).click();
    const value = page.getByRole('dialog').getByRole('textbox', { name: 'Score' });
    await value.fill('many');
    await value.press('Enter');
    await expect(page.getByRole('dialog')).toContainText('Enter a whole number.');
    await value.fill('7');
    await value.press('Enter');
    await expect(page.getByText('2 calls changed')).toBeVisible();
    const { custom_fields } = await callIn(1);
    expect(custom_fields).toContainEqual(expect.objectContaining({ name: 'Score', value: '7' }));
  });

  await test.step('taken back by its key, except where someone has set another value since', async () => {
    const { call_id } = await callIn(1);
    const call = { custom_fields: [{ name: 'Score', value: '8' }] };
    await ask(page, 'PUT', `/api/v2/calls/${call_id}.json`, { call });
    // While it closes, the key still belongs to its field.
    await expect(page.getByRole('dialog')).toBeHidden();
    await page.keyboard.press('Control+z');
    await expect(
      page.getByText('1 call is as it was. 1 call was changed by someone else since, and stays.'),
    ).toBeVisible();
    const scoreIn = async (at: number) =>
      (await callIn(at)).custom_fields.find(({ name }: { name: string }) => name === 'Score')?.value ?? '';
    expect([await scoreIn(0), await scoreIn(1)]).toEqual(['', '8']);
  });

  await test.step('exported with the columns of the list', async () => {
    await app.evaluate(({ dialog }, filePath) => {
      dialog.showSaveDialog = async () => ({ canceled: false, filePath });
    }, testInfo.outputPath('calls.csv'));
    await bar.getByRole('button', { name: 'Export…' }).press('Enter');
    await expect(page.getByText(/^Saved as/)).toBeVisible();
  });

  await test.step('removed, except for one under legal hold, which is named; then restored', async () => {
    const held = await callIn(1);
    await ask(page, 'PUT', `/api/v2/calls/${held.call_id}.json/legal_hold.json`, { call: { legal_hold: true } });
    await bar.getByRole('button', { name: 'Remove' }).press('Enter');
    // First, because the message goes by itself.
    await expect(page.getByText('1 call removed, and kept under “Removed calls” for 30 days')).toBeVisible();
    const dialog = page.getByRole('alertdialog', { name: 'Not everything was changed' });
    await expect(dialog).toContainText('1 stays as it was');
    await expect(dialog).toContainText('legal hold');
    await page.keyboard.press('Enter');
    await expect(list).toHaveAttribute('aria-rowcount', '250');
    await expect(bar).toContainText('1 selected');
    await page.keyboard.press('Control+z');
    await expect(page.getByText('1 call restored')).toBeVisible();
    await expect(list).toHaveAttribute('aria-rowcount', '251');
  });

  await test.step('another search chooses no calls, and returning from it does not choose them again', async () => {
    await expect(bar).toContainText('1 selected');
    await page.getByRole('searchbox').fill('Quayside');
    await expect(list).not.toHaveAttribute('aria-rowcount', '251');
    await expect(bar).toBeHidden();
    await page.getByRole('searchbox').press('Escape');
    await expect(list).toHaveAttribute('aria-rowcount', '251');
    await expect(bar).toBeHidden();
  });

  await test.step('the message with Undo is reached by keyboard too, and Undo outside of a field changes no field', async () => {
    await list.locator('[data-row="3"]').click();
    await page.keyboard.press('Control+z');
    await expect(page.getByRole('searchbox')).toHaveValue('');
    await page.keyboard.press('Shift+Space');
    await bar.getByRole('button', { name: 'Remove' }).press('Enter');
    await expect(list).toHaveAttribute('aria-rowcount', '250');
    const undo = page.getByRole('button', { name: 'Undo' });
    await expect(undo).toBeVisible();
    const isReached = () => undo.evaluate((one) => one === document.activeElement);
    for (let panes = 0; panes < 10 && !(await isReached()); panes += 1) await page.keyboard.press('F6');
    await expect(undo).toBeFocused();
    await page.keyboard.press('Control+z');
    await expect(list).toHaveAttribute('aria-rowcount', '251');
  });
});
