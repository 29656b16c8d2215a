import { copyFileSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, signedIn, test } from './launch';

test('a call that could not be played plays with the same button once it can', async ({ earshot }) => {
  await signedIn(earshot);
  const { page, dataFolder } = earshot;
  await page.getByText('Look around first').click();
  await expect(page.getByText('6 calls imported')).toBeVisible({ timeout: 60_000 });
  await page.keyboard.press('Escape');
  await page.getByRole('row').filter({ hasText: 'Maria Lopez' }).click();
  const pane = page.getByRole('complementary', { name: 'Call' });
  const play = pane.getByRole('button', { name: 'Play', exact: true });
  const notice = page.getByRole('group', { name: 'Player' }).getByRole('alert');
  const all = readdirSync(join(dataFolder, 'audio'), { recursive: true, withFileTypes: true });
  const files = all.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));

  for (const file of files) renameSync(file, `${file}.away`);
  await play.click();
  await expect(notice).toBeVisible();
  for (const file of files) renameSync(`${file}.away`, file);
  await play.click();

  await expect(pane.getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
  await expect(notice).toBeHidden();
  await expect(page.getByRole('timer')).toHaveText(/0:0[1-9]/);
});

test('other calls with a number are those with this number, not those that hold its digits', async ({
  earshot,
}, testInfo) => {
  const { page, choose } = earshot;
  const folder = testInfo.outputPath('in');
  mkdirSync(folder, { recursive: true });
  const number = '+442079460321';
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
  const inbound = { direction: 'inbound', to_number: '6001', to_name: 'Chris Lang' };
  const records = [
    { ...inbound, from_number: number, from_name: 'Maria Lopez', setup_time: minutesAgo(10) },
    { ...inbound, from_number: number, from_name: 'Maria Lopez', to_name: 'Priya Raman' },
    { direction: 'outbound', from_number: '6004', from_name: 'Katie Brandt', to_number: number },
    { ...inbound, from_number: `${number}77`, from_name: 'Somebody else', to_name: 'Longer Number' },
    { ...inbound, from_number: '+34915550123', from_name: `Call back ${number}`, to_name: 'Named So' },
  ].map((record, at) => ({ setup_time: minutesAgo(20 + at), file: `${at}.wav`, protocol_call_id: `${at}`, ...record }));
  for (const { file } of records) copyFileSync(resolve('tests/data/audio/question-ulaw-16k.wav'), join(folder, file));
  writeFileSync(join(folder, 'calls.json'), JSON.stringify(records));
  await signedIn(earshot);
  await choose([folder]);
  await page.getByRole('button', { name: 'Choose a folder…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Import' }).click();
  await expect(page.getByText('5 calls imported')).toBeVisible({ timeout: 60_000 });
  await page.keyboard.press('Escape');

  await page.getByRole('row').filter({ hasText: 'Maria Lopez' }).filter({ hasText: 'Chris Lang' }).click();

  const others = page.getByRole('region', { name: 'Other calls with this number' }).getByRole('listitem');
  await expect(others).toHaveCount(2);
  await expect(others.nth(0)).toContainText('Priya Raman');
  await expect(others.nth(1)).toContainText('Katie Brandt');
});
