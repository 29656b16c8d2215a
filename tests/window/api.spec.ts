import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import type { Page } from '@playwright/test';
import { ask, expect, expectAccessible, look, person, signedIn, speak, test } from './launch';

test.use({ ownProgram: true });

const addressIn = (page: Page, name = 'Address') => page.getByRole('textbox', { name, exact: true }).inputValue();
const credentials = `Basic ${Buffer.from(`${person.login}:${person.password}`).toString('base64')}`;
const statusAt = (address: string) =>
  fetch(`${address}calls.json?limit=1`, { headers: { authorization: credentials } }).then(
    ({ status }) => status,
    () => 'closed',
  );

/** A port that another program listens on, until it is released. */
async function takenPort(): Promise<{ port: number; release: () => Promise<unknown> }> {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return { port, release: () => new Promise((closed) => server.close(closed)) };
}

test('the API shows its tools and requests, moves to another port and is turned off', async ({ earshot }) => {
  await signedIn(earshot);
  const { page, app } = earshot;
  const { keyboard } = page;
  await page.goto('app://earshot/admin/api');
  await expect(page.getByText('Listening', { exact: false }).first()).toBeVisible();
  const before = await addressIn(page);

  await test.step('a request of a tool appears, without its query', async () => {
    await expect(page.getByText('No tool has connected yet.')).toBeVisible();
    expect(await statusAt(before)).toBe(200);
    const tools = page.getByRole('region', { name: 'Connected tools' });
    await expect(tools.getByRole('row').last()).toContainText('the password of Marta Okafor');
    await expect(page.getByRole('region', { name: 'Last requests' }).getByRole('row').last()).toContainText(
      /GET\/api\/v2\/calls.jsonMarta Okafor200/,
    );
  });

  await test.step('a webhook is named, and leads to its page', async () => {
    const webhooks = page.getByRole('region', { name: 'Webhooks' });
    await expect(webhooks).toContainText('No other program is told of changes.');
    const url = 'http://127.0.0.1:9/hook';
    await ask(page, 'POST', '/api/v2/webhooks.json', { webhook: { name: 'Wallboard', url, events: ['call.created'] } });
    await page.reload();
    await expect(webhooks.getByRole('row').last()).toContainText(url);
    await webhooks.getByRole('link', { name: 'Wallboard' }).press('Enter');
    await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Wallboard');
    await page.goBack();
    await expect(webhooks).toBeVisible();
  });

  await test.step('a tool with a token is cut off', async () => {
    const { user } = await ask(page, 'GET', '/api/v2/sessions.json');
    const made = await ask(page, 'POST', `/api/v2/users/${user.user_id}/tokens.json`, {
      token: { name: 'CRM bridge' },
    });
    const headers = { authorization: `Bearer ${made.token}` };
    const status = async () => (await fetch(`${before}calls.json?limit=1`, { headers })).status;
    expect(await status()).toBe(200);
    const row = page
      .getByRole('region', { name: 'Connected tools' })
      .getByRole('row')
      .filter({ hasText: 'CRM bridge' });
    const revoke = row.getByRole('button', { name: 'Revoke “CRM bridge”' });
    await expect(revoke).toBeVisible();
    await look(page, 'api');
    await revoke.press('Enter');
    const question = page.getByRole('alertdialog', { name: 'Revoke “CRM bridge”?' });
    await question.getByRole('button', { name: 'Revoke token' }).press('Enter');
    await expect(revoke).toHaveAttribute('aria-disabled', 'true');
    expect(await status()).toBe(401);
    await expect(question).toBeHidden();
    await expect(revoke).toBeFocused();
  });

  await test.step('the example and the reference lead to this address', async () => {
    await page.getByRole('button', { name: 'Copy the example' }).press('Enter');
    const copied = await app.evaluate(({ clipboard }) => clipboard.readText());
    expect(copied).toBe(`curl -u 'marta' \\\n  '${before}calls.json?limit=1'`);
    await page.getByRole('radio', { name: 'Python' }).press('Space');
    await expect(page.getByText('Set EARSHOT_TOKEN to an access token first.')).toBeVisible();
    await expect(page.getByText("os.environ['EARSHOT_TOKEN']", { exact: false })).toBeVisible();
    await app.evaluate(({ shell }) => {
      shell.openExternal = async (url) => void Object.assign(globalThis, { opened: url });
    });
    await page.getByRole('button', { name: 'Reference' }).press('Enter');
    await expect
      .poll(() => app.evaluate(() => (globalThis as { opened?: string }).opened))
      .toBe(before.replace('/api/v2/', '/docs'));
  });

  await test.step('with the keyboard only: a taken port is refused at its field, a free one is used', async () => {
    const field = page.getByRole('textbox', { name: 'Port' });
    const moved: string[] = [];
    // Twice, because another window may listen at once where this one began.
    for (const { port, release } of [await takenPort(), await takenPort()]) {
      await field.fill(String(port));
      await keyboard.press('Enter');
      await expect(page.getByText(`Port ${port} is used by another program.`, { exact: false })).toBeVisible();
      await release();
      await keyboard.press('Enter');
      await expect(page.getByText(`The API listens on port ${port}`)).toBeVisible();
      const now = await addressIn(page);
      expect(now).toContain(`:${port}/`);
      expect(await statusAt(now)).toBe(200);
      moved.push(now);
    }
    expect(await Promise.all(moved.map(statusAt))).toEqual(['closed', 200]);
  });

  await test.step('turned off in German at the smallest size, no tool reaches it', async () => {
    await page.setViewportSize({ width: 960, height: 600 });
    await speak(page, 'de');
    await page.reload();
    const now = await addressIn(page, 'Adresse');
    await page.getByRole('switch', { name: 'Verbindungen von Programmen zulassen' }).press('Space');
    await expect(page.getByText('Aus. Kein Programm kann sich verbinden.')).toBeVisible();
    expect(await statusAt(now)).toBe('closed');
    await look(page, 'api-off-german');
  });

  await test.step('a change that could not be stored is reported', async () => {
    await app.evaluate(({ ipcMain }) => {
      ipcMain.removeHandler('earshot:api');
      ipcMain.handle('earshot:api', () => Promise.reject(new Error('no space left on device')));
    });
    await page.getByRole('switch').press('Space');
    await expect(page.getByRole('main').getByRole('alert')).toHaveText(
      'Die API wurde nicht geändert, weil die Einstellung nicht gespeichert werden konnte.',
    );
    await expectAccessible(page);
  });
});
