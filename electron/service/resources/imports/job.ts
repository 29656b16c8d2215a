import { createHash, createPublicKey } from 'node:crypto';
import { opendir, stat } from 'node:fs/promises';
import { basename, extname, join, relative } from 'node:path';
import { type ByteSource, fileSource } from '../../audio/byte-source';
import { containerWriter } from '../../audio/container/writer';
import { type FileStore, fileStore, type NewFile } from '../../audio/file-store';
import { firstFrame, frameHeader } from '../../audio/mp3';
import { encodePeaks, peaksBuilder } from '../../audio/peaks';
import { type Probe, probe } from '../../audio/probe';
import { task } from '../../jobs/task';
import { Refusal } from '../../refusal';
import { type OwnFolder, ownFolder } from '../../store/own-folder';
import { type CsvPlace, readCsv } from './metadata/csv';
import type { ReadOptions } from './metadata/headers';
import { readJson } from './metadata/json';
import type { CallRecord } from './metadata/record';

const pieceBytes = 1024 * 1024;
const importChunkLog2 = 16;
const recordFiles = new Set(['.csv', '.json']);
const audioFiles = new Set(
  '.wav .wave .mp3 .ogg .oga .opus .flac .m4a .mp4 .aac .wma .amr .gsm .au .aif .aiff .webm .ulaw .alaw .sln'.split(
    ' ',
  ),
);

export type Found = { path: string; name: string };
export type Scan = { audio: Found[]; records: Found[] };
type ScanInput = { paths: string[]; dataFolder: string };

/**
 * Walks files and folders: what is audio by name or by content, and what may hold call records. The data folder is
 * passed over.
 */
export const scanPaths = task('imports.scan', async ({ paths, dataFolder }: ScanInput, alive): Promise<Scan> => {
  const scan: Scan = { audio: [], records: [] };
  const own = await ownFolder(dataFolder);
  for (const path of paths) {
    // One of several that is gone is a refused file; with nothing left to scan, the import has failed.
    const kind = await stat(path).catch((cause) => {
      if (paths.length === 1) throw cause;
    });
    // What lies in the data folder, too, is refused when its turn comes.
    if (!kind || (await own.holds(path))) scan.audio.push({ path, name: basename(path) });
    else if (kind.isDirectory()) await scanFolder(path, path, { scan, own, alive });
    else await sort({ path, name: basename(path) }, scan);
  }
  return scan;
});

type Walk = { scan: Scan; own: OwnFolder; alive: () => void };

async function scanFolder(root: string, folder: string, walk: Walk): Promise<void> {
  const { scan, own, alive } = walk;
  const names: { name: string; folder: boolean }[] = [];
  for await (const entry of await opendir(folder)) {
    if (!entry.name.startsWith('.') && (entry.isDirectory() || entry.isFile())) {
      names.push({ name: entry.name, folder: entry.isDirectory() });
    }
  }
  for (const entry of names.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    alive();
    const path = join(folder, entry.name);
    if (await own.is(path)) continue;
    const found = { path, name: relative(root, path) };
    // A folder that cannot be read is refused when its turn comes, like a file.
    if (entry.folder) await scanFolder(root, path, walk).catch(() => void scan.audio.push(found));
    else await sort(found, scan);
  }
}

async function sort(file: Found, scan: Scan): Promise<void> {
  const extension = extname(file.name).toLowerCase();
  if (recordFiles.has(extension)) scan.records.push(file);
  else if (audioFiles.has(extension) || (await looksLikeAudio(file.path))) scan.audio.push(file);
}

async function looksLikeAudio(path: string): Promise<boolean> {
  const source = await fileSource(path).catch(() => undefined);
  if (!source) return false;
  try {
    const head = await source.read(0, 12);
    if (/^(RIFF.{4}WAVE|ID3)/s.test(head.toString('latin1'))) return true;
    return frameHeader(head, 0) !== undefined && (await firstFrame(source, 0))?.position === 0;
  } finally {
    await source.close();
  }
}

export type Records = { records: CallRecord[]; next: CsvPlace | null; fault?: string };
type Part = { path: string; options: ReadOptions; from: CsvPlace | null };

/**
 * Reads a part of a file of call records: `next` says where to go on. A file that is none gives no records, or says
 * why it cannot be read. In parts, since what a thread hands over stops the main loop while it arrives.
 */
export const readRecords = task('imports.records', async ({ path, options, from }: Part): Promise<Records> => {
  try {
    if (extname(path).toLowerCase() === '.json') return await readJson(path, options);
    return await readCsv(path, options, from ?? undefined);
  } catch (cause) {
    const fault = cause instanceof Error ? cause.message.slice(0, 200) : 'cannot be read';
    return { records: [], next: null, fault };
  }
});

