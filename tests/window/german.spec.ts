import { spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { wavHeader } from '../../electron/service/audio/wav';
import { commandFor, expect, person, signedIn, speak, test } from './launch';

test('a refusal of the service is shown in German: a login that has to wait', async ({ earshot, restart }) => {
  await signedIn(earshot);
  await speak(earshot.page, 'de');
  const { page } = await restart();
  await page.getByLabel('Anmeldename').fill(person.login);
  // Five attempts are free, then the waits are 1 s, 2 s, and so on.
  await page.evaluate(async (login) => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ login, password: 'nor this one' });
    for (let failures = 0; failures < 6; failures++)
      await fetch('/api/v2/sessions.json', { method: 'POST', headers, body });
  }, person.login);

  // On a slow machine the wait may be over before the button is pressed. The next one is twice as long.
  await expect(async () => {
    await page.getByLabel('Passwort', { exact: true }).fill('not this one');
    await page.getByRole('button', { name: 'Anmelden' }).click();
    const refusal = /^Zu viele Versuche\. Versuchen Sie es in [1-9]\d?\sSek\. erneut\.$/;
    await expect(page.getByRole('alert')).toHaveText(refusal, { timeout: 1_000 });
  }).toPass({ intervals: [0] });
});

/** A second of silence at a sample rate that no player supports. */
const atRate = (sample_rate: number) =>
  Buffer.concat([
    wavHeader({ codec: 'pcm_u8', sample_rate, channels: 1, bits_per_sample: 8 }, 8000),
    Buffer.alloc(8000),
  ]);

test('a refusal of the service is shown in German with its values: files, a list that fails, a field', async ({
  earshot,
}) => {
  await signedIn(earshot);
  const { page, choose } = earshot;
  await speak(page, 'de');
  await page.reload();
  const [gsm, folder] = [resolve('tests/data/audio/unplayable-g722.wav'), test.info().outputPath('files')];
  mkdirSync(folder);
  copyFileSync(gsm, join(folder, 'g722.wav'));
  writeFileSync(join(folder, 'rate.wav'), atRate(500_000));
  writeFileSync(join(folder, 'song.wav'), 'FORM and more');
  await choose([folder]);
  await page.getByRole('button', { name: 'Ordner wählen…' }).click();
  await page.getByRole('main').getByRole('button', { name: 'importieren' }).click();
  await page.getByRole('button', { name: '3 Dateien abgelehnt' }).click();
  const refused = page.getByRole('group', { name: 'Abgelehnte Dateien' }).getByRole('listitem');
  await expect(refused).toHaveCount(3);
  await expect(refused).toContainText([
    'Das Tonformat G.722 kann Earshot nicht abspielen.',
    'Eine Abtastrate von 500.000 Hz kann Earshot nicht abspielen.',
    'Das ist eine AIFF-Datei. Earshot kann sie nicht abspielen.',
  ]);
  await page.keyboard.press('Escape');

  await page.evaluate(() => {
    const { fetch } = window;
    const reasons: Record<string, object> = {
      lopez: { code: 'search_too_slow', values: { seconds: 5 } },
      jones: { code: 'permission_missing', values: { permission: 'calls:playback' } },
      smith: { code: 'unheard_of', values: { nights: 3 } },
    };
    const refusalOf = (reason: object) => ({ error: 'TooManyRequests', explanation: 'The moon is full.', reason });
    window.fetch = (input, init) => {
      const why = reasons[/search_term=(\w+)/.exec(String(input))?.[1] ?? ''];
      return why ? Promise.resolve(Response.json(refusalOf(why), { status: 429 })) : fetch(input, init);
    };
  });
  const alert = page.getByRole('alert').filter({ hasText: 'Die Liste konnte nicht geladen werden' });
  await page.getByRole('searchbox').fill('lopez');
  await expect(alert).toContainText('Die Suche dauerte länger als 5 Sekunden und wurde abgebrochen.');
  await page.getByRole('searchbox').fill('jones');
  await expect(alert).toContainText('Ihrer Rolle fehlt das Recht „Anhören“ für Anrufe.');
  await page.getByRole('searchbox').fill('smith');
  await expect(alert).toContainText('The moon is full.');

  await page.getByRole('link', { name: 'Verwaltung' }).click();
  await page.getByRole('link', { name: 'Kategorien' }).click();
  await page.getByRole('button', { name: 'Kategorie hinzufügen' }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('x'.repeat(65));
  await page.getByRole('button', { name: 'Kategorie speichern' }).click();
  await expect(page.getByText('Verwenden Sie höchstens 64 Zeichen', { exact: true })).toBeVisible();
});

test.describe('at the first start', () => {
  test.use({ calls: null });

  test('a folder that cannot hold the archive is refused in German: on the first page', async ({ earshot }) => {
    const { page, choose } = earshot;
    await page.waitForLoadState();
    await speak(page, 'de');
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

  const started = spawn(...commandFor(program, `--data-dir=${folder}`), { env, stdio: 'ignore' });
  const code = await new Promise((ended) => started.once('exit', ended));

  expect(code).toBe(1);
  expect(readFileSync(said, 'utf8')).toBe(
    `Earshot konnte nicht gestartet werden\n${folder} ist nicht leer und enthält kein Archiv von Earshot. Wählen Sie einen leeren Ordner.`,
  );
});
