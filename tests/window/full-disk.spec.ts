import { execFileSync, spawn } from 'node:child_process';
import {
  closeSync,
  copyFileSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { commandFor, expect, expectAccessible, look, setTheme, signedIn, test } from './launch';
import { faded, microphone } from './microphone';

// A disk that can be filled must be mounted, which requires root. Otherwise these tests are reported as skipped.
test.skip(process.getuid?.() !== 0, 'needs root');

let disk = '';
const mount = (folder: string): void => {
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=96m,mode=0700', 'tmpfs', folder]);
  disk = folder;
};
test.afterEach(() => void execFileSync('umount', ['--lazy', disk]));
test.use({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the fixtures taken apart
  prepare: async ({}, use) => use(mount),
});

const filler = () => join(disk, 'filler');
/** Uses all free space except for `leave` bytes. */
function fill({ leave }: { leave: number }): void {
  const piece = Buffer.alloc(65_536, 1);
  const write = (path: string, bytes: number) => {
    const file = openSync(path, 'a');
    try {
      for (let written = 0; written < bytes; ) written += writeSync(file, piece);
    } finally {
      closeSync(file);
    }
  };
  const spare = join(disk, 'spare');
  write(spare, leave);
  expect(() => write(filler(), Number.POSITIVE_INFINITY)).toThrow('ENOSPC');
  rmSync(spare);
}

test('an import without space pauses, names the disk and the remedy, and continues automatically', async ({
  earshot,
}) => {
  await signedIn(earshot);
  const { page, dataFolder, choose } = earshot;
  const source = mkdtempSync(join(tmpdir(), 'earshot-source-'));
  copyFileSync(resolve('tests/data/audio/repair-call-stereo-8k.wav'), join(source, 'long.wav'));
  await choose([source]);
  await expect(page.getByRole('button', { name: 'Choose a folder…' })).toBeVisible();
  fill({ leave: 256 * 1024 });

  await page.getByRole('button', { name: 'Choose a folder…' }).click();
  const preview = page.getByRole('main', { name: /^Import “/ });
  const named = `The disk that holds “${dataFolder}” has`;
  await expect(preview.getByRole('alert')).toContainText(named);
  await preview.getByRole('button', { name: 'Import 1 call' }).click();

  const tasks = page.getByRole('dialog', { name: 'Imports' });
  await expect(tasks).toContainText('Paused');
  await expect(tasks).toContainText(named);
  await expect(tasks).toContainText(
    'Free some space on it. The import continues automatically once there is enough disk space.',
  );
  for (const theme of ['light', 'dark'] as const) {
    await setTheme(page, theme);
    await expectAccessible(page);
  }
  await tasks.getByRole('button', { name: 'Continue now' }).click();
  await expect(tasks).toContainText('Paused');

  rmSync(filler());
  await expect(tasks).toContainText('1 call imported');
  rmSync(source, { recursive: true });
});

test.describe('while the microphone is recorded', () => {
  test.use({ switches: microphone(faded(400, 1000)) });

  test('a full disk ends the recording, which is said, and all until then is kept and opens', async ({ earshot }) => {
    await signedIn(earshot);
    const { page } = earshot;
    await page.getByRole('link', { name: 'Live' }).click();
    await page.getByRole('button', { name: 'Start recording' }).click();
    await expect(page.getByRole('timer')).toHaveText(/^\d+:(?!0[0-2])\d\d/);

    fill({ leave: 0 });

    await expect(page.getByRole('main').getByRole('alert')).toContainText(
      'The recording has ended because the disk is full. What was stored until then is kept.',
    );
    await look(page, 'live-disk-full');
    rmSync(filler());
    await page.getByRole('region', { name: 'Just ended' }).getByRole('listitem').getByRole('link').first().click();
    await expect(page.getByRole('complementary', { name: 'Call' })).toContainText('1 file, encrypted');
    const call_id = new URL(page.url()).searchParams.get('call');
    const seconds = await page.evaluate(async (address) => {
      const wav = await (await fetch(address)).arrayBuffer();
      return (wav.byteLength - 44) / 32_000;
    }, `/api/v2/calls/${call_id}.json/file`);
    expect(seconds).toBeGreaterThan(1);

    await page.getByRole('link', { name: 'Live' }).click();
    await page.getByRole('button', { name: 'Start recording' }).click();
    await expect(page.getByRole('timer')).toHaveText(/^\d+:(?!00)\d\d/);
  });
});

test('a first start on a full disk names the disk and the remedy', async () => {
  const home = mkdtempSync(join(tmpdir(), 'earshot-home-'));
  mount(mkdtempSync(join(tmpdir(), 'earshot-disk-')));
  fill({ leave: 0 });
  const [said, program] = [join(home, 'said'), join(home, 'program.cjs')];
  writeFileSync(
    program,
    `require('electron').dialog.showErrorBox = (...said) => require('node:fs').writeFileSync('${said}', said.join('\\n'));
    require('${resolve('build/node/main.cjs')}');`,
  );
  const env = { ...process.env, HOME: home, XDG_CONFIG_HOME: home, XDG_DATA_HOME: disk };

  const started = spawn(...commandFor(program), { env, stdio: 'ignore' });
  const code = await new Promise((ended) => started.once('exit', ended));

  expect(code).toBe(1);
  expect(readFileSync(said, 'utf8')).toBe(
    `Earshot did not start\nThe disk that holds ${join(disk, 'earshot')} is full. Earshot needs at least 20\u00a0MB there. Free some space on it, then start Earshot again.`,
  );
  rmSync(home, { recursive: true, force: true });
});
