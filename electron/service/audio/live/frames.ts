import { reason } from '@shared/reasons/reasons';
import { invalid } from '../../refusal';
import { type FrameHeader, FrameSplitter, frameHeader, infoOf, isAlike, tagBytesAt } from '../mp3';
import { blockBytes } from '../wav';

/** The sound of a live recording. */
export type LiveSound = { codec: 'pcm_s16le' | 'mp3'; sample_rate: number; channels: number };

/** Whole frames, and the offset of their first byte in what the sender sends. */
export type Frames = { bytes: Buffer; at: number };

/**
 * Cuts a stream of bytes that arrive in any pieces into whole frames: samples of all channels, or MP3 frames. Only whole
 * frames are stored, so that a pause cuts between two of them.
 */
export type Framer = {
  /**
   * The frames that are complete with these bytes. Refused with InvalidRecord when 64 KiB contain no frame of the announced
   * sound; then nothing since `soughtFrom` was kept, and `restart` begins again.
   */
  push(bytes: Buffer): Frames[];
  /** Drops an incomplete frame, and continues at the first whole frame from `offset`. */
  restart(offset: number): void;
  /** The offset up to which every byte was returned or dropped. */
  readonly settled: number;
  /** Where the search for the first frame began; undefined once it is found. */
  readonly soughtFrom: number | undefined;
};

/** Frames from `offset` on. */
export const framerOf = (sound: LiveSound, offset: number): Framer =>
  sound.codec === 'mp3'
    ? new Mp3Frames(sound, offset)
    : new PcmFrames(blockBytes(sound as { codec: 'pcm_s16le'; channels: number }), offset);

class PcmFrames implements Framer {
  settled = 0;
  readonly soughtFrom = undefined;
  private position = 0;
  private rest: Buffer = Buffer.alloc(0);

  constructor(
    private readonly block: number,
    offset: number,
  ) {
    this.restart(offset);
  }

  push(bytes: Buffer): Frames[] {
    // The rest of a frame that was dropped.
    const skipped = Math.min(bytes.length, Math.max(0, this.settled - this.position));
    this.position += bytes.length;
    const all = this.rest.length > 0 ? Buffer.concat([this.rest, bytes]) : bytes.subarray(skipped);
    const whole = all.length - (all.length % this.block);
    this.rest = Buffer.from(all.subarray(whole));
    const at = this.settled;
    this.settled += whole;
    return whole > 0 ? [{ bytes: all.subarray(0, whole), at }] : [];
  }

  restart(offset: number): void {
    this.position = offset;
    this.rest = Buffer.alloc(0);
    // A frame begins at every multiple of its length.
    this.settled = Math.ceil(offset / this.block) * this.block;
  }
}

/** Without a frame in this many bytes after its tags, a stream is not what was announced. */
const maxSoughtBytes = 64 * 1024;

class Mp3Frames implements Framer {
  settled = 0;
  soughtFrom: number | undefined;
  private sought: Buffer = Buffer.alloc(0);
  /** The bytes of a tag that have not arrived yet. */
  private tagBytes = 0;
  private splitter: FrameSplitter | undefined;

  constructor(
    private readonly sound: LiveSound,
    offset: number,
  ) {
    this.restart(offset);
  }

  push(bytes: Buffer): Frames[] {
    const found = this.splitter ? this.splitter.push(bytes) : this.begin(bytes);
    return found.map((run) => {
      this.settled = run.position + run.bytes.length;
      return { bytes: run.bytes, at: run.position };
    });
  }

  restart(offset: number): void {
    this.settled = offset;
    this.soughtFrom = offset;
    this.sought = Buffer.alloc(0);
    this.tagBytes = 0;
    this.splitter = undefined;
  }

  /**
   * Looks for the first frame: two headers in a row, in the announced format. An Info frame is skipped, because it
   * describes a whole file.
   */
  private begin(bytes: Buffer) {
    const all = this.withoutTags(Buffer.concat([this.sought, bytes]));
    for (let at = all.indexOf(0xff); at >= 0; at = all.indexOf(0xff, at + 1)) {
      const first = frameHeader(all, at);
      if (!this.isOurs(first) || !this.isOurs(frameHeader(all, at + first.bytes))) continue;
      const begins = infoOf(all.subarray(at, at + first.bytes)) ? at + first.bytes : at;
      this.splitter = new FrameSplitter(first, this.settled + begins);
      this.sought = Buffer.alloc(0);
      this.soughtFrom = undefined;
      return this.splitter.push(all.subarray(begins));
    }
    if (all.length > maxSoughtBytes) throw this.notAnnounced(all);
    this.sought = Buffer.from(all);
    return [];
  }

  /** Drops the ID3 tags at the start, which may be longer than what is searched. */
  private withoutTags(bytes: Buffer): Buffer {
    let rest = bytes;
    while (true) {
      const dropped = Math.min(this.tagBytes, rest.length);
      this.tagBytes -= dropped;
      this.settled += dropped;
      rest = rest.subarray(dropped);
      this.tagBytes += tagBytesAt(rest);
      if (this.tagBytes === 0 || rest.length === 0) return rest;
    }
  }

  private notAnnounced(bytes: Buffer) {
    const { sample_rate, channels } = this.sound;
    const found = otherFrame(bytes);
    if (!found) return invalid({ format: reason('live_format_other') });
    if (found.sample_rate !== sample_rate)
      return invalid({ sample_rate: reason('live_rate_other', { announced: sample_rate, found: found.sample_rate }) });
    return invalid({ channels: reason('live_channels_other', { announced: channels, found: found.channels }) });
  }

  private isOurs(header: FrameHeader | undefined): header is FrameHeader {
    return header?.sample_rate === this.sound.sample_rate && header.channels === this.sound.channels;
  }
}

/** The first of three frames in a row, of any sound. */
function otherFrame(bytes: Buffer): FrameHeader | undefined {
  for (let at = bytes.indexOf(0xff); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const first = frameHeader(bytes, at);
    const second = first && frameHeader(bytes, at + first.bytes);
    if (!second || !isAlike(first, second)) continue;
    if (isAlike(first, frameHeader(bytes, at + first.bytes + second.bytes))) return first;
  }
  return undefined;
}
