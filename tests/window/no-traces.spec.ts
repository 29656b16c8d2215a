import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { leaksIn } from '../support/leaks';
import { expect, person, signIn, test } from './launch';
import { lockScreen, unlock } from './locking';
import { bringIn, Deck } from './player';

test.use({ ownProgram: true });

const names = ['repair-call-stereo.mp3', 'spanish-16k.wav', 'question-ulaw-16k.wav'];
const originals = names.map((name) => ({ name, bytes: readFileSync(resolve('tests/data/audio', name)) }));
/** Searched for, and a filter's value; neither is in a call. */
const searches = ['quokkawallaby', '4930771199'] as const;
const [keyPassword, passphrase] = ['the password of an imported key', 'lantern orchard seventeen'];

const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
const encrypted = { cipher: 'aes-256-cbc', passphrase: keyPassword } as const;
const imported = {
  public_key: String(pair.publicKey.export({ type: 'spki', format: 'pem' })),
  private_key: String(pair.privateKey.export({ type: 'pkcs8', format: 'pem', ...encrypted })),
};
const der = pair.privateKey.export({ type: 'pkcs8', format: 'der' });

test('a day in the window leaves no audio, password, private key, signed link or search in any file or log', async ({
  restart,
}) => {
  // Short, because Chromium opens a socket below it.
  const temporary = mkdtempSync(join(tmpdir(), 'earshot-tmp-'));
  const outside = test.info().outputPath('outside');
  mkdirSync(outside, { recursive: true });
  const earshot = await restart({ TMPDIR: temporary });
  const { app, page, dataFolder } = earshot;
  const { keyboard } = page;
  const said: Buffer[] = [];
  for (const stream of [app.process().stdout, app.process().stderr]) stream?.on('data', (part) => said.push(part));
  const saveAs = (name: string) =>
    app.evaluate(
      ({ dialog }, filePath) => {
        dialog.showSaveDialog = async () => ({ canceled: false, filePath });
      },
      join(outside, name),
    );

  await test.step('signs in, imports and plays', async () => {
    await signIn(page);
    await bringIn(earshot, Object.fromEntries(originals.map(({ name, bytes }) => [name, bytes])));
    await keyboard.press('Escape');
    const deck = new Deck(page);
    await page.getByRole('row').filter({ hasText: 'repair-call-stereo' }).dblclick();
    await expect(deck.button('Pause')).toBeVisible();
    await deck.goTo(0.8);
    await expect.poll(async () => (await deck.clock()).at).toBeGreaterThan(60);
    await deck.button('Pause').click();
  });

  const link = await test.step('copies a signed link, which is followed, and saves the recording', async () => {
    const pane = page.getByRole('complementary', { name: 'Call' });
    await pane.getByRole('button', { name: 'Copy link…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Copy link' }).press('Enter');
    await expect(page.getByRole('dialog')).toBeHidden();
    const copied = await app.evaluate(({ clipboard }) => clipboard.readText());
    expect((await (await fetch(copied)).arrayBuffer()).byteLength).toBe(originals[0]?.bytes.length);
    expect((await fetch(`${copied}0`)).status).toBe(403);
    await saveAs('saved.mp3');
    await pane.getByRole('button', { name: 'Download', exact: true }).click();
    await expect(page.getByText('Saved as saved.mp3')).toBeVisible();
    return copied;
  });

  await test.step('imports a key with its password, and exports it', async () => {
    await page.goto('app://earshot/admin/keys/import');
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Leeds');
    await page.getByRole('textbox', { name: 'Public key', exact: true }).fill(imported.public_key);
    await page.getByRole('textbox', { name: 'Private key', exact: true }).fill(imported.private_key);
    await page.getByRole('textbox', { name: 'Password of the private key' }).fill(keyPassword);
    await keyboard.press('Control+s');
    await page.getByRole('link', { name: 'Leeds', exact: true }).click();
    await page.getByRole('button', { name: 'Export…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Your password').fill(person.password);
    await dialog.getByLabel('Passphrase for the exported key').fill(passphrase);
    await keyboard.press('Enter');
    await saveAs('key.pem');
    await dialog.getByRole('button', { name: 'Save key…' }).press('Enter');
    await expect(page.getByText('Saved as key.pem')).toBeVisible();
    await keyboard.press('Escape');
  });

  await test.step('searches, filters, goes to other pages and back, and locks', async () => {
    const [term, number] = searches;
    await page.goto('app://earshot/review');
    await page.getByRole('searchbox').fill(term);
    await expect(page).toHaveURL(new RegExp(term));
    await page.goto(`app://earshot/review?search=${term}&from_number__contains=${number}`);
    await expect(page.getByRole('heading', { name: /^No call / })).toBeVisible();
    const places = () =>
      page.evaluate(() => Object.entries(localStorage).filter(([key]) => /^earshot\.(place|review)\./.test(key)));
    await expect.poll(async () => (await places()).length).toBe(2);
    await page.getByRole('link', { name: 'Reports' }).click();
    await page.getByRole('link', { name: 'Review' }).click();
    await expect(page).toHaveURL(new RegExp(number));
    await lockScreen(earshot);
    await unlock(page);
    await expect(page).toHaveURL(new RegExp(number));
  });

  await test.step('signs out and closes', async () => {
    await page.getByRole('button', { name: new RegExp(`^${person.name}`) }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await expect(page.getByLabel('Login')).toBeVisible();
    await app.close();
  });

  const exported = readFileSync(join(outside, 'key.pem'), 'latin1');
  const secrets: [string, string | Buffer][] = [
    ['a password', person.password],
    ['a password', keyPassword],
    ['a passphrase', passphrase],
    ['a signed link', new URL(link).searchParams.get('sign') ?? 'no signature'],
    ['a private key', der.subarray(-200, -100)],
    ['a private key', der.toString('base64').slice(640, 704)],
    ['an exported key', exported.split('\n')[3] ?? 'no key'],
    ['an imported key', imported.private_key.split('\n')[3] ?? 'no key'],
  ];
  for (const term of searches) secrets.push(['a search', term], ['a search', Buffer.from(term, 'utf16le')]);
  const log = Buffer.concat(said).toString('utf8');
  expect(exported).toContain('BEGIN ENCRYPTED PRIVATE');
  expect(leaksIn(dataFolder, originals, secrets)).toEqual([]);
  expect(leaksIn(temporary, originals, secrets)).toEqual([]);
  rmSync(temporary, { recursive: true });
  expect(
    [...secrets.map(([, secret]) => secret), 'sign=', 'PRIVATE KEY'].filter((secret) => log.includes(String(secret))),
  ).toEqual([]);
});
