import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { Page } from '@playwright/test';
import type { Call } from '@shared/contract/calls';
import { ask, type Earshot, expect, expectAccessible, look, signedIn, speak, test } from './launch';

const sound = resolve('tests/data/audio/question-ulaw-16k.wav');
const sources = mkdtempSync(join(tmpdir(), 'earshot-import-'));
test.afterAll(() => rmSync(sources, { recursive: true, force: true }));

function folderOf(names: string[], texts: Record<string, string> = {}): string {
  mkdirSync(sources, { recursive: true });
  const folder = mkdtempSync(join(sources, 'monitor-'));
  for (const name of names) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    copyFileSync(sound, join(folder, name));
  }
  for (const [name, text] of Object.entries(texts)) writeFileSync(join(folder, name), text);
  return folder;
}

/** Opens the page of a folder, from the first page. */
async function choose({ page, choose: choosing }: Earshot, folder: string) {
  await choosing([folder]);
  await page.getByRole('button', { name: 'Choose a folder…' }).click();
  return page.getByRole('main', { name: /^Import “/ });
}
const tasks = (page: Page) => page.getByRole('dialog', { name: 'Imports' });

test('a folder of FreePBX comes in with three presses, and every value can be seen before', async ({ earshot }) => {
  await signedIn(earshot);
  const { page } = earshot;
  await expect(page.getByRole('button', { name: 'Choose a folder…' })).toBeVisible();
  const names = Array.from(
    { length: 9 },
    (_, n) => `2026/02/03/in-20${n}-0302312530${n}-20260203-10111${n}-177011347${n}.7.wav`,
  );
  const import_page = await choose(earshot, folderOf([...names, 'CallRecord_20260203-101112_+493023125331.wav']));

  await expect(import_page).toContainText('9 of 10 names look like recordings of “FreePBX”');
  const calls = import_page.getByRole('table', { name: 'The first calls as they will become' });
  await expect(calls.getByRole('row')).toHaveCount(11);
  await expect(calls.getByRole('row').nth(1)).toContainText('03023125300');
  await expect(calls.getByRole('img', { name: 'Uncertain' })).not.toHaveCount(0);
  await look(page, 'import-page');
  await calls.getByRole('row').nth(1).focus();
  await page.keyboard.press('u');
  const pane = import_page.getByRole('complementary', { name: 'The selected call' });
  await expect(pane).toContainText('CallRecord_20260203-101112_+493023125331.wav');
  await expect(pane).toContainText('nothing says who called');
  await import_page.getByRole('button', { name: 'Import 10 calls' }).click();

  await expect(tasks(page)).toContainText('10 calls imported');
  await expect(page.getByRole('grid', { name: 'Calls' })).toBeVisible();
});

test('the zone of the phone system is asked for when the clock in the names tells another one', async ({ earshot }) => {
  await signedIn(earshot);
  const { page } = earshot;
  await expect(page.getByRole('button', { name: 'Choose a folder…' })).toBeVisible();
  // 09:11:12 UTC is 10:11:12 in Berlin in winter, and 12:11:12 in Dubai is 08:11:12 UTC.
  const names = ['in-201-030231-20260203-101112-1770109872.7.wav', 'in-202-030232-20260203-111112-1770113472.8.wav'];
  const import_page = await choose(earshot, folderOf(names));
  const question = import_page.getByRole('status', { name: 'Time zone of the phone system' });
  await expect(question).toContainText('do not fit the clock of the phone system');
  await look(page, 'import-page-zone');
  await expectAccessible(page);

  await question.getByRole('button', { name: 'Europe/Berlin' }).press('Enter');
  await expect(question).toHaveCount(0);
  await expect(import_page.getByRole('img', { name: 'Uncertain' })).toHaveCount(0);
});

const dated = 'Start,From,To\n02/03/2026 10:11:12,03023125507,234\n04/05/2026 10:11:12,235,03023125508\n';

