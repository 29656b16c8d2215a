import { type FrameHeader, FrameSplitter, frameHeader } from '../mp3';
import { blockBytes } from '../wav';

/** The sound of a live recording. */
export type LiveSound = { codec: 'pcm_s16le' | 'mp3'; sample_rate: number; channels: number };

/** Whole frames, and the offset of their first byte in what the sender sends. */
export type Frames = { bytes: Buffer; at: number };

/**
 * Cuts a stream of bytes that arrive in any pieces into whole frames: samples of all channels, or MP3 frames. Only whole
 * frames are stored, so that a pause cuts between two of them.
 */
export interface Framer {
  /** The frames that are complete with these bytes. */
  push(bytes: Buffer): Frames[];
  /** Drops an incomplete frame, and goes on at the first whole frame from `offset`. */
  restart(offset: number): void;
  /** The offset up to which every byte was returned or dropped. */
  readonly settled: number;
}

/** Frames from `offset` on. */
export const framerOf = (sound: LiveSound, offset: number): Framer =>
  sound.codec === 'mp3'
    ? new Mp3Frames(sound, offset)
    : new PcmFrames(blockBytes(sound as { codec: 'pcm_s16le'; channels: number }), offset);

class PcmFrames implements Framer {
  settled = 0;
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

/** Without a frame in so many bytes, the oldest are dropped. */
const mostSoughtBytes = 64 * 1024;

class Mp3Frames implements Framer {
  settled = 0;
  private sought: Buffer = Buffer.alloc(0);
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
    this.sought = Buffer.alloc(0);
    this.splitter = undefined;
  }

  /** Looks for the first frame: two headers in a row, of the sound that was announced. */
  private begin(bytes: Buffer) {
    const all = Buffer.concat([this.sought, bytes]);
    for (let at = all.indexOf(0xff); at >= 0; at = all.indexOf(0xff, at + 1)) {
      const first = frameHeader(all, at);
      if (!this.isOurs(first) || !this.isOurs(frameHeader(all, at + first.bytes))) continue;
      this.splitter = new FrameSplitter(first, this.settled + at);
      this.sought = Buffer.alloc(0);
      return this.splitter.push(all.subarray(at));
    }
    const kept = all.subarray(-mostSoughtBytes);
    this.settled += all.length - kept.length;
    this.sought = Buffer.from(kept);
    return [];
  }

  private isOurs(header: FrameHeader | undefined): header is FrameHeader {
    return header?.sample_rate === this.sound.sample_rate && header.channels === this.sound.channels;
  }
}
