import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, person, signedIn, speakGerman, test } from './launch';

test('a refusal of the service is shown in German: a login that has to wait', async ({ earshot, restart }) => {
  await signedIn(earshot);
  await speakGerman(earshot.page);
  const { page } = await restart();
  await page.getByLabel('Anmeldename').fill(person.login);
  await page.getByLabel('Passwort', { exact: true }).fill('not this one');
  // Five attempts are free, then the waits are 1 s, 2 s, and so on. The third wait leaves time to press the button.
  await page.evaluate(async (login) => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ login, password: 'nor this one' });
    const fail = () => fetch('/api/v2/sessions.json', { method: 'POST', headers, body });
    for (let failures = 0; failures < 6; failures++) await fail();
    for (const waitMs of [1100, 2100]) {
      await new Promise((done) => setTimeout(done, waitMs));
      await fail();
    }
  }, person.login);

  await page.getByRole('button', { name: 'Anmelden' }).click();

  await expect(page.getByRole('alert')).toHaveText(/^Zu viele Versuche\. In [1-4] s geht es weiter\.$/);
});

test('a refusal of the service is shown in German: files, a list that fails', async ({ earshot }) => {
  await signedIn(earshot);
  const { page, choose } = earshot;
  await speakGerman(page);
  await page.reload();
  await choose([resolve('tests/data')]);
  await page.getByRole('button', { name: 'Ordner wählen…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Importieren' }).click();
  await page.getByRole('button', { name: '2 Dateien abgelehnt' }).click({ timeout: 60_000 });
  const refused = page.getByRole('group', { name: 'Abgelehnte Dateien' }).getByRole('listitem');
  await expect(refused).toHaveCount(2);
  await expect(refused.filter({ hasText: 'gsm610' })).toContainText(
    'Das Tonformat GSM 6.10 kann Earshot nicht abspielen.',
  );
  await expect(refused.filter({ hasText: 'no-header' })).toContainText('Das ist keine Aufnahme in WAV oder MP3.');
  await page.keyboard.press('Escape');

  await page.evaluate(() => {
    const { fetch } = window;
    const refusal = { error: 'InternalError', explanation: 'Something went wrong in Earshot.' };
    window.fetch = (input, init) =>
      String(input).includes('search_term=')
        ? Promise.resolve(Response.json(refusal, { status: 500 }))
        : fetch(input, init);
  });
  await page.getByRole('searchbox').fill('lopez');
  const alert = page.getByRole('alert').filter({ hasText: 'Die Liste konnte nicht geladen werden' });
  await expect(alert).toContainText('In Earshot ist ein Fehler aufgetreten.');
});

test.describe('at the first start', () => {
  test.use({ calls: null });

  test('a folder that cannot hold the archive is refused in German: on the first page', async ({ earshot }) => {
    const { page, choose } = earshot;
    await page.waitForLoadState();
    await speakGerman(page);
    await page.reload();
    await choose([resolve('tests/data')]);

    await page.getByRole('button', { name: 'Ändern…' }).click();

    await expect(page.getByRole('alert')).toHaveText('Dieser Ordner ist nicht leer. Wählen Sie einen leeren Ordner.');
  });
});

test('a folder that cannot hold the archive is refused in German: at the start', async () => {
  const place = (name: string) => test.info().outputPath(name);
  const [said, program, folder] = [place('said'), place('program.cjs'), place('foreign')];
  mkdirSync(folder);
  writeFileSync(join(folder, 'letter.txt'), 'not ours');
  writeFileSync(
    program,
    `require('electron').dialog.showErrorBox = (...said) => require('node:fs').writeFileSync('${said}', said.join('\\n'));
    require('${resolve('build/node/main.cjs')}');`,
  );
  const env = { ...process.env, LANG: 'de_DE.UTF-8', LANGUAGE: 'de', XDG_CONFIG_HOME: place('settings') };
  const root = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

  const started = spawn(process.env.EARSHOT_TEST_ELECTRON ?? '', [...root, program, `--data-dir=${folder}`], {
    env,
    stdio: 'ignore',
  });
  const code = await new Promise((ended) => started.once('exit', ended));

  expect(code).toBe(1);
  expect(readFileSync(said, 'utf8')).toBe(
    `Earshot konnte nicht gestartet werden\n${folder} ist nicht leer und enthält kein Archiv von Earshot. Wählen Sie einen leeren Ordner.`,
  );
});
