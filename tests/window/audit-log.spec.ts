import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { openConnection } from '../../electron/service/store/connection';
import { ask, expect, look, person, signedIn, speak, test } from './launch';
import { anotherPerson } from './people';

const log = (page: Page, name = 'Audit log') => page.getByRole('treegrid', { name });
const row = (page: Page, text: string) => log(page).getByRole('row').filter({ hasText: text });

test('the log is filtered, opened with the keyboard, verified and exported', async ({ earshot }) => {
  await signedIn(earshot);
  const { page, app, dataFolder } = earshot;
  const { keyboard } = page;
  const trainee = await anotherPerson(dataFolder, { audit: ['view'] });
  const { url } = await ask(page, 'POST', '/api/v2/groups.json', { group: { name: 'Support' } });
  await ask(page, 'PUT', url, { group: { name: 'Customer support', timezone: 'Europe/Vienna' } });
  await ask(page, 'POST', '/api/v2/sessions.json', { login: person.login, password: 'wrong' });
  await page.goto('app://earshot/admin/audit-log');

  await test.step('an entry opens and closes with the arrow keys, and shows each field before and after', async () => {
    await expect(row(page, 'Sign-in refused')).toContainText(`UnknownSign-in refused${person.login}`);
    await expect(row(page, 'Changed a group')).toContainText('Window');
    await log(page).focus();
    await keyboard.press('ArrowDown');
    await keyboard.press('ArrowRight');
    const details = log(page).getByRole('table');
    await expect(details.getByRole('row', { name: 'Name' })).toContainText('SupportCustomer support');
    await expect(details.getByRole('row', { name: 'Time zone' })).toContainText('noneEurope/Vienna');
    await look(page, 'audit-log');
    await keyboard.press('ArrowLeft');
    await expect(details).toBeHidden();
  });

  await test.step('an entry opens the page of its record', async () => {
    await row(page, 'Created a key').dblclick();
    await log(page)
      .getByRole('button', { name: /^Open / })
      .click();
    await expect(page).toHaveURL(/\/admin\/keys\/[\w-]{36}$/);
    await page.goBack();
    await expect(row(page, 'Changed a group')).toBeVisible();
  });

  await test.step('filters are part of the address, and find nothing together', async () => {
    await page.getByRole('button', { name: 'Object' }).press('Enter');
    await keyboard.type('Group');
    await keyboard.press('Enter');
    await expect(page.getByRole('status').filter({ hasText: '2 entries' })).toBeVisible();
    await page.getByRole('button', { name: 'Outcome' }).click();
    await page.getByRole('option', { name: 'Refused' }).click();
    await expect(page.getByText('No entry matches these filters')).toBeVisible();
    await look(page, 'audit-log-empty');
    await page.getByRole('button', { name: 'Clear filters' }).first().press('Enter');
    await expect(row(page, 'Created a group')).toBeVisible();
    await row(page, 'Changed a group').dblclick();
    await log(page).getByRole('button', { name: 'All entries about this' }).click();
    await expect(page.getByRole('status').filter({ hasText: '2 entries' })).toBeVisible();
  });

  await test.step('an export has the filters and the entries', async () => {
    const path = join(dataFolder, 'log.csv');
    await app.evaluate(({ dialog }, filePath) => {
      dialog.showSaveDialog = async () => ({ canceled: false, filePath });
    }, path);
    await page.getByRole('button', { name: 'Export…' }).press('Enter');
    await expect(page.getByText('Saved as log.csv')).toBeVisible();
    expect(readFileSync(path, 'utf8').split('\r\n')).toHaveLength(7);
    await page.getByRole('button', { name: 'Clear filters' }).click();
  });

  await test.step('the check finds a whole chain, and an entry that was changed', async () => {
    await page.getByRole('button', { name: 'Check now' }).press('Enter');
    await expect(page.getByText('The chain is whole')).toBeVisible();
    const db = openConnection(join(dataFolder, 'earshot.db'));
    db.transaction(() => db.exec("UPDATE audit_log SET outcome = 'refused' WHERE audit_id = 1"));
    db.close();
    await page.getByRole('button', { name: 'Check again' }).press('Enter');
    await expect(page.getByText('The chain is broken: entry 1 was changed.')).toBeVisible();
    await look(page, 'audit-log-broken');
  });

  await test.step('in German at the smallest size, with the refusals of a role that may only read the log', async () => {
    await page.setViewportSize({ width: 960, height: 600 });
    await ask(page, 'POST', '/api/v2/sessions.json', { login: trainee.login, password: trainee.password });
    await speak(page, 'de');
    expect((await ask(page, 'GET', '/api/v2/roles.json')).error).toBe('PermissionError');
    await page.goto('app://earshot/admin/audit-log?outcome=refused');
    await log(page, 'Audit-Protokoll').getByRole('row').filter({ hasText: 'Lesen abgelehnt: Rolle' }).dblclick();
    await expect(log(page, 'Audit-Protokoll').getByText('get /api/v2/roles.json')).toBeVisible();
    await look(page, 'audit-log-german');
  });
});
