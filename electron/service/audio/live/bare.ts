import { reason } from '@shared/reasons/reasons';
import { Refusal } from '../../refusal';
import type { ByteSource } from '../byte-source';
import { firstFrame, frameHeader } from '../mp3';
import type { Peaks } from '../peaks';
import { type Probe, probe } from '../probe';

/** Live recordings have chunks of this size, imported ones of another. */
export const liveChunkLog2 = 14;

/** The sample rates of live recordings, in Hz. */
const rates = [8000, 16_000, 48_000];

/** The properties of a file that follow from its stored waveform. */
export type Drawn = Pick<Peaks, 'channels' | 'duration_ms'>;

/**
 * The properties of a live recording, which has no header: those of its MP3 frames, or of samples whose rate follows from the
 * length of the waveform. Refused with InvalidRecord for samples without a waveform that fits.
 */
export async function probeBare(source: ByteSource, drawn: Drawn | undefined): Promise<Probe> {
  const startsWithFrame = frameHeader(await source.read(0, 4), 0) && (await firstFrame(source, 0))?.position === 0;
  if (startsWithFrame) return probe(source);
  const samples = source.size / (2 * (drawn?.channels ?? 1));
  // Its length is rounded to a millisecond.
  const sample_rate = rates.find(
    (rate) => drawn && Math.abs(samples - (drawn.duration_ms * rate) / 1000) <= rate / 1000,
  );
  if (!drawn || sample_rate === undefined) throw new Refusal('InvalidRecord', reason('live_sound_unknown'));
  const { channels, duration_ms } = drawn;
  const sound = { codec: 'pcm_s16le', sample_rate, channels, bits_per_sample: 16, duration_ms } as const;
  const whole = { data_offset: 0, data_length: source.size, truncated: false, rendered: false, unheard_bytes: 0 };
  return { format: 'wav', ...sound, ...whole, notes: [], tags: {} };
}
