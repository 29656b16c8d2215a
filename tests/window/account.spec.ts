import { join } from 'node:path';
import { openConnection } from '../../electron/service/store/connection';
import { codeOf } from '../support/authenticator-app';
import { expect, expectAccessible, look, person, signedIn, signIn, speak, test } from './launch';
import { anotherPerson } from './people';

test('a user who must change the password does that first', async ({ earshot }) => {
  const { page, dataFolder } = earshot;
  const { keyboard } = page;
  const ines = await anotherPerson(dataFolder);
  const db = openConnection(join(dataFolder, 'earshot.db'));
  db.exec("UPDATE users SET must_change_password = 1 WHERE login = 'ines'");
  db.close();
  await signIn(page, ines);
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();
  await expect(page.getByLabel('Current password', { exact: true })).toBeFocused();
  await look(page, 'new-password');
  const enter = async (current: string, next: string, again: string) => {
    await page.getByLabel('Current password', { exact: true }).fill(current);
    await page.getByLabel('New password', { exact: true }).fill(next);
    await page.getByLabel('Confirm new password', { exact: true }).fill(again);
    await keyboard.press('Enter');
  };

  await enter('not the password', 'violet bicycle harbour', 'violet bicycle harbor');
  await expect(page.getByText('The passwords differ')).toBeVisible();
  await enter('not the password', 'violet bicycle harbour', 'violet bicycle harbour');
  await expect(page.getByText('This is not your password')).toBeVisible();
  await expect(page.getByLabel('Current password', { exact: true })).toBeFocused();
  await enter(ines.password, 'violet bicycle harbour', 'violet bicycle harbour');

  await expect(page.getByRole('link', { name: 'Review' })).toBeVisible();
  await page.getByRole('button', { name: ines.name }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await signIn(page, { login: ines.login, password: 'violet bicycle harbour' });
  await expect(page.getByRole('link', { name: 'Review' })).toBeVisible();
});

test('users change their password, make and revoke a token, and switch the second factor on and off', async ({
  earshot,
}) => {
  await signedIn(earshot);
  const { page, app } = earshot;
  const { keyboard } = page;
  const next = 'violet bicycle harbour';
  await page.getByRole('button', { name: person.name }).press('Enter');
  await page.getByRole('menuitem', { name: 'Password and sign-in…' }).press('Enter');
  await page.getByLabel('Current password', { exact: true }).focus();

  await test.step('the password', async () => {
    await keyboard.type(person.password);
    await page.getByLabel('New password', { exact: true }).fill('password');
    await keyboard.press('Enter');
    await expect(page.getByText('This password is too easy to guess')).toBeVisible();
    await look(page, 'account');
    await page.getByLabel('New password', { exact: true }).fill(next);
    await page.getByLabel('Confirm new password', { exact: true }).fill(next);
    await keyboard.press('Enter');
    await expect(page.getByText('Your password was changed')).toBeVisible();
    await expect(page.getByLabel('Current password', { exact: true })).toHaveValue('');
  });

  await test.step('an access token, which is shown once', async () => {
    await page.getByRole('textbox', { name: 'Name of the tool' }).fill('CRM');
    await page.getByRole('radio', { name: 'Reading only' }).press('Space');
    await page.getByRole('radio', { name: '30 days' }).press('Space');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'New token' }).press('Enter');
    const card = page.getByRole('region', { name: 'Token for CRM' });
    await expect(card.getByRole('button', { name: 'Copy' })).toBeFocused();
    await keyboard.press('Enter');
    const token = await app.evaluate(({ clipboard }) => clipboard.readText());
    await expect(card).toContainText(token);
    await expect(card).toContainText(/only reads. Lasts until/);
    expect(token).toMatch(/^earshot_/);
    await look(page, 'account-token');
    await page.getByRole('link', { name: 'Review' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Keep editing' }).press('Enter');
    await expect(page.getByRole('link', { name: 'Review' })).toBeFocused();
    await card.getByRole('button', { name: 'I’ve saved it' }).press('Enter');
    await expect(card).toBeHidden();
    await expect(page.getByRole('button', { name: 'Revoke “CRM”' })).toBeVisible();
  });

  await test.step('the tokens of all users, where one is revoked with the keyboard', async () => {
    await page.goto('app://earshot/admin/tokens');
    await page.getByRole('button', { name: 'New token' }).press('Enter');
    await expect(page.getByRole('textbox', { name: 'Name of the tool' })).toBeFocused();
    await page.goBack();
    const list = page.getByRole('treegrid', { name: 'Access tokens' });
    await expect(list.getByRole('row').last()).toContainText(
      /CRM .*Marta Okafor.*Administrator.*Reading only.*Until .*Not used yet/,
    );
    await list.focus();
    await keyboard.press('Enter');
    await expect(list.getByText('Has no more rights than Marta Okafor')).toBeVisible();
    await look(page, 'tokens');
    await page.getByRole('button', { name: 'Revoke “CRM”' }).press('Enter');
    const question = page.getByRole('alertdialog', { name: 'Revoke “CRM”?' });
    await expect(question.getByRole('button', { name: 'Keep token' })).toBeFocused();
    await question.getByRole('button', { name: 'Revoke token' }).press('Enter');
    await expect(page.getByText('“CRM” was revoked')).toBeVisible();
    await expect(page.getByText('No access tokens yet')).toBeVisible();
    await page.goto('app://earshot/account');
  });

  await test.step('the second factor', async () => {
    await page.getByRole('button', { name: 'Set up…' }).press('Enter');
    const secret = ((await page.getByRole('definition').first().textContent()) ?? '').replaceAll(' ', '');
    await expect(page.getByLabel('Code from the app')).toBeFocused();
    await look(page, 'account-factor');
    await keyboard.type(codeOf(secret, Date.now()));
    await keyboard.press('Enter');
    await expect(page.getByText('Each sign-in needs a code')).toBeVisible();
    await page.setViewportSize({ width: 960, height: 600 });
    await speak(page, 'de');
    await page.reload();
    await page.getByRole('button', { name: 'Entfernen…' }).press('Enter');
    await expect(page.getByLabel('Aktuelles Passwort', { exact: true }).last()).toBeFocused();
    await keyboard.type(person.password);
    await keyboard.press('Enter');
    await expect(page.getByText('Das ist nicht Ihr Passwort').first()).toBeVisible();
    await look(page, 'account-remove-german');
    await page.getByLabel('Aktuelles Passwort', { exact: true }).last().fill(next);
    await keyboard.press('Enter');
    await expect(page.getByText('Ihr zweiter Faktor wurde entfernt')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Einrichten…' })).toBeVisible();
  });
});
