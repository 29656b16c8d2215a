import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import keytar from 'keytar';
import { makeKit } from '../../electron/service/vault/recovery-kit';
import { holdRequests, releaseRequests } from './call-list';
import {
  type Earshot,
  expect,
  expectAccessible,
  lookAround,
  openReview,
  person,
  setTheme,
  setUp,
  signedIn,
  signIn,
  test,
} from './launch';
import { locked, lockScreen } from './locking';

const themes = ['light', 'dark'] as const;

test.use({ calls: null });

const keysInKeychain = async () => (await keytar.findCredentials('earshot')).map(({ account }) => account);
let keysOfOthers: string[] = [];
test.beforeEach(async () => {
  keysOfOthers = await keysInKeychain();
});

test('a recovery kit that was skipped at first is made from the user menu with the password, and saved', async ({
  earshot,
}) => {
  await setUp(earshot);
  await signedIn(earshot);
  const { page, dataFolder } = earshot;
  const file = join(dataFolder, 'kit.txt');
  const opener = page.getByRole('button', { name: new RegExp(`^${person.name}`) });
  await opener.click();
  await page.getByRole('menuitem', { name: 'Recovery kit…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Make a recovery kit?' });
  const password = dialog.getByLabel('Your password');
  await expect(password).toBeFocused();
  await page.keyboard.type('not my password');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('This is not your password')).toBeVisible();
  await expectAccessible(page);
  await password.fill(person.password);
  await dialog.getByRole('button', { name: 'Make recovery kit' }).click();

  const kept = page.getByRole('dialog', { name: 'Keep the recovery kit' });
  const words = kept.getByRole('region', { name: 'Recovery kit' }).getByRole('listitem').filter({ hasText: /^\d/ });
  await expect(words).toHaveCount(7);
  for (const theme of themes) {
    await setTheme(page, theme);
    await expectAccessible(page);
  }
  const close = kept.getByRole('button', { name: 'Close' });
  await expect(close).toHaveAttribute('aria-disabled', 'true');
  const save = kept.getByRole('button', { name: 'Save kit file…' });
  await answerSave(earshot, join(dataFolder, 'gone', 'kit.txt'));
  await save.click();
  await expect(kept.getByRole('alert')).toHaveText('The kit file could not be saved there. Choose another place.');
  await answerSave(earshot, file);
  await save.click();
  await expect(kept.getByText('Saved as kit.txt')).toBeVisible();
  await expect(kept.getByRole('alert')).toBeHidden();
  await kept.getByRole('textbox').first().fill('xylophones');
  await expect(kept.getByText('This is not word')).toHaveCount(1);
  await expect(kept.getByText('is not complete yet')).toHaveCount(0);
  for (const field of await kept.getByRole('textbox').all()) {
    const number = /\d+/.exec(await field.evaluate(labelOf))?.[0];
    await field.fill(((await words.nth(Number(number) - 1).textContent()) ?? '').replace(/^\d/, ''));
  }
  await expect(close).not.toHaveAttribute('aria-disabled');
  await page.keyboard.press('Enter');

  await expect(kept).toBeHidden();
  await expect(opener).toBeFocused();
  expect(readFileSync(file, 'utf8')).toContain('Earshot recovery kit');
});

