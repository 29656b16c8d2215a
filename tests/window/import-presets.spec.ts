import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { ask, expect, expectAccessible, look, signedIn, speak, test } from './launch';

const open = (page: Page) => page.goto('app://earshot/admin/import-presets');
const pattern = (page: Page, n: number) => page.getByRole('textbox', { name: `Pattern ${n}`, exact: true });

test('a preset is added with the keyboard, tried on names, and deleted; a built-in one is copied', async ({
  earshot,
}) => {
  await signedIn(earshot);
  const { page } = earshot;
  const { keyboard } = page;
  await open(page);
  await expect(page.getByRole('row').filter({ hasText: 'FreePBX' })).toContainText('Built in');
  await look(page, 'import-presets');
  await expectAccessible(page);

  await test.step('a wrong pattern is refused at its character', async () => {
    await page.getByRole('button', { name: 'Add preset' }).press('Enter');
    await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused();
    await keyboard.type('Reception');
    await pattern(page, 1).fill('{form}_{date}');
    await keyboard.press('Control+s');
    await expect(page.getByText('Character 1: “{form}” is not a placeholder. Did you mean “{from}”?')).toBeVisible();
  });

  await test.step('names show what a pattern gives, and what it does not', async () => {
    await pattern(page, 1).fill('{agent_id}_{date:YYMMDD}_{time:HHmm}_{from}_{to}<_{queue_name}>');
    const trial = page.getByRole('complementary', { name: 'Try it' });
    await trial
      .getByRole('textbox', { name: 'Names of recordings' })
      .fill('a18_260203_1112_03023125342_232_Front desk.wav\nmeeting room 3.wav');
    await expect(trial.getByRole('listitem').first()).toContainText('Queue, nameFront desk');
    await expect(trial.getByRole('listitem').last()).toContainText('Does not fit');
    await look(page, 'import-preset');
    await expectAccessible(page);
    await keyboard.press('Control+s');
    await expect(page.getByText('“Reception” was added')).toBeVisible();
    const { import_presets } = await ask(page, 'GET', '/api/v2/import_presets.json?search_term=reception');
    expect(import_presets[0]).toMatchObject({ name: 'Reception', internal_digits: 6, names: [{ direction: null }] });
  });

  await test.step('a built-in preset does not change, and its copy does', async () => {
    // It moves the others down.
    await expect(page.getByRole('row').filter({ hasText: 'Reception' })).toBeVisible();
    await page.getByRole('row').filter({ hasText: '3CX' }).click();
    await expect(page.getByText('A built-in preset does not change')).toBeVisible();
    await expect(pattern(page, 1)).toHaveAttribute('readonly');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Copy', exact: true }).press('Enter');
    await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Copy of 3CX');
    await pattern(page, 1).fill('{from}-{to}_{datetime}');
    await keyboard.press('Control+s');
    await expect(page.getByText('“Copy of 3CX” was saved')).toBeVisible();
  });

  await test.step('what is read from call details is changed, and a wrong path is named', async () => {
    await open(page);
    await page.getByRole('row').filter({ hasText: 'Reception' }).click();
    await page.getByRole('button', { name: 'Add a kind of file' }).press('Enter');
    const kind = page.getByRole('group', { name: 'Kind of file 1' });
    await kind.getByRole('button', { name: 'Kind of file 1' }).press('Enter');
    await page.getByRole('option', { name: 'JSON' }).press('Enter');
    await kind.getByRole('textbox', { name: 'Path 1' }).fill('when[');
    await kind.getByRole('button', { name: 'What column 1 becomes' }).press('Enter');
    await page.getByRole('option', { name: 'Started', exact: true }).press('Enter');
    await kind.getByRole('button', { name: 'How column 1 is written' }).press('Enter');
    await page.getByRole('option', { name: 'Unix time in ms' }).press('Enter');
    await keyboard.press('Control+s');
    await expect(kind).toContainText('This is no path');
    await kind.getByRole('textbox', { name: 'Path 1' }).fill('when.started');
    await look(page, 'import-preset-details');
    await expectAccessible(page);
    await keyboard.press('Control+s');
    await expect(page.getByText('“Reception” was saved')).toBeVisible();
    const { import_presets } = await ask(page, 'GET', '/api/v2/import_presets.json?search_term=reception');
    expect(import_presets[0].details).toEqual([
      {
        format: 'json',
        list: null,
        columns: null,
        has: [],
        mapping: [{ field: 'setup_time', from: 'when.started', form: 'unix_ms', values: null }],
      },
    ]);
  });

  await test.step('a preset is exported, and comes in from its file', async () => {
    const file = join(earshot.dataFolder, 'exported.json');
    await earshot.app.evaluate(({ dialog }, filePath) => {
      dialog.showSaveDialog = async () => ({ canceled: false, filePath });
    }, file);
    await page.getByRole('button', { name: 'Export…' }).press('Enter');
    await expect(page.getByText('Saved as exported.json')).toBeVisible();
    const exported = JSON.parse(readFileSync(file, 'utf8'));
    await open(page);
    const input = page.locator('input[type=file]');
    await input.setInputFiles(file);
    const refused = page.getByRole('alertdialog', { name: '“exported.json” was not imported' });
    await expect(refused).toContainText('NameIs already taken');
    await expectAccessible(page);
    await refused.getByRole('button', { name: 'Close' }).press('Enter');
    exported.import_preset.name = 'Branch';
    writeFileSync(join(earshot.dataFolder, 'branch.json'), JSON.stringify(exported));
    await input.setInputFiles(join(earshot.dataFolder, 'branch.json'));
    await expect(page.getByText('“branch.json” was added')).toBeVisible();
    await expect(page.getByRole('row').filter({ hasText: 'Branch' })).toContainText('Your own');
  });

  await test.step('a preset is deleted after a question', async () => {
    await open(page);
    await page.getByRole('row').filter({ hasText: 'Reception' }).click();
    await page.getByRole('button', { name: 'Delete…' }).press('Enter');
    const question = page.getByRole('alertdialog', { name: 'Delete “Reception”?' });
    await question.getByRole('button', { name: 'Delete preset' }).press('Enter');
    await expect(page.getByText('“Reception” was deleted')).toBeVisible();
    await speak(page, 'de');
    await page.reload();
    await page.getByRole('row').filter({ hasText: 'FreePBX' }).click();
    await look(page, 'import-preset-german');
  });
});
