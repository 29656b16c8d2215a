import { copyFileSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, look, signedIn, speak, test } from './launch';

test('a folder is chosen and watched, shows what came of its files, tries refused ones again, and is turned off', async ({
  earshot,
}) => {
  const { page, dataFolder, choose } = earshot;
  await signedIn(earshot);
  await page.goto('app://earshot/admin/watch-folder');
  const main = page.getByRole('main', { name: 'Watch folder' });
  const section = (name: RegExp) => main.getByRole('region', { name });
  const folder = join(dataFolder, '..', `handset-recorder-${Date.now()}`);
  const turn = main.getByRole('switch', { name: 'Watch this folder' });

  await test.step('without a folder, there is one thing to do', async () => {
    await expect(main).toContainText('No folder yet');
    await expect(turn).not.toBeChecked();
    await look(page, 'watch-folder-none');
  });

  await test.step('the data folder is refused, another one is watched', async () => {
    await choose([dataFolder]);
    await main.getByRole('button', { name: 'Choose a folder…' }).press('Enter');
    await expect(main.getByRole('alert')).toContainText('keeps its own data');
    mkdirSync(folder);
    const write = (from: string, name: string) => copyFileSync(join('tests/data/audio', from), join(folder, name));
    write('short-stereo-16k.wav', '20261120-1508-214.wav');
    write('question.mp3', '20261120-1456-208.mp3');
    write('unplayable-g722.wav', '20261120-1447-219.wav');
    writeFileSync(join(folder, '20261120-1440-203.wav'), 'words');
    await choose([folder]);
    await main.getByRole('button', { name: 'Choose a folder…' }).press('Enter');
    await expect(turn).toBeChecked();
    await expect(section(/^Folder/).getByRole('status')).toContainText('Watching');
    await expect(section(/^Refused/).getByRole('listitem')).toHaveCount(2);
    await expect(section(/^Imported/).getByRole('listitem')).toHaveCount(2);
    await expect(section(/^Refused/)).toContainText('G.722');
    // It ends before its header says.
    write('broken-truncated.wav', '20261120-1520-208.wav');
    await expect(section(/^Still being written/)).toContainText('20261120-1520-208.wav');
    await look(page, 'watch-folder');
  });

  await test.step('a refused file is tried again, and refused again', async () => {
    // It is elsewhere until the page has looked, because it can be refused again before that.
    const [file, elsewhere] = [join(folder, '20261120-1440-203.wav'), `${folder}.wav`];
    renameSync(file, elsewhere);
    const button = main.getByRole('button', { name: 'Try again: 20261120-1440-203.wav' });
    await button.press('Enter');
    await expect(page.getByText('Retrying 1 file')).toBeVisible();
    await expect(section(/^Refused/).getByRole('listitem')).toHaveCount(1);
    await expect(section(/^Refused/).getByRole('button')).toBeFocused();
    renameSync(elsewhere, file);
    await expect(section(/^Refused/).getByRole('listitem')).toHaveCount(2);
  });

  await test.step('it is turned off by keyboard, in German and in a small window too', async () => {
    await turn.press('Space');
    await expect(turn).not.toBeChecked();
    await expect(section(/^Folder/).getByRole('status')).toContainText('Off.');
    await speak(page, 'de');
    await page.setViewportSize({ width: 960, height: 600 });
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Überwachter Ordner' })).toBeVisible();
    await expect(page.getByRole('region', { name: /^Abgelehnt/ }).getByRole('listitem')).toHaveCount(2);
    await look(page, 'watch-folder-german');
  });
});
