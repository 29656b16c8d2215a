import { createHash } from 'node:crypto';
import type { SoundFormat } from '@shared/sound-formats';
import { lively, piecesOf, sha256Of } from '../../../audio/byte-source';
import { type RecipientRow, recipientOf } from '../../../audio/container/data-key';
import { containerOf, containerWriter } from '../../../audio/container/writer';
import { archiveAt, type NewFile } from '../../../audio/file-store';
import { rawFormatOf } from '../../../audio/formats/plain';
import { encodePeaks, filePeaks } from '../../../audio/peaks';
import { type Probe, probe } from '../../../audio/probe';
import { levelsOf } from '../../../audio/talk';
import { type Upload, uploadSource } from '../../../audio/upload';
import { task } from '../../../jobs/task';
import { ownFolder } from '../../../store/own-folder';
import { openSound } from './metadata/vcon';
import { inDataFolder } from './scan-job';

const importChunkLog2 = 16;

/** Where a recording comes from: a file of the user, or an upload, with what it is if it is sound without a header. */
type Origin = { path: string } | { upload: Upload; raw: SoundFormat | undefined };

const openOrigin = (origin: Origin) => ('path' in origin ? openSound(origin.path) : uploadSource(origin.upload));

type Identify = { origin: Origin; dataFolder: string };
export type Identity = { sha256: string; size: number; mtime: number; probe: Probe };

/** Identifies a file: probes its content, and computes its SHA-256. */
export const identifyFile = task(
  'imports.identify',
  async ({ origin, dataFolder }: Identify, alive): Promise<Identity> => {
    if ('path' in origin && (await (await ownFolder(dataFolder)).holds(origin.path))) throw inDataFolder();
    const opened = await openOrigin(origin);
    const source = lively(opened, alive);
    try {
      const probed = await probe(source, 'path' in origin ? rawFormatOf(origin.path) : origin.raw);
      const sha256 = await sha256Of(source);
      const mtime = Math.floor(opened.mtimeMs);
      return { sha256, size: source.size, mtime, probe: probed };
    } finally {
      await source.close();
    }
  },
);

export const peaksSuffix = '.peaks';
type Keep = {
  origin: Origin;
  /** The name of the stored files, so that the caller can remove them however this thread ends. */
  uuid: string;
  probe: Probe;
  setup_time: number;
  archive: string;
  recipients: RecipientRow[];
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
  fingerprints: string[];
  duration_ms: number;
  levels: Uint8Array[];
};

/**
 * Encrypts a file into the archive while reading it, and stores its peaks in a second container next to it. When this
 * fails, the caller discards both.
 */
export const keepFile = task('imports.keep', async (input: Keep, alive): Promise<Kept> => {
  const recipients = input.recipients.map(recipientOf);
  const store = archiveAt(input.archive);
  const source = lively(await openOrigin(input.origin), alive);
  const { uuid, setup_time: setupMs } = input;
  const made: NewFile[] = [];
  try {
    const file = await store.create({ uuid, setupMs, lengthBytes: source.size });
    made.push(file);
    const side = await store.create({ uuid, setupMs, suffix: peaksSuffix });
    made.push(side);
    const hash = createHash('sha256');
    const peaks = filePeaks(source, input.probe);
    const writer = containerWriter({ recipients, chunkLog2: importChunkLog2 });
    await file.write(writer.header);
    for await (const piece of piecesOf(source)) {
      hash.update(piece);
      await peaks.push(piece);
      await file.write(writer.push(piece));
    }
    await file.write(writer.finish());
    const drawn = await peaks.finish();
    const drawing = containerOf(encodePeaks(drawn), { recipients, chunkLog2: importChunkLog2 });
    await side.write(drawing.bytes);
    const peaks_path = await side.commit();
    const file_path = await file.commit();
    const first = writer.stanzas[0];
    if (!first) throw new Error('A container was made without recipients.');
    return {
      sha256: hash.digest('hex'),
      file_size: source.size,
      file_path,
      peaks_path,
      encrypt_key: first.wrapped.toString('base64'),
      encrypt_tag: writer.headerMac.toString('base64'),
      peaks_tag: drawing.headerMac.toString('base64'),
      encrypt_fingerprint: first.fingerprint.toString('hex'),
      fingerprints: input.recipients.map(({ fingerprint }) => fingerprint),
      duration_ms: drawn.duration_ms,
      levels: levelsOf(drawn),
    };
  } catch (cause) {
    await Promise.all(made.map((one) => one.abort()));
    throw cause;
  } finally {
    await source.close();
  }
});