test('a table whose dates could be of two days cannot be imported before the question is answered', async ({
  earshot,
}) => {
  await signedIn(earshot);
  const { page } = earshot;
  await page.setViewportSize({ width: 960, height: 600 });
  await expect(page.getByRole('button', { name: 'Choose a folder…' })).toBeVisible();
  const import_page = await choose(earshot, folderOf([], { 'calls.csv': dated }));
  const button = import_page.getByRole('button', { name: 'Import 2 calls' });
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(import_page.getByRole('button', { name: 'Day first' })).toBeFocused();
  await expect(import_page.getByRole('alert')).toContainText(
    'Nothing says how the dates in “Start” of calls.csv are written',
  );
  await look(page, 'import-page-question');

  await import_page.getByRole('button', { name: 'Day first' }).focus();
  await page.keyboard.press('Enter');
  const calls = import_page.getByRole('table');
  await expect(calls.getByRole('row').nth(1)).toContainText('2 Mar');
  await import_page.getByRole('button', { name: 'Change', exact: true }).click();
  await import_page.getByRole('button', { name: 'Month first' }).click();
  await expect(calls.getByRole('row').nth(1)).toContainText('3 Feb');
  await button.click();

  await expect(tasks(page)).toContainText('2 calls imported');
});

test('another preset shows other calls, and an import that asks is answered from the list of imports', async ({
  earshot,
}) => {
  await signedIn(earshot);
  const { page } = earshot;
  await expect(page.getByRole('button', { name: 'Choose a folder…' })).toBeVisible();
  const pattern = 'in-{from}-{to}-{date}-{time}-{id}';
  await ask(page, 'POST', '/api/v2/import_presets.json', {
    import_preset: { name: 'Turned round', is_active: false, names: [{ pattern }] },
  });
  const import_page = await choose(earshot, folderOf(['in-201-03023125301-20260203-101112-1770109870.7.wav']));
  const from = import_page.getByRole('table').getByRole('row').nth(1).locator('[data-column=from]');
  await expect(from).toContainText('03023125301');
  await import_page.getByRole('combobox', { name: 'How it was read' }).fill('Turned');
  await page.getByRole('option', { name: 'Turned round' }).click();
  await expect(from).toContainText('201');
  await expect(import_page).toContainText('Read by “Turned round”, as chosen');
  await import_page.getByRole('button', { name: 'Cancel' }).click();

  await earshot.choose([folderOf([], { 'calls.csv': dated })]);
  const source = await page.evaluate(async () => (await window.earshot.choose('folder'))?.handle);
  await ask(page, 'POST', '/api/v2/imports.json', { import: { source, metadata_only: true } });
  await page.reload();
  await page.getByRole('button', { name: 'Importing, 0 of 0' }).click();
  await expect(tasks(page)).toContainText('Nothing says how the dates in “Start” of calls.csv are written.');
  await expectAccessible(page);
  await tasks(page).getByRole('button', { name: 'Month first' }).click();

  await expect(tasks(page)).toContainText('2 calls imported');
});

