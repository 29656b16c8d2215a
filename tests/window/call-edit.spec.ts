import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { openConnection } from '../../electron/service/store/connection';
import { gridOf } from './call-list';
import { ask, expect, expectAccessible, look, setTheme, signedIn, test } from './launch';

test.use({ calls: 40 });

/** Whether the window asks before it closes, because something is not saved. */
const holdsWindow = (page: Page) =>
  page.evaluate(async () => {
    // What a part that has just gone has kept is settled after the next frame.
    for (const _ of [1, 2]) await new Promise(requestAnimationFrame);
    return !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  });

test('categories and custom values of a call are changed in its pane, with the keyboard', async ({ earshot }) => {
  const { page } = earshot;
  await page.setViewportSize({ width: 1280, height: 800 });
  await signedIn(earshot);
  const make = (custom_field: object) =>
    page.evaluate(async (field) => {
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify({ custom_field: field });
      return (await fetch('/api/v2/custom_fields.json', { method: 'POST', headers, body })).status;
    }, custom_field);
  const usual = { enable: true, editable: true };
  expect(
    await make({ ...usual, name: 'Score', type: 'integer', fieldset_integer_value_settings: { int_max: 10 } }),
  ).toBe(201);
  const options = [{ value: 'Billing', color: '#3a84ca' }, { value: 'Refund' }];
  expect(await make({ ...usual, name: 'Topic', type: 'option', fieldset_dropdown_value_settings: { options } })).toBe(
    201,
  );
  await page.reload();
  await expect(gridOf(page)).toBeVisible();
  const pane = page.getByRole('complementary', { name: 'Call' });
  const call = () =>
    page.evaluate(async () => {
      const id = new URLSearchParams(window.location.search).get('call');
      return (await (await fetch(`/api/v2/calls/${id}.json`)).json()).call;
    });

  await expectAccessible(page);
  await test.step('a value is refused at its field, and stored once it is right', async () => {
    await pane.getByRole('button', { name: /^Score:/ }).press('Enter');
    const editor = page.getByRole('dialog', { name: 'Score' });
    await page.keyboard.type('11');
    await page.keyboard.press('Enter');
    await expect(editor).toContainText(/10/);
    await expect(editor.getByRole('textbox')).toHaveAttribute('aria-invalid', 'true');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Enter');
    await expect(editor).toBeHidden();
    await expect(pane.getByRole('button', { name: /^Score: 1\b/ })).toBeFocused();
    expect((await call()).custom_fields).toContainEqual(expect.objectContaining({ name: 'Score', value: '1' }));
  });

  await test.step('an option is chosen, with its colour', async () => {
    await pane.getByRole('button', { name: /^Topic:/ }).press('Enter');
    await expect(page.getByRole('combobox', { name: 'Topic' })).toBeFocused();
    await page.keyboard.type('Bix');
    await expect(page.getByText('Nothing matches')).toBeVisible();
    await page.keyboard.press('Backspace');
    await expect(page.getByRole('option')).toHaveCount(1);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('combobox', { name: 'Topic' })).toHaveValue('Billing');
    await page.getByRole('dialog', { name: 'Topic' }).getByRole('button', { name: 'Save' }).press('Enter');
    await expect(pane.getByRole('button', { name: /^Topic: Billing/ })).toBeVisible();
  });

  await test.step('Enter saves a date, and Ctrl+Enter a text of several lines', async () => {
    expect(await make({ ...usual, name: 'Callback', type: 'date' })).toBe(201);
    expect(await make({ ...usual, name: 'Summary', type: 'string', display_as: 'multiline' })).toBe(201);
    await page.reload();
    await pane.getByRole('button', { name: /^Callback:/ }).press('Enter');
    await page.keyboard.type('16112026');
    await page.keyboard.press('Enter');
    await expect(pane.getByRole('button', { name: /^Callback: .*16 Nov/ })).toBeFocused();
    await pane.getByRole('button', { name: /^Summary:/ }).press('Enter');
    await page.keyboard.type('First');
    await page.keyboard.press('Enter');
    await page.keyboard.type('second');
    await page.keyboard.press('Control+Enter');
    await expect(pane.getByRole('button', { name: /^Summary: First/ })).toBeFocused();
    const { custom_fields } = await call();
    const stored = (wanted: string) => custom_fields.find(({ name }: { name: string }) => name === wanted)?.value;
    expect([stored('Callback'), stored('Summary')]).toEqual(['2026-11-16', 'First\nsecond']);
  });

  await test.step('a category is added and removed, and the row follows', async () => {
    const before = (await call()).categories.map(({ name }: { name: string }) => name);
    const [fresh = ''] = ['Training', 'Refund', 'Escalated'].filter((name) => !before.includes(name));
    const row = gridOf(page).getByRole('row', { selected: true });
    await pane.getByRole('button', { name: 'Choose categories' }).press('Enter');
    await page.keyboard.type(fresh);
    const option = page.getByRole('option', { name: fresh });
    await expect(page.getByRole('option')).toHaveCount(1);
    await page.keyboard.press('Enter');
    await expect(option).toHaveAttribute('aria-selected', 'true');
    await look(page, 'call-categories');
    await setTheme(page, 'light');
    await expect(row).toContainText(before.length === 0 ? fresh : `+${before.length}`);
    await option.press('Space');
    await expect(option).toHaveAttribute('aria-selected', 'false');
    expect((await call()).categories).toHaveLength(before.length);
  });

  await test.step('the history names the fields that were changed', async () => {
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await pane.getByRole('tab', { name: 'History' }).press('Enter');
    const entries = pane.getByRole('tabpanel', { name: 'History' }).getByRole('listitem');
    await expect(entries.filter({ hasText: 'Topic: – → Billing' })).toHaveCount(1);
    await expect(entries.filter({ hasText: /^.*Categories: .* → / })).toHaveCount(2);
    await pane.getByRole('tab').first().press('Enter');
  });

  await test.step('a note is added, edited in place, exported, and deleted with undo', async () => {
    await pane.getByRole('button', { name: 'Add a note' }).press('Enter');
    const form = page.getByRole('dialog', { name: 'Add a note' });
    await expect(form.getByRole('textbox')).toBeFocused();
    await form.getByRole('button', { name: 'Save note' }).press('Enter');
    await expect(form.getByRole('textbox')).toHaveAttribute('aria-invalid', 'true');
    await page.keyboard.type('Ask about the meter.');
    await page.keyboard.press('Escape');
    await expect(form).toBeHidden();
    await page.getByRole('link', { name: 'Live' }).press('Enter');
    await page.getByRole('link', { name: 'Review' }).press('Enter');
    await pane.getByRole('button', { name: 'Add a note' }).press('Enter');
    await expect(form.getByRole('textbox')).toHaveValue('Ask about the meter.');
    await form.getByRole('button', { name: 'Save note' }).press('Enter');
    await expect(form).toBeHidden();
    await pane.getByRole('tab', { name: /^Notes/ }).press('Enter');
    const note = pane.getByRole('listitem').filter({ hasText: 'Ask about the meter.' });
    await expect(note).toContainText('Marta Okafor');
    await note.getByRole('button', { name: 'Edit note' }).press('Enter');
    await expect(note.getByRole('textbox', { name: 'Note' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(note.getByRole('button', { name: 'Edit note' })).toBeFocused();
    await page.keyboard.press('Enter');
    const text = note.getByRole('textbox', { name: 'Note' });
    const question = page.getByRole('alertdialog', { name: 'Discard the change to this note?' });
    await text.fill('Ask about the meter. No.');
    await page.keyboard.press('Escape');
    await expect(question.getByRole('button', { name: 'Keep editing' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(question).toBeHidden();
    await expect(text).toBeFocused();
    await expect(text).toHaveValue('Ask about the meter. No.');
    await page.keyboard.press('Escape');
    await question.getByRole('button', { name: 'Discard change' }).press('Enter');
    await expect(text).toBeHidden();
    await expect(note).not.toContainText('No.');
    await expect(note.getByRole('button', { name: 'Edit note' })).toBeFocused();
    await page.keyboard.press('Enter');
    await text.fill('Ask about the meter. Twice.');
    const sent: string[] = [];
    page.on('request', (request) => request.method() === 'PUT' && sent.push(request.url()));
    // Two at once, before the window renders.
    await text.evaluate((field) => {
      const key = { key: 'Enter', ctrlKey: true, bubbles: true, cancelable: true };
      for (const _ of [1, 2]) field.dispatchEvent(new KeyboardEvent('keydown', key));
    });
    await expect(note).toContainText('Ask about the meter. Twice.');
    expect(sent).toHaveLength(1);
    await earshot.app.evaluate(
      ({ dialog }, filePath) => {
        dialog.showSaveDialog = async () => ({ canceled: false, filePath });
      },
      join(earshot.dataFolder, 'notes.csv'),
    );
    await pane.getByRole('button', { name: 'Export notes' }).press('Enter');
    await page.getByRole('menuitem', { name: 'As CSV…' }).press('Enter');
    await expect(page.getByText('Saved as notes.csv')).toBeVisible();
    expect(readFileSync(join(earshot.dataFolder, 'notes.csv'), 'utf8')).toContain('Ask about the meter. Twice.');
    // A change that is under way is gone with its note, and does not hold the window.
    await note.getByRole('button', { name: 'Edit note' }).press('Enter');
    await text.fill('Ask about the meter. Never.');
    await note.getByRole('button', { name: 'Delete note' }).press('Enter');
    await expect(note).toBeHidden();
    expect(await holdsWindow(page)).toBe(false);
    await page.getByRole('button', { name: 'Undo' }).press('Enter');
    await expect(note).toBeVisible();
  });

  await test.step('the change of a note is kept while another call is shown, and signing out asks', async () => {
    const note = pane.getByRole('listitem').filter({ hasText: 'Ask about the meter.' });
    const text = note.getByRole('textbox', { name: 'Note' });
    const shown = page.getByRole('row', { selected: true });
    const first = (await shown.getAttribute('aria-rowindex')) ?? '';
    await note.getByRole('button', { name: 'Edit note' }).press('Enter');
    await text.fill('Ask about the meter. Again.');
    await holdAddress(page);
    await gridOf(page).focus();
    await page.keyboard.press('ArrowDown');
    await expect(shown).not.toHaveAttribute('aria-rowindex', first);
    await expect(text).toBeHidden();
    await page.getByRole('button', { name: 'Marta Okafor' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Sign out' }).press('Enter');
    const question = page.getByRole('alertdialog', { name: 'Sign out without saving?' });
    await expect(question).toContainText(/Not saved yet: \u2068?Note \(\u2068[^\u2069]+\u2069, .+\)\u2069?\./);
    await page.keyboard.press('Enter');
    await expect(question).toBeHidden();
    await expect(shown).toHaveAttribute('aria-rowindex', first);
    await expect(text).toHaveValue('Ask about the meter. Again.');
    await page.evaluate(() => (window as unknown as { release(): void }).release());
    await text.press('Escape');
    await page.getByRole('button', { name: 'Discard change' }).press('Enter');
    await expect(text).toBeHidden();
  });

  await test.step('N in the player adds a note to the call that is played, and names it', async () => {
    const deck = page.getByRole('group', { name: 'Player' });
    const form = page.getByRole('dialog', { name: 'Add a note' });
    const note = pane.getByRole('listitem').filter({ hasText: 'On the one that plays.' });
    await gridOf(page).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowDown');
    await deck.focus();
    await page.keyboard.press('n');
    await expect(form).toContainText('On the call in the player:');
    await page.keyboard.type('On the one that plays.');
    await page.keyboard.press('Control+Enter');
    await expect(form).toBeHidden();
    await expect(note).toBeHidden();
    await gridOf(page).focus();
    await page.keyboard.press('ArrowUp');
    await expect(note).toBeVisible();
  });

  await test.step('a legal hold is placed and lifted, and the pane shows it at once', async () => {
    await pane.getByRole('tab', { name: 'Details' }).press('Enter');
    const more = pane.getByRole('button', { name: 'More' });
    const held = pane.locator('dt', { hasText: 'Legal hold' }).locator('+ dd');
    const place = page.getByRole('menuitem', { name: 'Place a legal hold' });
    await more.press('Enter');
    await expect(place).toBeVisible();
    await look(page, 'call-more');
    await setTheme(page, 'light');
    await place.press('Enter');
    await expect(page.getByText('Legal hold placed: this call cannot be removed')).toBeVisible();
    await expect(held).toHaveText('Yes');
    await expect(more).toBeFocused();
    expect((await call()).legal_hold).toBe(true);
    await more.press('Enter');
    await page.getByRole('menuitem', { name: 'Lift the legal hold' }).press('Enter');
    await expect(page.getByText('Legal hold lifted')).toBeVisible();
    await expect(held).toHaveText('–');
    expect((await call()).legal_hold).toBe(false);
  });

  await test.step('without the right, the menu says so', async () => {
    const db = openConnection(join(earshot.dataFolder, 'earshot.db'));
    db.transaction(() => db.exec(`UPDATE roles SET permissions = replace(permissions, '"delete",', '')`));
    db.close();
    await page.reload();
    await pane.getByRole('button', { name: 'More' }).press('Enter');
    const place = page.getByRole('menuitem', { name: 'Place a legal hold' });
    await expect(place).toHaveAttribute('aria-disabled', 'true');
    await expect(place).toContainText(
      'Your role cannot place or lift a legal hold. Ask an administrator for the “Delete” right on calls.',
    );
    await page.keyboard.press('End');
    await expect(page.getByRole('menuitem', { name: 'Remove this call' })).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await expect(place).toBeFocused();
    await look(page, 'call-more-unavailable');
    await page.keyboard.press('Enter');
    await expect(place).toBeVisible();
    expect((await call()).legal_hold).toBe(false);
  });
});

test('many empty fields are folded below those with a value', async ({ earshot }) => {
  const { page } = earshot;
  await signedIn(earshot);
  for (let n = 1; n <= 12; n++) {
    const custom_field = { name: `Extra ${n}`, type: 'string', enable: true, editable: true, position: n };
    await ask(page, 'POST', '/api/v2/custom_fields.json', { custom_field });
  }
  await page.reload();
  await expect(gridOf(page)).toBeVisible();
  const pane = page.getByRole('complementary', { name: 'Call' });
  const fold = pane.getByRole('button', { name: /^\d+ empty fields$/ });
  const extra = pane.getByRole('button', { name: /^Extra 7:/ });
  await expect(fold).toHaveAttribute('aria-expanded', 'false');
  await expect(extra).toBeHidden();
  await look(page, 'call-empty-fields');
  await fold.press('Enter');
  await expect(fold).toHaveAttribute('aria-expanded', 'true');
  await expect(fold).toBeFocused();

  await test.step('a value that is set keeps its place and the focus', async () => {
    await extra.press('Enter');
    await page.keyboard.type('Blue');
    await page.keyboard.press('Enter');
    await expect(pane.getByRole('button', { name: /^Extra 7: Blue/ })).toBeFocused();
  });

  await test.step('what was opened stays open, with the values first', async () => {
    const number = await page.getByRole('row', { selected: true }).getAttribute('aria-rowindex');
    await gridOf(page).focus();
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('row', { selected: true })).not.toHaveAttribute('aria-rowindex', number ?? '');
    await expect(extra).toContainText('Add');
    await expect(fold).toHaveAttribute('aria-expanded', 'true');
    await page.keyboard.press('ArrowUp');
    await expect(pane.getByRole('button', { name: /^Extra 7: Blue/ })).toBeVisible();
    await fold.press('Enter');
    await expect(pane.getByRole('button', { name: /^Extra 7: Blue/ })).toBeVisible();
    await expect(pane.getByRole('button', { name: /^Extra 8:/ })).toBeHidden();
  });
});

/** As on a busy computer: the call that is selected next is not yet written in the address, until `release`. */
const holdAddress = (page: Page) =>
  page.evaluate(() => {
    const { setTimeout } = window;
    const restMs = 250;
    const held: (() => void)[] = [];
    const hold = (run: () => void, ms?: number) => {
      if (ms !== restMs) return setTimeout(run, ms);
      held.push(run);
      return 0;
    };
    const release = () => {
      window.setTimeout = setTimeout;
      for (const run of held) run();
    };
    Object.assign(window, { setTimeout: hold, release });
  });
