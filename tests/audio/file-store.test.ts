import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { fileStore } from '../../electron/service/audio/file-store';
import { filesBelow } from '../support/folder-files';
import { refusalOf } from './given-container';

const newRoot = () => join(mkdtempSync(join(tmpdir(), 'earshot-')), 'files');
const setup = Date.UTC(2026, 10, 20, 23, 59, 59, 999);
const uuid = '0e6a3a1e-6f0a-4f0e-9d59-0d8f8c7f2a11';

async function stored(root: string, text = 'sealed', setupMs = setup) {
  const file = await fileStore(root).create({ setupMs });
  await file.write(Buffer.from(text));
  return file.commit();
}

/** The file that a crash leaves: neither committed nor aborted. */
function leftBehind(root: string, name: string): string {
  mkdirSync(join(root, 'tmp'), { recursive: true });
  writeFileSync(join(root, `tmp/${name}.cra`), 'half a call');
  return `tmp/${name}.cra`;
}

describe('a new file', () => {
  test("is in the folder of its call's UTC date once committed, and nowhere before", async () => {
    const root = newRoot();
    const store = fileStore(root);
    const file = await store.create({ setupMs: setup });
    await file.write(Buffer.from('one '));
    await file.write(Buffer.from('two'));
    expect(readdirSync(root)).toEqual(['tmp']);

    const path = await file.commit();

    expect([path, file.path]).toEqual(Array(2).fill(`2026/11/20/${file.uuid}.cra`));
    expect(readFileSync(join(root, path), 'utf8')).toBe('one two');
    expect(readdirSync(join(root, 'tmp'))).toEqual([]);
  });

  test.skipIf(process.platform === 'win32')('and its folders are accessible only to their owner', async () => {
    const root = newRoot();
    const path = await stored(root);
    const mode = (relative: string) => statSync(join(root, relative)).mode & 0o777;

    expect(mode(path)).toBe(0o600);
    expect(['', 'tmp', '2026', '2026/11', '2026/11/20'].map(mode)).toEqual([0o700, 0o700, 0o700, 0o700, 0o700]);
  });

  test('leaves nothing when it is aborted, also after it was committed', async () => {
    const root = newRoot();
    const file = await fileStore(root).create({ setupMs: setup });
    await file.write(Buffer.from('x'));
    await file.abort();
    expect(readdirSync(join(root, 'tmp'))).toEqual([]);

    const kept = await fileStore(root).create({ setupMs: setup });
    const path = await kept.commit();
    await kept.abort();
    expect(existsSync(join(root, path))).toBe(true);
  });

  test('has side files of the same name', async () => {
    const root = newRoot();
    const store = fileStore(root);
    const file = await store.create({ setupMs: setup });
    const side = await store.create({ uuid: file.uuid, suffix: '.peaks', setupMs: setup });

    expect(await side.commit()).toBe(`2026/11/20/${file.uuid}.peaks`);
    expect(await file.commit()).toBe(`2026/11/20/${file.uuid}.cra`);
  });

  test('can be created together with many others', async () => {
    const root = newRoot();
    const store = fileStore(root);
    const paths = await Promise.all(
      Array.from({ length: 40 }, async (_, i) => {
        const file = await store.create({ setupMs: setup + (i % 3) * 86_400_000 });
        await file.write(Buffer.from(`call ${i}`));
        return file.commit();
      }),
    );

    expect(paths.map((path) => readFileSync(join(root, path), 'utf8'))).toEqual(paths.map((_, i) => `call ${i}`));
  });

  test('never replaces another one', async () => {
    const store = fileStore(newRoot());
    const file = await store.create({ uuid, setupMs: setup });

    await expect(store.create({ uuid, setupMs: setup })).rejects.toThrow('EEXIST');
    await file.abort();
  });
});

describe('a stored file', () => {
  test('is read and removed by its path', async () => {
    const root = newRoot();
    const path = await stored(root);
    const store = fileStore(root);

    const source = await store.open(path);
    expect((await source.read(0, 100)).toString()).toBe('sealed');
    await source.close();
    await store.remove(path);
    await store.remove(path);

    expect(await refusalOf(store.open(path))).toMatch(/^NotFound /);
    expect(await refusalOf(store.open(`1999/01/01/${uuid}.cra`))).toMatch(/^NotFound /);
  });

  test.each([
    '../secret',
    '/etc/passwd',
    '',
    '.',
    `2026/11/20/../../../../${uuid}.cra`,
    `2026/11/20/${uuid}.cra/../x`,
    `2026\\11\\20\\${uuid}.cra`,
    `2026/11/20/${uuid}`,
    `2026/11/20/${uuid}.cra\0`,
    `2026/11/20/${uuid}.cra\n`,
    `2026/11/20/${uuid.toUpperCase()}.cra`,
    `tmp/../2026/11/20/${uuid}.cra`,
    'C:\\Windows\\win.ini',
  ])('is never searched outside the archive: %j', async (path) => {
    const store = fileStore(newRoot());

    expect(await refusalOf(store.open(path))).toBe('IntegrityError recording_outside');
    expect(await refusalOf(store.remove(path))).toBe('IntegrityError recording_outside');
    expect(await refusalOf(store.create({ uuid: path, setupMs: setup }))).toBe('IntegrityError recording_outside');
    expect(await refusalOf(store.create({ suffix: path, setupMs: setup }))).toBe('IntegrityError recording_outside');
  });

  test.skipIf(process.platform === 'win32')('is not reached through links, of the file or of a folder', async () => {
    const [root, elsewhere] = [newRoot(), mkdtempSync(join(tmpdir(), 'earshot-'))];
    const path = await stored(root);
    const store = fileStore(root);
    renameSync(join(root, path), join(elsewhere, 'moved'));
    symlinkSync(join(elsewhere, 'moved'), join(root, path));
    expect(await refusalOf(store.open(path))).toBe('InvalidRecord not_a_file');

    rmSync(join(root, '2026/11/20'), { recursive: true });
    writeFileSync(join(elsewhere, `${uuid}.cra`), 'canary');
    symlinkSync(elsewhere, join(root, '2026/11/20'));
    expect(await refusalOf(store.open(`2026/11/20/${uuid}.cra`))).toBe('IntegrityError recording_outside');
    expect(await refusalOf(store.remove(`2026/11/20/${uuid}.cra`))).toBe('IntegrityError recording_outside');
    expect(await refusalOf(stored(root))).toBe('IntegrityError recording_outside');
    expect(readdirSync(elsewhere).sort()).toEqual([`${uuid}.cra`, 'moved']);
  });
});