test('a wrong column is put right, kept as a preset, and a watch folder reads by it', async ({ earshot }) => {
  await signedIn(earshot);
  const { page, choose: choosing } = earshot;
  await expect(page.getByRole('button', { name: 'Choose a folder…' })).toBeVisible();
  const rows = 'file,Start,Anschluss,Gegenstelle\none.wav,28/02/2026 10:11:12,234,03023125507\n';
  const import_page = await choose(earshot, folderOf(['one.wav'], { 'calls.csv': rows }));
  await expect(import_page).toContainText('2 columns are not read');
  await import_page.getByRole('button', { name: 'Change how it is read' }).press('Enter');
  const change = import_page.getByRole('region', { name: 'Change how it is read' });
  await expect(change.getByRole('tab', { name: 'Columns' })).toBeFocused();
  const columns = change.getByRole('list', { name: 'Columns of the call details' });
  const calls = import_page.getByRole('table', { name: 'The first calls as they will become' });
  const become = async (column: string, field: string) => {
    await columns.getByRole('button', { name: `What “${column}” becomes` }).press('Enter');
    await page.getByRole('option', { name: field, exact: true }).press('Enter');
  };
  await become('Anschluss', 'Called, number');
  await become('Gegenstelle', 'Caller, number');
  await expect(calls.getByRole('row').nth(1).locator('[data-column=from]')).toContainText('03023125507');
  await expect(calls.getByRole('row').nth(1).locator('[data-column=to]')).toContainText('234');
  await look(page, 'import-page-columns');
  await expectAccessible(page);

  await change.getByRole('button', { name: 'Keep as preset…' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Keep how this was read?' });
  await dialog.getByRole('button', { name: 'Keep preset' }).press('Enter');
  await expect(dialog).toContainText('Enter a name');
  await dialog.getByRole('textbox', { name: 'Name of the preset' }).fill('Our exchange');
  await expectAccessible(page);
  await dialog.getByRole('textbox', { name: 'Name of the preset' }).press('Enter');
  await expect(page.getByText('“Our exchange” was kept')).toBeVisible();
  await expect(import_page.getByRole('button', { name: /^Import / })).toBeFocused();
  await expect(import_page).toContainText('Read by “Our exchange”, as chosen');
  await expect(calls.getByRole('row').nth(1).locator('[data-column=from]')).toContainText('03023125507');
  await import_page.getByRole('button', { name: 'Cancel' }).click();

  await page.goto('app://earshot/admin/watch-folders/new');
  await choosing([folderOf(['two.wav'], { 'calls.csv': rows.replace('one.wav', 'two.wav') })]);
  await page.getByRole('button', { name: 'Choose a folder…' }).press('Enter');
  await page.getByRole('combobox', { name: 'How it is read' }).fill('Our');
  await page.getByRole('option', { name: 'Our exchange' }).click();
  await expect(page.getByRole('list', { name: 'The first calls' })).toContainText('03023125507 → 234');
  await page.keyboard.press('Control+s');
  const calledBy = async () =>
    (await ask(page, 'GET', '/api/v2/calls.json')).calls.map((call: Call) => call.from_number);
  await expect.poll(calledBy).toEqual(['03023125507']);
});

const change = (page: Page) => page.getByRole('region', { name: 'Change how it is read' });

test('a pattern is built from a name, followed key by key, and its calls come in as they were shown', async ({
  earshot,
}) => {
  await signedIn(earshot);
  const { page } = earshot;
  await expect(page.getByRole('button', { name: 'Choose a folder…' })).toBeVisible();
  const names = ['Front desk~03023125301~2026-02-03~10-11-12.wav', 'Front desk~03023125302~2026-02-03~10-12-12.wav'];
  const import_page = await choose(earshot, folderOf([...names, 'meeting.wav']));
  await import_page.getByRole('button', { name: 'Change how it is read' }).press('Enter');
  await expect(change(page).getByRole('tab', { name: 'Names' })).toBeFocused();
  await expect(change(page)).toContainText('Names that fit: 0 of 3');
  const example = change(page).getByRole('listitem').filter({ hasText: '03023125301' });
  await example.getByRole('button', { name: 'Build from this name' }).press('Enter');
  const pattern = change(page).getByRole('textbox', { name: 'Pattern 1' });
  await expect(pattern).toHaveValue('Front desk~03023125301~{date:YYYY-MM-DD}~{time:HH-mm-ss}');
  await expect(change(page)).toContainText('Names that fit: 1 of 3');

  await test.step('the selected part becomes a placeholder by a key, or by the menu', async () => {
    await pattern.evaluate((area: HTMLTextAreaElement) => {
      area.focus();
      area.setSelectionRange(11, 22);
    });
    await page.keyboard.type('{oth');
    const offers = page.getByRole('listbox', { name: 'Placeholders' });
    await expect(offers.getByRole('option')).toHaveText([/\{other\} Outside party/, /\{other_name\}/]);
    await look(page, 'import-page-placeholders');
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await expect(pattern).toHaveValue('Front desk~{other}~{date:YYYY-MM-DD}~{time:HH-mm-ss}');
    await expect(change(page)).toContainText('Names that fit: 2 of 3');
    await pattern.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(0, 10));
    await change(page).getByRole('button', { name: 'Placeholders' }).first().press('Enter');
    await page.getByRole('menuitem', { name: 'Queue, name' }).press('Enter');
    await expect(pattern).toHaveValue('{queue_name}~{other}~{date:YYYY-MM-DD}~{time:HH-mm-ss}');
    await expect(pattern).toBeFocused();
    await expect(change(page).getByRole('listitem').filter({ hasText: '03023125302' })).toContainText(
      'Queue, nameFront desk',
    );
    await look(page, 'import-page-names');
  });

  await test.step('a placeholder is passed and removed like one character, and Ctrl Z takes it back', async () => {
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Backspace');
    await expect(pattern).toHaveValue('~{other}~{date:YYYY-MM-DD}~{time:HH-mm-ss}');
    await page.keyboard.press('Control+z');
    await expect(pattern).toHaveValue('{queue_name}~{other}~{date:YYYY-MM-DD}~{time:HH-mm-ss}');
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.type('*');
    await expect(pattern).toHaveValue('{queue_name}~{other}~{date:YYYY-MM-DD}~*{time:HH-mm-ss}');
    await page.keyboard.press('Backspace');
  });

  await test.step('while a pattern is wrong, nothing can be imported', async () => {
    await page.keyboard.type('{form}');
    await expect(change(page)).toContainText('“{form}” is not a placeholder. Did you mean “{from}”?');
    const button = import_page.getByRole('button', { name: /^Import / });
    await expect(button).toHaveAttribute('aria-disabled', 'true');
    await expectAccessible(page);
    await page.keyboard.press('Backspace');
    await expect(button).not.toHaveAttribute('aria-disabled', 'true');
  });

  await test.step('leaving asks before the patterns are lost', async () => {
    await page.getByRole('link', { name: 'Live' }).click();
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
    await expect(question).toContainText('how “monitor-');
    await question.getByRole('button', { name: 'Keep editing' }).press('Enter');
    await expect(page.getByRole('link', { name: 'Live' })).toBeFocused();
  });

  await test.step('who called is said once for all, and can be taken back', async () => {
    await pattern.press('Escape');
    await expect(import_page.getByRole('button', { name: 'Change how it is read' })).toBeFocused();
    const calls = import_page.getByRole('table');
    await calls.getByRole('row').nth(1).focus();
    await import_page.getByRole('button', { name: 'All outbound' }).press('Enter');
    await expect(calls.getByRole('row').nth(1).locator('[data-column=to]')).toContainText('03023125301');
    await look(page, 'import-page-parts');
    await calls.getByRole('row').nth(1).focus();
    await page.keyboard.press('Control+z');
    await expect(calls.getByRole('row').nth(1).locator('[data-column=from]')).toContainText('03023125301');
    await import_page.getByRole('button', { name: 'Redo' }).press('Enter');
    await expect(calls.getByRole('row').nth(1).locator('[data-column=to]')).toContainText('03023125301');
  });

  await import_page.getByRole('button', { name: 'Import 3 calls' }).click();
  await expect(tasks(page)).toContainText('3 calls imported');
  const { calls } = await ask(page, 'GET', '/api/v2/calls.json?limit=10');
  expect(calls.map((call: Call) => [call.acd_name, call.to_number])).toContainEqual(['Front desk', '03023125301']);
});

test('a table that nothing knows is named, its start is said, and a word for a direction gets a meaning', async ({
  earshot,
}) => {
  await signedIn(earshot);
  const { page } = earshot;
  await expect(page.getByRole('button', { name: 'Choose a folder…' })).toBeVisible();
  const rows = 'Kiedy;Kto;Kierunek\n28.02.2026 10:11:12;03023125507;rein\n28.02.2026 10:12:12;03023125508;raus\n';
  const import_page = await choose(earshot, folderOf([], { 'rozmowy.csv': rows }));
  await expect(import_page).toContainText('“rozmowy.csv”: nothing says which column is the start');
  await import_page.getByRole('button', { name: 'Change how it is read' }).press('Enter');
  const become = async (column: string, field: string) => {
    await change(page)
      .getByRole('button', { name: `What “${column}” becomes` })
      .press('Enter');
    await page.getByRole('option', { name: field, exact: true }).press('Enter');
  };
  await become('Kiedy', 'Started');
  const calls = import_page.getByRole('table');
  await expect(calls.getByRole('row')).toHaveCount(3);
  await become('Kto', 'New field “Kto”');
  await become('Kierunek', 'Direction');
  await change(page).getByRole('tab', { name: 'Sides' }).click();
  for (const [word, meaning] of [
    ['rein', 'Inbound'],
    ['raus', 'Outbound'],
  ] as const) {
    await change(page).getByRole('button', { name: word }).press('Enter');
    const choices = page.getByRole('listbox', { name: word });
    await choices.getByRole('option', { name: meaning, exact: true }).press('Enter');
  }
  await expect(calls.getByRole('img', { name: 'Outbound' })).toHaveCount(1);
  await expect(calls.getByRole('img', { name: 'Inbound' })).toHaveCount(1);
  await expect(calls.getByRole('img', { name: 'Uncertain' })).toHaveCount(0);
  await change(page).getByRole('textbox', { name: 'Digits of an extension' }).fill('99');
  await expect(change(page)).toContainText('Enter a number from 2 to 10');
  await look(page, 'import-page-sides');
  await page.setViewportSize({ width: 960, height: 600 });
  await expectAccessible(page);
  await look(page, 'import-page-sides-small');
  await import_page.getByRole('button', { name: 'Import 2 calls' }).click();
  await expect(tasks(page)).toContainText('2 calls imported');
  const { calls: made } = await ask(page, 'GET', '/api/v2/calls.json?limit=10');
  expect(made.map((call: Call) => call.protocol_call_direction).toSorted()).toEqual([1, 2]);
  expect(made[0].custom_values ?? made[0].custom_fields).toBeDefined();
});

test('only the uncertain calls are shown, and all calls get a category', async ({ earshot }) => {
  await signedIn(earshot);
  const { page } = earshot;
  await expect(page.getByRole('button', { name: 'Choose a folder…' })).toBeVisible();
  await ask(page, 'POST', '/api/v2/categories.json', { category: { name: 'February' } });
  const sure = Array.from(
    { length: 25 },
    (_, n) => `in-2${n + 10}-030231253${n + 10}-20260203-1011${n + 10}-17701134${n + 10}.7.wav`,
  );
  const import_page = await choose(earshot, folderOf([...sure, 'z/CallRecord_20260203-101112_+493023125331.wav']));
  const calls = import_page.getByRole('table');
  await expect(calls.getByRole('row')).toHaveCount(21);
  await import_page.getByRole('button', { name: /uncertain value/ }).press('Enter');
  await expect(calls.getByRole('row').filter({ hasText: 'CallRecord' })).toHaveCount(1);
  await import_page.getByRole('combobox', { name: 'Add to categories' }).fill('Feb');
  await page.getByRole('option', { name: 'February' }).click();
  await expectAccessible(page);
  await look(page, 'import-page-uncertain');
  await import_page.getByRole('button', { name: 'Import 26 calls' }).click();
  await expect(tasks(page)).toContainText('26 calls imported');
  const { calls: made } = await ask(page, 'GET', '/api/v2/calls.json?limit=100');
  expect(made.every((call: Call) => call.categories.some(({ name }) => name === 'February'))).toBe(true);
});

test('ten names of ten thousand follow each key of a pattern, before the service has read them again', async ({
  earshot,
}) => {
  await signedIn(earshot);
  const { page } = earshot;
  await expect(page.getByRole('button', { name: 'Choose a folder…' })).toBeVisible();
  const folder = folderOf([]);
  for (let n = 0; n < 10_000; n += 1)
    writeFileSync(join(folder, `a18~0302${1_000_000 + n}~20260203101112~${n}.wav`), '');
  const import_page = await choose(earshot, folder);
  await import_page.getByRole('button', { name: 'Change how it is read' }).press('Enter');
  const examples = change(page).getByRole('list', { name: 'Names as the patterns read them' });
  await expect(examples.getByRole('listitem')).toHaveCount(10);
  await change(page).getByRole('textbox', { name: 'Pattern 1' }).fill('{agent_id}~{other}~{datetime}~{number}');
  await expect(change(page)).toContainText('Names that fit: 10,000 of 10,000');
  await change(page).getByRole('textbox', { name: 'Pattern 1' }).press('End');
  const took: number[] = [];
  for (const key of ['x', 'Backspace', 'x', 'Backspace', 'x', 'Backspace']) {
    const follows = page.evaluate(followed);
    await expect.poll(() => page.evaluate(() => document.body.dataset.listens)).toBe('yes');
    await page.keyboard.press(key);
    took.push(await follows);
    await expect(examples.getByRole('listitem').first()).toContainText(
      key === 'x' ? 'Does not fit' : 'Outside party03021000000',
    );
  }
  process.stdout.write(`import-page.spec.ts: ten names follow a key after ${took.map(Math.round).join(', ')} ms\n`);
});

test('each phone system says where its recordings are, and its folder is read by its preset', async ({ earshot }) => {
  await signedIn(earshot);
  const { page } = earshot;
  await page.getByRole('button', { name: 'Connect your phone system' }).press('Enter');
  const systems = page.getByRole('list', { name: 'Phone systems' });
  await expect(page.getByRole('main', { name: 'Connect your phone system' })).toContainText(
    '/var/spool/asterisk/monitor',
  );
  await systems.getByRole('button', { name: 'Yeastar' }).press('Enter');
  await expect(systems.getByRole('button', { name: 'Yeastar' })).toHaveAttribute('aria-current', 'true');
  await look(page, 'phone-systems');
  await expectAccessible(page);
  const name = '20260203101112-1770113472.7-201-03023125301-Outbound.wav';
  await earshot.choose([folderOf([name])]);
  await page.getByRole('button', { name: 'Choose the folder…' }).press('Enter');
  const import_page = page.getByRole('main', { name: /^Import “/ });
  await expect(import_page).toContainText('Read by “Yeastar”, as chosen');
  await expect(import_page.getByRole('combobox', { name: 'How it was read' })).toHaveValue(/^Yeastar/);
  await import_page.getByRole('button', { name: 'Cancel' }).press('Enter');

  await test.step('in German, in a small window, from the help', async () => {
    await speak(page, 'de');
    await page.reload();
    await page.setViewportSize({ width: 960, height: 600 });
    await page.goto('app://earshot/review');
    await expect(page.getByRole('region', { name: 'Aufnahmen hier ablegen' })).toBeVisible();
    await page.keyboard.press('F1');
    await page.getByRole('dialog').getByRole('button', { name: 'Telefonanlage anschließen' }).press('Enter');
    await page.getByRole('button', { name: 'Cisco Unified CM' }).press('Enter');
    await expect(page.getByRole('main', { name: 'Telefonanlage anschließen' })).toContainText('CDR Enabled Flag');
    await look(page, 'phone-systems-german');
    await expectAccessible(page);
  });
});

/** How long the next key takes until the names on the page have changed, in ms. */
function followed(): Promise<number> {
  return new Promise((resolve) => {
    const list = document.querySelector('ul[aria-label="Names as the patterns read them"]') as Node;
    const onKey = () => {
      const at = performance.now();
      document.body.dataset.listens = '';
      new MutationObserver((_, observer) => {
        observer.disconnect();
        requestAnimationFrame(() => resolve(performance.now() - at));
      }).observe(list, { childList: true, subtree: true, characterData: true });
    };
    window.addEventListener('keydown', onKey, { once: true, capture: true });
    document.body.dataset.listens = 'yes';
  });
}
