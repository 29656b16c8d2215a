import { copyFileSync, existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, expectAccessible, look, signedIn, speak, test } from './launch';

test('a folder is chosen and watched, shows what came of its files, tries refused ones again, and is turned off', async ({
  earshot,
}) => {
  const { page, dataFolder, choose } = earshot;
  await signedIn(earshot);
  await page.goto('app://earshot/admin/watch-folders');
  const folder = join(dataFolder, '..', `handset-recorder-${Date.now()}`);
  const pane = page.getByRole('complementary', { name: 'Its files' });
  const section = (name: RegExp) => pane.getByRole('region', { name });
  const turn = page.getByRole('switch', { name: 'Watch this folder' });
  const save = page.getByRole('button', { name: 'Save watch folder' });

  await test.step('without a folder, there is one thing to do', async () => {
    await expect(page.getByRole('heading', { name: 'No folder yet' })).toBeVisible();
    await look(page, 'watch-folders-none');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Add a folder' }).press('Enter');
    await expect(pane).toContainText('Choose the folder that your phone system');
  });

  await test.step('the data folder is refused; another one shows how its files are read, and is watched', async () => {
    await choose([dataFolder]);
    await page.getByRole('button', { name: 'Choose a folder…' }).press('Enter');
    await page.keyboard.press('Control+s');
    await expect(page.getByText('Earshot keeps its own data in this folder')).toBeVisible();
    mkdirSync(folder);
    const write = (from: string, name: string) => copyFileSync(join('tests/data/audio', from), join(folder, name));
    write('short-stereo-16k.wav', '20261120-1508-214.wav');
    write('question.mp3', '20261120-1456-208.mp3');
    copyFileSync('tests/data/audio/unplayable-g722.wav', join(folder, '20261120-1447-219.wav'));
    writeFileSync(join(folder, '20261120-1440-203.wav'), 'words');
    await choose([folder]);
    await page.getByRole('button', { name: 'Change…' }).press('Enter');
    await expect(pane).toContainText('This is how new files will be read');
    await expect(pane.getByRole('listitem')).toHaveCount(4);
    await look(page, 'watch-folders-new');
    await expectAccessible(page);
    await page.getByRole('textbox', { name: 'Name' }).fill('Handset recorder');
    await save.press('Enter');
    await expect(page.getByText('“Handset recorder” is being watched')).toBeVisible();
    const row = page.getByRole('row', { name: /Handset recorder/ });
    await expect(row).toContainText('Watching');
    await expect(row).toContainText('2');
    await look(page, 'watch-folders');
    await expectAccessible(page);
    await row.click();
    await expect(section(/^Refused/).getByRole('listitem')).toHaveCount(2);
    await expect(section(/^Imported/).getByRole('listitem')).toHaveCount(2);
    await expect(section(/^Refused/)).toContainText('G.722');
    // It ends before its header says.
    write('broken-truncated.wav', '20261120-1520-208.wav');
    await expect(section(/^Still being written/)).toContainText('20261120-1520-208.wav');
    await look(page, 'watch-folder');
    await expectAccessible(page);
  });

  await test.step('a refused file is tried again, and refused again', async () => {
    // It is elsewhere until the page has looked, because it can be refused again before that.
    const [file, elsewhere] = [join(folder, '20261120-1440-203.wav'), `${folder}.wav`];
    renameSync(file, elsewhere);
    const button = pane.getByRole('button', { name: 'Try again: 20261120-1440-203.wav' });
    await button.press('Enter');
    await expect(page.getByText('Retrying 1 file')).toBeVisible();
    await expect(section(/^Refused/).getByRole('listitem')).toHaveCount(1);
    await expect(section(/^Refused/).getByRole('button')).toBeFocused();
    renameSync(elsewhere, file);
    await expect(section(/^Refused/).getByRole('listitem')).toHaveCount(2);
  });

  await test.step('deleting asks once, and moving says where to', async () => {
    await page.getByText('Delete them after their copy was checked').click();
    const dialog = page.getByRole('alertdialog', { name: 'Delete imported files from this folder?' });
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Cancel' }).press('Enter');
    await expect(page.getByRole('radio', { name: 'Leave the files where they are' })).toBeChecked();
    await page.getByText('Move them to “imported” inside this folder').click();
    await page.getByRole('textbox', { name: 'Folder for imported files' }).fill('done');
    await page.keyboard.press('Control+s');
    await expect(page.getByText('“Handset recorder” was saved')).toBeVisible();
    copyFileSync('tests/data/audio/spanish-16k.wav', join(folder, '20261120-1530-201.wav'));
    await expect(pane.getByText('The file was moved.')).toBeVisible();
    expect(existsSync(join(folder, 'done', '20261120-1530-201.wav'))).toBe(true);
  });

  await test.step('it is turned off by keyboard, in German and in a small window too', async () => {
    await turn.press('Space');
    await page.keyboard.press('Control+s');
    await expect(pane.getByRole('status')).toContainText('Off.');
    await speak(page, 'de');
    await page.setViewportSize({ width: 960, height: 600 });
    await page.goto('app://earshot/admin/watch-folders');
    await expect(page.getByRole('heading', { name: 'Überwachte Ordner' })).toBeVisible();
    await expect(page.getByRole('row', { name: /Handset recorder/ })).toContainText('Aus');
    await look(page, 'watch-folders-german');
    await page.getByRole('row', { name: /Handset recorder/ }).click();
    await expect(page.getByRole('heading', { name: 'Handset recorder' })).toBeVisible();
    await look(page, 'watch-folder-german');
    await speak(page, 'en');
  });
});

test('files whose dates nothing decides wait, and the answer on their page imports them', async ({ earshot }) => {
  const { page, dataFolder, choose } = earshot;
  await signedIn(earshot);
  const folder = join(dataFolder, '..', `exports-${Date.now()}`);
  mkdirSync(folder);
  copyFileSync('tests/data/audio/short-stereo-16k.wav', join(folder, 'one.wav'));
  writeFileSync(join(folder, 'calls.csv'), 'file,start,from\none.wav,03/04/2026 10:11:12,030111\n');
  await page.goto('app://earshot/admin/watch-folders/new');
  await choose([folder]);
  await page.getByRole('button', { name: 'Choose a folder…' }).press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'does the day or the month come first?' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Name' }).fill('Exports');
  await page.keyboard.press('Control+s');
  const row = page.getByRole('row', { name: /Exports/ });
  await expect(row).toContainText('1 waits for an answer');
  await row.click();
  const pane = page.getByRole('complementary', { name: 'Its files' });
  await expect(pane.getByRole('region', { name: /^Waiting for an answer/ })).toContainText('one.wav');
  await look(page, 'watch-folder-waiting');
  await expectAccessible(page);

  await page.getByRole('combobox', { name: 'Dates in numbers' }).fill('Day');
  await page.getByRole('option', { name: 'Day, month, year' }).click();
  await page.keyboard.press('Control+s');

  await expect(pane.getByRole('region', { name: /^Imported/ }).getByRole('link')).toContainText('one.wav');
  await expect(pane.getByRole('region', { name: /^Waiting for an answer/ })).toBeHidden();
});
