import { execFileSync } from 'node:child_process';
import type { Page } from '@playwright/test';
import type { EncryptKey } from '@shared/contract/encrypt-keys';
import { ask, expect, look, lookAround, person, signedIn, signIn, speak, test } from './launch';
import { anotherPerson } from './people';
import { expectOff } from './player';

const nameOf = (page: Page) => page.getByRole('textbox', { name: 'Name', exact: true });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

test('keys are generated, refused at their fields, granted, exported, used for older recordings and deleted', async ({
  earshot,
}) => {
  await signedIn(earshot);
  const { app, page } = earshot;
  const { keyboard } = page;
  await page.goto('app://earshot/admin/keys');

  await test.step('the overview shows the key of the first run', async () => {
    await expect(page.getByRole('region', { name: 'First key' })).toContainText('Active');
    await look(page, 'encrypt-keys');
  });

  await test.step('with the keyboard only, a taken name is refused at its field, and another one is generated', async () => {
    await button(page, 'Generate key').press('Enter');
    await expect(nameOf(page)).toBeFocused();
    await keyboard.type('first key');
    await page.getByRole('radio', { name: 'Passwords of users' }).press('Space');
    await page.getByRole('radio', { name: '2048 bit' }).press('Space');
    await keyboard.press('Control+s');
    await expect(page.getByText('This name is already in use')).toBeVisible();
    await expect(nameOf(page)).toBeFocused();
    await look(page, 'encrypt-key-new');
    await nameOf(page).fill('Board calls');
    await keyboard.press('Control+s');
    await expect(page.getByRole('region', { name: 'Board calls' })).toContainText('One user can play');
    await expect(page.getByRole('region', { name: 'Board calls' })).toContainText('2048 bit');
  });

  await test.step('its page names who may use it, and curl sees what is saved', async () => {
    await page.getByRole('link', { name: 'Board calls' }).press('Enter');
    await expect(page.getByRole('listitem').filter({ hasText: person.name })).toBeVisible();
    await page.getByRole('switch', { name: 'Encrypts new recordings' }).press('Space');
    await keyboard.press('Control+s');
    await expect(page.getByText('“Board calls” was saved')).toBeVisible();
    const { encrypt_keys } = (await ask(page, 'GET', '/api/v2/encrypt_keys.json')) as { encrypt_keys: EncryptKey[] };
    expect(encrypt_keys.map(({ name, is_active }) => [name, is_active])).toEqual([
      ['Board calls', false],
      ['First key', true],
    ]);
    await button(page, 'Encrypt older recordings with this key').press('Enter');
    await expect(page.getByText(/^Done. Recordings: \d+\./)).toBeVisible();
    await look(page, 'encrypt-key');
  });

  await test.step('the private half is exported under a passphrase, after the own password', async () => {
    await button(page, 'Export…').press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Export the private key of “Board calls”?' });
    await expect(dialog.getByLabel('Your password')).toBeFocused();
    await keyboard.type(person.password);
    await dialog.getByLabel('Passphrase for the exported key').fill('short');
    await keyboard.press('Enter');
    await expect(dialog.getByText('Use at least 15 characters')).toBeVisible();
    await dialog.getByLabel('Passphrase for the exported key').fill('lantern orchard seventeen');
    await look(page, 'encrypt-key-export');
    await keyboard.press('Enter');
    await expect(dialog.getByLabel('Private key')).toHaveValue(/^-----BEGIN ENCRYPTED PRIVATE KEY/);
    const file = test.info().outputPath('key.pem');
    await app.evaluate(({ dialog: system }, filePath) => {
      system.showSaveDialog = async () => ({ canceled: false, filePath });
    }, file);
    await expect(dialog.getByRole('button', { name: 'Save key…' })).toBeFocused();
    await keyboard.press('Enter');
    await expect(page.getByText('Saved as key.pem')).toBeVisible();
    execFileSync('openssl', ['pkey', '-in', file, '-passin', 'pass:lantern orchard seventeen', '-noout']);
    await keyboard.press('Escape');
    await expect(button(page, 'Export…')).toBeFocused();
  });

  await test.step('the overview says who may use a key, and replaces the master key', async () => {
    await page.goto('app://earshot/admin/keys');
    const row = page.getByRole('row').filter({ hasText: 'Board calls' });
    await expect(row).toContainText(person.name);
    await expect(row.getByRole('link', { name: 'Grant… Board calls' })).toBeVisible();
    await button(page, 'More actions for “Board calls”').press('Enter');
    await page.getByRole('menuitem', { name: 'Export private key…' }).press('Enter');
    const question = page.getByRole('dialog', { name: 'Export the private key of “Board calls”?' });
    await expect(question.getByLabel('Your password')).toBeFocused();
    await keyboard.press('Escape');
    await expect(question).toBeHidden();
    await expect(button(page, 'More actions for “Board calls”')).toBeFocused();
    await look(page, 'encrypt-keys-danger');
    await button(page, 'Replace…').press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Replace the master key?' });
    await expect(dialog.getByLabel('Your password')).toBeFocused();
    await look(page, 'master-key');
    await keyboard.type(person.password);
    await keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Make a recovery kit?' })).toBeVisible();
    await keyboard.press('Escape');
    await button(page, 'Make a kit…').press('Enter');
    await expect(page.getByRole('dialog', { name: 'Make a recovery kit?' })).toBeVisible();
    await keyboard.press('Escape');
    await expect(button(page, 'Make a kit…')).toBeFocused();
    await expect(page.getByRole('listitem', { name: 'No recovery kit' })).toBeVisible();
    await expect(page.getByRole('listitem', { name: 'Keychain unlocked' })).toBeVisible();
  });

  await test.step('a key that no recording needs is deleted from there', async () => {
    await page.getByRole('link', { name: 'Board calls', exact: true }).click();
    await expect(button(page, 'Delete…')).toBeVisible();
    await page.goBack();
    const failed: string[] = [];
    page.on('response', (response) => response.status() === 404 && failed.push(response.url()));
    await button(page, 'Delete key…').press('Enter');
    await page.getByRole('menuitem', { name: 'Board calls' }).press('Enter');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete key' }).press('Enter');
    await expect(page.getByText('“Board calls” was deleted')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Board calls', exact: true })).toHaveCount(0);
    expect(failed).toEqual([]);
  });

  await test.step('in German at the smallest size, a key without a private half is imported and deleted', async () => {
    await page.setViewportSize({ width: 960, height: 600 });
    await speak(page, 'de');
    await page.reload();
    await page.goto('app://earshot/admin/keys/import');
    await nameOf(page).fill('Büro Leeds, übernommen vom Aufnahmesserver in der Zentrale');
    await keyboard.press('Control+s');
    await expect(page.getByText('Das ist kein öffentlicher RSA-Schlüssel in einer Form')).toBeVisible();
    await page.getByRole('textbox', { name: 'Öffentlicher Schlüssel' }).fill(publicKey);
    await look(page, 'encrypt-key-import-german');
    await keyboard.press('Control+s');
    await page.getByRole('link', { name: /^Büro Leeds/ }).click();
    await page.getByRole('radio', { name: 'Schlüssel' }).press('Space');
    await expect(page.getByRole('complementary', { name: 'Schlüssel' })).toContainText('Ohne privaten Schlüssel');
    await look(page, 'encrypt-key-half-german');
    await keyboard.press('ArrowLeft');
    await expect(nameOf(page)).toBeVisible();
    await button(page, 'Löschen…').press('Enter');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Schlüssel löschen' }).press('Enter');
    await expect(page.getByRole('link', { name: /^Büro Leeds/ })).toHaveCount(0);
    await look(page, 'encrypt-keys-german');
  });
});

test('a recording that a person cannot open names who can grant access to its key', async ({ earshot }) => {
  const { page, dataFolder } = earshot;
  const trainee = await anotherPerson(dataFolder, { calls: ['view', 'playback', 'download'] });
  await signedIn(earshot);
  const { encrypt_keys } = (await ask(page, 'GET', '/api/v2/encrypt_keys.json')) as { encrypt_keys: EncryptKey[] };
  const encrypt_key = { name: 'Board calls', add_type: 'generate', key_length: 2048, protection_mode: 'user' };
  await ask(page, 'POST', '/api/v2/encrypt_keys.json', { encrypt_key });
  await ask(page, 'PUT', `/api/v2/encrypt_keys/${encrypt_keys[0]?.key_id}.json`, { encrypt_key: { is_active: false } });
  await lookAround(page);
  await page.keyboard.press('Escape');
  await page.getByRole('row').filter({ hasText: 'Maria Lopez' }).click();
  await expect(page.getByRole('link', { name: 'Board calls' })).toBeVisible();

  await page.getByRole('button', { name: new RegExp(`^${person.name}`) }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await signIn(page, trainee);
  await page.getByRole('row').filter({ hasText: 'Maria Lopez' }).dblclick();

  const player = page.getByRole('group', { name: 'Player' });
  await expect(player.getByRole('alert')).toContainText('You cannot open this recording');
  await expect(player.getByRole('alert')).toContainText(`Ask ${person.name} for access to the key “Board calls”.`);
  await expectOff(earshot, player.getByRole('button', { name: 'Play', exact: true }), 'You cannot open this recording');
  const whom = `Ask ${person.name} for access to the key “Board calls”.`;
  await expectOff(earshot, page.getByRole('button', { name: 'Download', exact: true }), whom);
  await expectOff(earshot, page.getByRole('button', { name: 'Copy link…' }), whom);
  await page.mouse.move(0, 0);
  await expect(page.getByText(whom)).toHaveCount(1);
  await look(page, 'no-key');
});

const publicKey = `-----BEGIN PUBLIC KEY-----
MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA1Kknw+caspC93aktmgDD
og+CYBvxxe4WFaElTqoa0Icv4dQznRmHz8Qijnfx4N5ykzKgj05u4PiHg+0UuT/P
B2/zIpncE2kl8/hWTMgsMuT7+2J7AgdOcvMfoRvRAiX12+XR4e0VCapHOFv54rH1
qa6LP/quoMThRQ9eOLFAZ8QjkhRHYtBpQhmRr7LemWs8fYBSVT0l4IejSvSCl0tr
zRo5AmIc+QFp3mkM5bNzqJw7g95A7vADcdV6mT7ardED1K/WKvpz9gqg/mgivKQm
+YFOZwSyDXiphRhheg2uMi95S9ZDNvvkhOQ3JOo7xllitJeYHao6/G8cMcZ8qkCE
DwIDAQAB
-----END PUBLIC KEY-----
`;
