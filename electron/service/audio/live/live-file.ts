import { createHash } from 'node:crypto';
import { type RecipientRow, recipientOf } from '../container/data-key';
import { type ContainerWriter, containerOf, containerWriter } from '../container/writer';
import type { FileStore, NewFile } from '../file-store';
import { encodePeaks, type PeaksBuilder, peaksBuilder } from '../peaks';
import { levelsOf } from '../talk';
import { wavHeader } from '../wav';
import { liveChunkLog2 } from './bare';
import type { LiveSound } from './frames';
import { type Mp3Encoder, mp3Encoder } from './mp3-encoder';

/** 16 KiB: one second of 8 kHz in one channel. A crash loses at most one chunk. */
const chunkBytes = 2 ** liveChunkLog2;

/** A finished file of a live recording: bare samples or MP3 frames, without a header. */
export type SealedFile = Awaited<ReturnType<LiveFile['seal']>>;

type Made = { file: NewFile; writer: ContainerWriter; peaks: PeaksBuilder; encoder: Mp3Encoder | undefined };

type Beginning = {
  uuid: string;
  /** When its call began. */
  setupMs: number;
  keys: readonly RecipientRow[];
  sound: LiveSound;
  /** How `sound` is stored, if not as it is. */
  codec?: LiveSound['codec'];
  /** Its audio is in another file until it is sealed, so that no chunk of it has to survive a power cut before. */
  isCopy?: true;
};

/**
 * A file that grows while its audio arrives, encrypted chunk by chunk; each chunk is on disk before the next one is taken,
 * unless the file is a copy. The calls of one file must be awaited one by one.
 */
export class LiveFile {
  private readonly hash = createHash('sha256');
  private length = 0;
  /** Whether all that was taken is in the file. After a failed write, it is unknown which of its bytes are. */
  private isWhole = true;

  private constructor(
    private readonly store: FileStore,
    private readonly setupMs: number,
    private readonly keys: readonly RecipientRow[],
    /** As it is stored. */
    private readonly sound: LiveSound,
    private readonly made: Made,
    private readonly isCopy = false,
  ) {}

  /** A new file under a fresh data key. Refused with InsufficientStorage. */
  static async begin(store: FileStore, beginning: Beginning): Promise<LiveFile> {
    const { uuid, setupMs, keys, sound, codec = sound.codec, isCopy } = beginning;
    const file = await store.create({ uuid, setupMs });
    try {
      const writer = containerWriter({ recipients: keys.map(recipientOf), chunkLog2: liveChunkLog2 });
      const encoder = codec === sound.codec ? undefined : await mp3Encoder(sound);
      const peaks = peaksBuilder({ ...sound, data_offset: 0, data_length: Number.POSITIVE_INFINITY });
      await file.write(writer.header);
      await file.sync();
      return new LiveFile(store, setupMs, keys, { ...sound, codec }, { file, writer, peaks, encoder }, isCopy);
    } catch (cause) {
      await file.abort();
      throw cause;
    }
  }

  get temporaryPath(): string {
    return this.made.file.temporaryPath;
  }

  /** The path once it is sealed. */
  get path(): string {
    return this.made.file.path;
  }

  /**
   * Takes whole frames. Refused with InsufficientStorage, before any of the refused frames is in the file. After any other
   * failure the file can only be left.
   */
  async append(frames: Buffer): Promise<void> {
    for (let at = 0; at < frames.length; at += chunkBytes) {
      const part = frames.subarray(at, at + chunkBytes);
      // Checked before, because the rest of a chunk that does not fit could not be stored either.
      await this.store.mustHaveRoom(2 * chunkBytes);
      await this.whole(async () => {
        await this.made.peaks.push(part);
        await this.write(this.made.encoder?.encode(part) ?? part);
      });
    }
  }

  /**
   * Does a step that changes the file. A chunk after one that is missing would be encrypted for another place than it has
   * in the file, so no step follows one that failed.
   */
  private async whole<T>(step: () => Promise<T>): Promise<T> {
    if (!this.isWhole) throw new Error('A write to this file has failed.');
    this.isWhole = false;
    const done = await step();
    this.isWhole = true;
    return done;
  }

  private async write(bytes: Buffer): Promise<void> {
    this.hash.update(bytes);
    this.length += bytes.length;
    const sealed = this.made.writer.push(bytes);
    if (sealed.length === 0) return;
    await this.made.file.write(sealed);
    if (!this.isCopy) await this.made.file.sync();
  }

  /** Ends the file and stores its peaks next to it. Throws after a write that failed: then the file can only be left. */
  seal() {
    return this.whole(() => this.end());
  }

  private async end() {
    const { file, writer, peaks, encoder } = this.made;
    if (encoder) await this.write(encoder.finish());
    await file.write(writer.finish());
    const drawn = await peaks.finish();
    const drawing = containerOf(encodePeaks(drawn), { recipients: this.keys.map(recipientOf), chunkLog2: 16 });
    const { uuid } = file;
    const side = await this.store.create({ uuid, setupMs: this.setupMs, suffix: '.peaks', essential: true });
    try {
      await side.write(drawing.bytes);
      const peaks_path = await side.commit();
      const file_path = await file.commit();
      const [first] = writer.stanzas;
      if (!first) throw new Error('A container was made without recipients.');
      const { codec, sample_rate, channels } = this.sound;
      return {
        codec,
        sample_rate,
        channels,
        bits_per_sample: 16,
        data_offset: 0,
        data_length: this.length,
        file_path,
        peaks_path,
        duration_ms: drawn.duration_ms,
        levels: levelsOf(drawn),
        truncated: 0,
        rendered: 0,
        unheard_bytes: 0,
        file_size:
          this.length + (codec === 'mp3' ? 0 : wavHeader({ ...this.sound, codec, bits_per_sample: 16 }, 0).length),
        watermark: this.hash.digest('hex'),
        encrypt_key: first.wrapped.toString('base64'),
        encrypt_tag: writer.headerMac.toString('base64'),
        peaks_tag: drawing.headerMac.toString('base64'),
        encrypt_fingerprint: first.fingerprint.toString('hex'),
        fingerprints: this.keys.map(({ fingerprint }) => fingerprint),
        import_key: null,
        original_name: null,
      };
    } catch (cause) {
      await side.abort();
      throw cause;
    }
  }

  /** Closes the file without an end, so that its chunks can be salvaged. */
  leave(): Promise<void> {
    return this.made.file.leave();
  }

  /** Removes the file. */
  abort(): Promise<void> {
    return this.made.file.abort();
  }
}