export type Identity = { sha256: string; size: number; mtime: number; probe: Probe };

type IdentifyInput = Found & { dataFolder: string };

/** What a file is: probed by content, and the SHA-256 that tells whether it is there already. */
export const identifyFile = task('imports.identify', async (input: IdentifyInput, alive): Promise<Identity> => {
  const { path, name, dataFolder } = input;
  if (await (await ownFolder(dataFolder)).holds(path)) throw inDataFolder();
  const source = lively(await fileSource(path), alive);
  try {
    const probed = await probe(source, name);
    const hash = createHash('sha256');
    for (let place = 0; place < source.size; place += pieceBytes) {
      hash.update(await source.read(place, Math.min(pieceBytes, source.size - place)));
    }
    const { mtimeMs } = await stat(path);
    return { sha256: hash.digest('hex'), size: source.size, mtime: Math.floor(mtimeMs), probe: probed };
  } finally {
    await source.close();
  }
});

const inDataFolder = () =>
  new Refusal('InvalidRecord', 'This lies in the data folder of Earshot itself.', {}, 'OWN_DATA_FOLDER');

/** A source that gives a sign of life with each read: a slow drive may take minutes over a large file. */
const lively = ({ size, read, close }: ByteSource, alive: () => void): ByteSource => ({
  size,
  close,
  async read(position, length) {
    alive();
    return read(position, length);
  },
});

const peaksSuffix = '.peaks';
const archives = new Map<string, FileStore>();

/** One store for each archive, since it remembers which folders are durable. */
function archiveAt(root: string): FileStore {
  const known = archives.get(root) ?? fileStore(root);
  archives.set(root, known);
  return known;
}

type Keep = {
  path: string;
  probe: Probe;
  setup_time: number;
  archive: string;
  recipients: { fingerprint: string; public_key: Uint8Array }[];
};
export type Kept = {
  sha256: string;
  file_size: number;
  file_path: string;
  peaks_path: string;
  encrypt_key: string;
  encrypt_tag: string;
  peaks_tag: string;
  encrypt_fingerprint: string;
  duration_ms: number;
};

/** Encrypts a file into the archive while reading it, and draws its peaks into a second container beside it. */
export const keepFile = task('imports.keep', async (input: Keep, alive): Promise<Kept> => {
  const recipients = input.recipients.map(({ fingerprint, public_key }) => ({
    fingerprint: Buffer.from(fingerprint, 'hex'),
    publicKey: createPublicKey({ key: Buffer.from(public_key), format: 'der', type: 'spki' }),
  }));
  const store = archiveAt(input.archive);
  const source = lively(await fileSource(input.path), alive);
  const made: NewFile[] = [];
  const committed: string[] = [];
  try {
    const file = await store.create();
    made.push(file);
    const side = await store.create({ uuid: file.uuid, suffix: peaksSuffix });
    made.push(side);
    const hash = createHash('sha256');
    const peaks = peaksBuilder(input.probe);
    const writer = containerWriter({ recipients, chunkLog2: importChunkLog2 });
    await file.write(writer.header);
    for (let place = 0; place < source.size; place += pieceBytes) {
      const piece = await source.read(place, Math.min(pieceBytes, source.size - place));
      hash.update(piece);
      await peaks.push(piece);
      await file.write(writer.push(piece));
    }
    await file.write(writer.finish());
    const drawn = await peaks.finish();
    const drawing = containerWriter({ recipients, chunkLog2: importChunkLog2 });
    await side.write(Buffer.concat([drawing.header, drawing.push(encodePeaks(drawn)), drawing.finish()]));
    const peaks_path = await side.commit(input.setup_time);
    committed.push(peaks_path);
    const file_path = await file.commit(input.setup_time);
    const first = writer.stanzas[0];
    if (!first) throw new Error('A container was made for nobody.');
    return {
      sha256: hash.digest('hex'),
      file_size: source.size,
      file_path,
      peaks_path,
      encrypt_key: first.wrapped.toString('base64'),
      encrypt_tag: writer.headerMac.toString('base64'),
      peaks_tag: drawing.headerMac.toString('base64'),
      encrypt_fingerprint: first.fingerprint.toString('hex'),
      duration_ms: drawn.duration_ms,
    };
  } catch (cause) {
    await Promise.all([...made.map((one) => one.abort()), ...committed.map((path) => store.remove(path))]);
    throw cause;
  } finally {
    await source.close();
  }
});
