import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { test as base, expect, type Page } from '@playwright/test';
import { violationsOn } from './accessible';
import { commandFor, picture, startElectron } from './launch';

const person = { login: 'ingrid', password: 'correct horse battery' };

/** The page /docs of a service with three calls, in a Chromium without Earshot's own window. */
type Docs = { page: Page; url: string; errors: string[]; asked: string[] };

const test = base.extend<{ docs: Docs }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the fixtures taken apart
  docs: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'earshot-docs-'));
    const { service, url } = await serve(folder);
    const app = await startElectron(commandFor(resolve('tests/window/fields/main.cjs'))[1]);
    const page = await app.firstWindow();
    const [errors, asked]: [string[], string[]] = [[], []];
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    page.on('pageerror', (error) => errors.push(String(error)));
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(`${url}/docs`);
    await use({ page, url, errors, asked });
    await app.close();
    service.kill('SIGTERM');
    await once(service, 'exit');
    rmSync(folder, { recursive: true, force: true });
  },
});

async function serve(folder: string): Promise<{ service: ChildProcess; url: string }> {
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, person.password, { mode: 0o600 });
  const env = { ...process.env, EARSHOT_ADMIN_LOGIN: person.login, EARSHOT_ADMIN_PASSWORD_FILE: passwordFile };
  const [program, data] = [resolve('build/node/cli.cjs'), join(folder, 'archive')];
  execFileSync(process.execPath, [program, 'seed', '--data', data, '--calls', '3'], { env });
  const args = [program, 'serve', '--data', data, '--port', '0'];
  const service = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(createInterface(service.stdout), 'line');
  return { service, url: JSON.parse(line).url };
}

test('the reference is searched, a request is tried, and nothing leaves the service', async ({ docs }) => {
  const { page, url, errors, asked } = docs;
  await expect(page.getByRole('heading', { name: 'Earshot API v2' })).toBeVisible();
  await look(page, 'docs');

  await page.getByRole('button', { name: /^Open Search/ }).click();
  await page.getByRole('combobox', { name: 'Enter search query' }).fill('peaks');
  await page.getByRole('option', { name: /^Operation: Read the peaks of a waveform/ }).click();
  await expect(page).toHaveURL(/peaks\.json$/);

  await page.goto(`${url}/docs#tag/settings/GET/api/v2/settings.json`);
  await page
    .getByRole('button', { name: /^Test Request.*settings/ })
    .first()
    .click();
  const client = page.getByRole('dialog', { name: 'API Client' });
  const credentials = client.getByRole('region', { name: 'Authentication Required' });
  await credentials.getByRole('combobox').click();
  await page.keyboard.type(person.login);
  await credentials.getByRole('textbox', { name: 'Password' }).fill(person.password);
  const answered = page.waitForResponse(`${url}/api/v2/settings.json`);
  await client.getByRole('button', { name: /^Send Request/ }).click();
  expect((await answered).status()).toBe(200);
  await expect(client.getByText('200 OK').first()).toBeVisible();

  expect(errors).toEqual([]);
  expect(asked.filter((address) => !address.startsWith(`${url}/`) && !address.startsWith('data:'))).toEqual([]);
});

test('a request that changes something works from the page with Basic and with a token', async ({ docs: { page } }) => {
  const statuses = await page.evaluate(async ({ login, password }) => {
    const send = (path: string, authorization: string, body: object) => {
      const headers = { authorization, 'content-type': 'application/json' };
      return fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
    };
    const session = await send('/api/v2/sessions.json', '', { login, password });
    const { token } = await session.json();
    const [basic, bearer] = [`Basic ${btoa(`${login}:${password}`)}`, `Bearer ${token}`];
    const one = await send('/api/v2/categories.json', basic, { category: { name: 'Sent with Basic' } });
    const other = await send('/api/v2/categories.json', bearer, { category: { name: 'Sent with a token' } });
    return [session.status, one.status, other.status];
  }, person);

  expect(statuses).toEqual([201, 201, 201]);
});

/** Checks what is ours of the page, in both themes. The reference itself is Scalar's. */
async function look(page: Page, name: string): Promise<void> {
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme });
    expect(await violationsOn(page, {}, ['#reference'])).toEqual([]);
    await picture(page, `${name}-${theme}`);
  }
}