test('a kit opens an archive whose key the keychain has lost, before sign-in, and the key is stored', async ({
  earshot,
  restart,
}) => {
  const kit = await archiveWithKit(earshot);
  await forgetKeys();
  const { page } = await restart();

  await expect(page.getByText('The master key is not in the keychain.')).toBeVisible();
  await page.getByRole('button', { name: 'Use recovery kit…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Open the calls with a recovery kit' });
  await expect(dialog.getByRole('button', { name: 'Choose the kit file…' })).toBeFocused();
  const open = dialog.getByRole('button', { name: 'Open the calls' });
  await open.click();
  await expect(dialog.getByText('Choose the kit file', { exact: true })).toBeVisible();
  await expect(dialog.getByText('Enter this word')).toHaveCount(7);

  await choose(page, 'not a kit');
  await expect(dialog.getByRole('alert')).toHaveText('This file is not a recovery kit');
  await expect(dialog.getByRole('button', { name: 'Choose the kit file…' })).toBeFocused();
  await choose(page, kit.file);
  await expect(dialog.getByRole('alert')).toBeHidden();
  await expect(dialog.getByText(`kit.txt, check digits ${kit.check.slice(0, 4)} ${kit.check.slice(4)}`)).toBeVisible();
  await paste(page, kit.words.map((word, at) => `${at + 1} ${word}`).join('\n'));
  await dialog.getByLabel('Word 3').fill('xylophone');
  await open.click();
  await expect(dialog.getByText('No kit uses this word')).toBeVisible();
  await expect(dialog.getByLabel('Word 3')).toBeFocused();
  for (const theme of themes) {
    await setTheme(page, theme);
    await expectAccessible(page);
  }

  await dialog.getByLabel('Word 3').fill(kit.words[2] === 'zoo' ? 'zone' : 'zoo');
  await open.click();
  await expect(dialog.getByText('The words do not fit this kit file')).toBeVisible();

  const foreign = await makeKit(randomBytes(32), 'elsewhere', '2026-11-20T14:32:08+00:00');
  await choose(page, foreign.file);
  await paste(page, foreign.words.join(' '));
  await open.click();
  await expect(dialog.getByText('This kit belongs to another archive')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Choose the kit file…' })).toBeFocused();

  await choose(page, kit.file);
  await paste(page, kit.words.join(' '));
  await open.click();
  await expect(page.getByText('Their key is in this computer’s keychain now.')).toBeVisible();
  await expect(page.getByText('The master key is not in the keychain.')).toBeHidden();
  await expect(page.getByLabel('Login')).toBeFocused();
  await signInAndPlay(page);

  const again = await restart();
  await expect(again.page.getByLabel('Login')).toBeVisible();
  await expect(again.page.getByText('keychain')).toBeHidden();
});

test('without a keychain a kit opens the archive after sign-in until Earshot is closed, and the window says so', async ({
  earshot,
  restart,
}) => {
  const kit = await archiveWithKit(earshot);
  const { page } = await restart({ DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent/bus' });
  await signIn(page);
  // The last page is sealed with the key that is not there.
  await openReview(page);
  await expect(page.getByRole('grid', { name: 'Calls' })).toBeVisible();
  await page.getByRole('button', { name: 'Use recovery kit…' }).click();
  await choose(page, kit.file);
  await paste(page, kit.words.join(' '));
  await page.keyboard.press('Enter');

  await expect(page.getByText('The calls can be played until Earshot is closed')).toBeVisible();
  await expect(page.getByRole('grid', { name: 'Calls' })).toBeFocused();
  await expectAccessible(page);
  await play(page);
});

test('the dialog of a kit survives the page and the keychain line that opened it, but not the session', async ({
  earshot,
  restart,
}) => {
  const kit = await archiveWithKit(earshot);
  await forgetKeys();
  const again = await restart();
  const { page } = again;
  const dialog = page.getByRole('dialog', { name: 'Open the calls with a recovery kit' });
  await expect(page.getByLabel('Login')).toBeVisible();
  await holdRequests(page, /sessions\.json/);
  await signIn(page);
  await page.getByRole('button', { name: 'Use recovery kit…' }).click();
  await choose(page, kit.file);

  await releaseRequests(page);
  await expect(page.locator('nav').first()).toBeVisible();
  await paste(page, kit.words.join(' '));
  await expect(dialog.getByLabel('Word 7')).toHaveValue(kit.words[6] ?? '');

  await lockScreen(again);
  await expect(locked(page)).toBeVisible();
  await expect(dialog).toBeHidden();
});

/** Sets the file for the window's next save dialogs. */
const answerSave = ({ app }: Earshot, filePath: string) =>
  app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = async () => ({ canceled: false, filePath });
  }, filePath);

const labelOf = (field: Element) => (field as HTMLInputElement).labels?.[0]?.textContent ?? '';

type Kit = { file: string; words: string[]; check: string };

/** An archive with sample calls, and a kit for it. */
async function archiveWithKit(earshot: Earshot): Promise<Kit> {
  await setUp(earshot);
  await signedIn(earshot);
  const { page } = earshot;
  await lookAround(page);
  return page.evaluate(async (password) => {
    const response = await fetch('/api/v2/recovery_kits.json', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ recovery_kit: { password } }),
    });
    return (await response.json()).recovery_kit;
  }, person.password);
}

/** Removes the keys of the test's archive from the keychain. */
async function forgetKeys(): Promise<void> {
  const own = (await keysInKeychain()).filter((account) => !keysOfOthers.includes(account));
  for (const account of own) await keytar.deletePassword('earshot', account);
}

async function choose(page: Page, text: string): Promise<void> {
  const file = { name: 'kit.txt', mimeType: 'text/plain', buffer: Buffer.from(text) };
  await page.getByRole('dialog').locator('input[type=file]').setInputFiles(file);
}

/** Pastes into the field of the first word, like from a note. */
async function paste(page: Page, text: string): Promise<void> {
  const first = page.getByRole('dialog').getByLabel('Word 1');
  await first.focus();
  await first.evaluate((field, said) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', said);
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

async function signInAndPlay(page: Page): Promise<void> {
  await signIn(page);
  await play(page);
}

async function play(page: Page): Promise<void> {
  await page.getByRole('row').filter({ hasText: 'Maria Lopez' }).first().dblclick();
  const player = page.getByRole('group', { name: 'Player' });
  await expect.poll(async () => (await player.allInnerTexts()).join()).toMatch(/\b\d+:(?!00)\d\d\s*\//);
}
