import { copyFileSync, linkSync, mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { importSummary } from '../../electron/service/resources/sources/imports';
import { run } from '../support/command-line';
import { recording } from '../support/given';
import { mayMount, mounted } from '../support/mount';
import { noKeychain, startService, temporaryFolder } from '../support/start-service';

const attempts = 4;
const databases = ['owner.lock', 'earshot.db', 'earshot.db-wal', 'earshot.db-shm'];

/** The ways to select the archive, or its content, as the source of an import. */
const ways: [string, (archive: string) => string[]][] = [
  ['the folder that holds it', (archive) => [dirname(archive)]],
  ['itself, by a symbolic link', (archive) => [linked(archive)]],
  ['its files', (archive) => [...databases, 'audio'].map((name) => join(archive, name))],
  ['hard links to its files', (archive) => [hardLinked(archive)]],
];

// A process that closes any descriptor of a file loses all its locks on that file. The second process is a real
// command: before the fix it started and wrote, and the database became malformed.
test.each(ways)(
  'while an archive imports %s, a second process is refused',
  async (_, pathsTo) => {
    const { archive, imported } = await archiveInFolder();
    const codes: (number | null)[] = [];

    for (let n = 0; n < attempts; n++) {
      const importing = imported(pathsTo(archive));
      codes.push((await run(['seed', '--data', archive, '--calls', '1'])).code);
      await importing;
    }

    codes.push((await run(['seed', '--data', archive, '--calls', '1'])).code);
    expect(codes).toEqual(Array(attempts + 1).fill(5));
  },
  300_000,
);

test.skipIf(!mayMount)(
  'the archive is recognised under a bind mount (needs root)',
  async () => {
    const { archive, imported } = await archiveInFolder();

    const inside = await imported([mounted('--bind', archive)]);
    const { code } = await run(['seed', '--data', archive, '--calls', '1']);

    expect([inside.status, inside.reason, code]).toEqual(['failed', 'OWN_DATA_FOLDER', 5]);
  },
  60_000,
);

test('recordings beside the archive are imported, the content of the archive is skipped', async () => {
  const { archive, imported } = await archiveInFolder();
  copyFileSync(recording('question.mp3'), join(archive, 'copied.mp3'));

  const beside = await imported([dirname(archive)]);
  const inside = await imported([join(archive, 'copied.mp3')]);
  const both = await imported([join(archive, 'copied.mp3'), join(dirname(archive), 'beside.wav')]);

  expect(beside).toMatchObject({ total: 1, imported: 1, refused: 0, rows_without_audio: 0 });
  expect(inside).toMatchObject({ status: 'failed', reason: 'OWN_DATA_FOLDER', total: 0 });
  expect(both).toMatchObject({
    status: 'done',
    skipped: 1,
    refused_files: [{ file: 'copied.mp3', reason: 'This is inside the data folder of Earshot itself.' }],
  });
});

test.each([
  ['itself', ''],
  ['a folder within it', 'audio'],
])(
  'importing the data folder, selected as %s, ends with exit code 1 and a reason',
  async (_, within) => {
    const { service, dataFolder } = await startService({ keychain: noKeychain });
    await service.close();
    const folder = join(dataFolder, within);

    const { code, stdout, stderr } = await run(['import', '--data', dataFolder, folder]);

    expect({ code, stdout, stderr }).toEqual({
      code: 1,
      stdout: '',
      stderr: `${folder} lies in the data folder of Earshot itself. Name a folder outside it.\n`,
    });
  },
  60_000,
);

test('a preview of the data folder reports that it is the data folder', async () => {
  const { choose, dataFolder, admin } = await startService();
  const source = choose('Chosen', [dataFolder]);

  const { status, body } = await admin.post('/api/v2/imports/preview.json', { preview: { source } });

  expect([status, body.explanation]).toEqual([400, 'This is inside the data folder of Earshot itself.']);
});

/** A running archive in a folder that also contains a recording; `imported` imports paths into it. */
async function archiveInFolder() {
  const folder = temporaryFolder();
  const archive = join(folder, 'archive');
  mkdirSync(archive);
  copyFileSync(recording('short-stereo-16k.wav'), join(folder, 'beside.wav'));
  const { service, given } = await startService({ dataFolder: archive });
  const imported = async (paths: string[]) => importSummary(service.store, await given.imported(paths));
  return { archive, imported };
}

function linked(archive: string): string {
  const link = join(temporaryFolder(), 'link');
  symlinkSync(archive, link);
  return link;
}

function hardLinked(archive: string): string {
  const folder = join(temporaryFolder(), 'links');
  mkdirSync(folder);
  for (const name of databases) linkSync(join(archive, name), join(folder, `${name}.wav`));
  return folder;
}
