import type { MPEGDecoder } from 'mpg123-decoder';
import type { ByteSource } from './byte-source';
import { frameHeader, isAlike } from './mp3';
import { blockFrames, type Mp3Layout, type Mp3Run } from './mp3-layout';
import { toInt16 } from './pcm';
import { openDecoder } from './sound-decoder';
import type { Samples } from './wav';

/** Sound may begin in the bytes of up to eleven frames before its own, and fades in from the last of them. */
const rollInFrames = 12;

/**
 * A run on the timeline of the file, in samples at the rate of the file; the end is not included. `before` is the run before
 * it, if something else than sound separates them.
 */
type Stretch = { run: Mp3Run; before: Mp3Run | undefined; from: number; to: number };

/** Decoded samples of a run; `at` is the number of the first one. */
type Decoded = { lanes: Float32Array[]; at: number };

/**
 * The sound of an MP3 file as 16-bit samples, at the highest rate and number of channels in it. It is decoded in blocks of
 * 128 frames, each by itself, so that a range costs no more than its blocks.
 */
export function mp3Samples(source: ByteSource, layout: Mp3Layout): Samples {
  const { sample_rate, channels } = layout;
  const stretches = stretchesOf(layout);
  const [lead = 0, trail = 0] = [layout.leadSamples, layout.trailSamples].map((samples) =>
    Math.round((samples * sample_rate) / (layout.runs[0]?.header.sample_rate ?? sample_rate)),
  );
  const count = Math.max(0, (stretches.at(-1)?.to ?? 0) - lead - trail);
  const block = 2 * channels;
  return {
    codec: 'pcm_s16le',
    sample_rate,
    channels,
    bits_per_sample: 16,
    length: count * block,
    async *read(first, last) {
      const decoder = await openDecoder();
      let isFresh = true;
      try {
        const end = Math.min(count, Math.floor(last / block) + 1) + lead;
        for (let at = Math.floor(first / block) + lead; at < end; ) {
          if (!isFresh) await decoder.reset();
          isFresh = false;
          const { stretch, index, stop } = blockAt(stretches, at, sample_rate);
          const decoded = await decodedBlock(source, decoder, stretch, index);
          const to = Math.min(stop, end);
          const bytes = interleaved(decoded, stretch, { at, to, sample_rate, channels });
          const position = (at - lead) * block;
          yield bytes.subarray(Math.max(0, first - position), last + 1 - position);
          at = to;
        }
      } finally {
        decoder.free();
      }
    },
  };
}

function stretchesOf({ runs, sample_rate }: Mp3Layout): Stretch[] {
  let end = 0;
  return runs.map((run, index) => {
    const previous = runs[index - 1];
    const before = previous && isAlike(previous.header, run.header) ? previous : undefined;
    const from = Math.round(end);
    end += (run.frames * run.header.samples * sample_rate) / run.header.sample_rate;
    return { run, before, from, to: Math.round(end) };
  });
}

/** The block that a sample is in: its stretch, its number there, and where the next one begins. */
function blockAt(stretches: Stretch[], at: number, sample_rate: number) {
  const stretch = stretches.findLast(({ from }) => from <= at);
  if (!stretch) throw new RangeError('The sound begins later.');
  const { run, from, to } = stretch;
  const { samples, sample_rate: own } = run.header;
  const perBlock = blockFrames * samples;
  const index = Math.floor(Math.floor(((at - from) * own) / sample_rate) / perBlock);
  const isLast = index >= run.blocks.length - 1;
  const stop = isLast ? to : from + Math.ceil(((index + 1) * perBlock * sample_rate) / own);
  return { stretch, index: Math.min(index, run.blocks.length - 1), stop };
}

/**
 * Decodes a block, with the frames before it and the one behind it that its edges need. A frame that cannot be decoded is
 * silence of its length, so that nothing after it moves.
 */
async function decodedBlock(
  source: ByteSource,
  decoder: MPEGDecoder,
  stretch: Stretch,
  index: number,
): Promise<Decoded> {
  const { run, before } = stretch;
  const { samples } = run.header;
  const rollIn = Math.max(0, index * blockFrames - rollInFrames);
  const frames = await framesOf(source, run, rollIn, (index + 1) * blockFrames + 1);
  if (index === 0 && before) {
    for (const frame of await framesOf(source, before, before.frames - rollInFrames, before.frames))
      decoder.decode(frame);
  }
  const lanes = [0, 1].map(() => new Float32Array(frames.length * samples));
  for (const [number, frame] of frames.entries()) {
    const { channelData } = decoder.decode(frame);
    for (const [channel, lane] of lanes.entries()) {
      const decoded = channelData[channel]?.subarray(-samples) ?? new Float32Array();
      lane.set(decoded, (number + 1) * samples - decoded.length);
    }
  }
  return { lanes, at: rollIn * samples };
}

/** The frames of a run from number `first` up to `end`, as far as it has them. */
async function framesOf(source: ByteSource, run: Mp3Run, first: number, end: number): Promise<Buffer[]> {
  const from = Math.max(0, first);
  const to = Math.min(run.frames, end);
  const block = Math.floor(from / blockFrames);
  const position = run.blocks[block] ?? run.from;
  const until = run.blocks[Math.ceil(to / blockFrames)] ?? run.to;
  const bytes = await source.read(position, until - position);
  const frames: Buffer[] = [];
  for (let [frame, at] = [block * blockFrames, 0]; frame < to; frame += 1) {
    const length = frameHeader(bytes, at)?.bytes ?? 0;
    if (frame >= from) frames.push(bytes.subarray(at, at + length));
    at += length;
  }
  return frames;
}

type Wanted = { at: number; to: number; sample_rate: number; channels: number };

/** The samples from `at` to `to` of the timeline, in little-endian order like every machine that Earshot runs on. */
function interleaved(
  { lanes, at: first }: Decoded,
  { run, from }: Stretch,
  { at, to, sample_rate, channels }: Wanted,
): Buffer {
  const own = run.header.sample_rate;
  const sampleAt = own === sample_rate ? asItIs : resampler(own, sample_rate);
  const out = new Int16Array((to - at) * channels);
  for (const [channel, lane] of lanes.slice(0, channels).entries()) {
    for (let n = at, place = channel; n < to; n += 1, place += channels) {
      out[place] = toInt16(sampleAt(lane, n - from, first));
    }
  }
  return Buffer.from(out.buffer);
}

/** The value of sample `n` of a run, whose sample number `first` is the first one of the lane. */
type SampleAt = (lane: Float32Array, n: number, first: number) => number;

const asItIs: SampleAt = (lane, n, first) => lane[n - first] ?? 0;

const taps = 16;

/** Samples at a higher rate, each from the 16 around it: a sinc with a Hann window. */
function resampler(own: number, rate: number): SampleAt {
  const kernels = new Map<number, Float32Array>();
  return (lane, n, first) => {
    const phase = (n * own) % rate;
    const begin = (n * own - phase) / rate - first - (taps / 2 - 1);
    const kernel = kernels.get(phase) ?? kernelOf(phase / rate);
    kernels.set(phase, kernel);
    let sum = 0;
    for (let tap = 0; tap < taps; tap += 1) sum += kernel[tap]! * (lane[begin + tap] ?? 0);
    return sum;
  };
}

const kernelOf = (fraction: number): Float32Array =>
  Float32Array.from({ length: taps }, (_, tap) => {
    const x = Math.PI * (tap - (taps / 2 - 1) - fraction);
    return (x === 0 ? 1 : Math.sin(x) / x) * (0.5 + 0.5 * Math.cos((2 * x) / taps));
  });