describe('at start', () => {
  test('unfinished files are removed unless they are known', async () => {
    const root = newRoot();
    const kept = await stored(root);
    const [half, recording] = [leftBehind(root, uuid), leftBehind(root, uuid.replace('0e', '1e'))];
    writeFileSync(join(root, 'tmp', 'notes.txt'), 'not ours');

    await fileStore(root).emptyTemporary(async (path) => path === recording);

    expect([kept, recording, 'tmp/notes.txt', half].map((path) => existsSync(join(root, path)))).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });

  test('unknown recordings go into quarantine with their peaks, and come back once they are known', async () => {
    const root = newRoot();
    const [kept, lost] = [await stored(root), await stored(root)];
    const drawing = lost.replace('.cra', '.peaks');
    writeFileSync(join(root, drawing), 'drawn');
    writeFileSync(join(root, '2026', 'notes.txt'), 'not ours');
    const store = fileStore(root);
    const isThere = (path: string) => existsSync(join(root, path));

    await store.separate(async (path) => path === kept);
    const apart = [isThere(kept), isThere(lost), isThere(`quarantine/${lost}`), isThere(`quarantine/${drawing}`)];
    const listed = await store.quarantined();
    await store.separate(async () => true);

    expect(apart).toEqual([true, false, true, true]);
    expect(listed).toEqual([{ path: lost, size: 6 }]);
    expect([isThere(lost), isThere(drawing), isThere('2026/notes.txt')]).toEqual([true, true, true]);
    expect(await store.quarantined()).toEqual([]);
  });

  test('peaks without a recording are removed', async () => {
    const root = newRoot();
    const lost = await stored(root);
    renameSync(join(root, lost), join(root, lost.replace('.cra', '.peaks')));

    await fileStore(root).separate(async () => false);

    expect(filesBelow(root)).toEqual([]);
  });
});

describe('a file that is being written', () => {
  test('an unfinished recording opens by its temporary path', async () => {
    const root = newRoot();
    const file = await fileStore(root).create({ setupMs: setup });
    await file.write(Buffer.from('half a call'));
    await file.sync();

    const source = await fileStore(root).open(file.temporaryPath);

    expect((await source.read(0, 100)).toString()).toBe('half a call');
    await source.close();
    await file.abort();
  });
});

describe('when a folder cannot be synced to disk', () => {
  test('a recording that is released from quarantine stays there unchanged', async () => {
    const root = newRoot();
    const store = fileStore(root);
    const path = await stored(root);
    await store.setAside(path);
    await withFailingSync(async () => {
      await expect(store.release(path)).rejects.toThrow('EIO');
    });

    expect(await store.quarantined()).toEqual([{ path, size: 6 }]);
    await store.release(path);
    expect(readFileSync(join(root, path), 'utf8')).toBe('sealed');
  });

  test('a new file is aborted without a trace', async () => {
    const root = newRoot();
    const store = fileStore(root);
    const file = await store.create({ setupMs: setup });
    await file.write(Buffer.from('sealed'));
    await file.sync();

    await withFailingSync(async () => {
      await expect(file.commit()).rejects.toThrow('EIO');
    }, 2);
    await file.abort();

    expect(filesBelow(root)).toEqual([]);
  });
});

/** Runs `work` while the `nth` fsync fails, as on a failing drive. */
async function withFailingSync(work: () => Promise<void>, nth = 1): Promise<void> {
  const handle = await open(tmpdir(), 'r');
  const sync = vi.spyOn(Object.getPrototypeOf(handle), 'sync');
  await handle.close();
  for (let n = 1; n < nth; n++) sync.mockResolvedValueOnce(undefined);
  sync.mockRejectedValueOnce(Object.assign(new Error('EIO: i/o error, fsync'), { code: 'EIO' }));
  await work().finally(() => sync.mockRestore());
}
