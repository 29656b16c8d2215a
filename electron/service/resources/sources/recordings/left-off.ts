import { bytesEncodedIn } from '../../../audio/live/mp3-encoder';
import { blockBytes } from '../../../audio/wav';
import type { RecordingRow, selectLeftFiles } from './queries';

/** Where an earlier run of Earshot left a recording: when it last kept or paused something, and how much is kept, in ms. */
export type LeftOff = { at: number; kept_ms: number | null };

type LeftFile = ReturnType<typeof selectLeftFiles.run>[number];

/** Where a recording was left, by its own of these files. What is in a cut file of a sender's MP3 is not known. */
export function leftOffOf(row: RecordingRow, all: readonly LeftFile[]): LeftOff {
  const files = all.filter(({ recording_id }) => recording_id === row.recording_id);
  const lengths = files.map(({ length_ms, left_bytes }) => length_ms ?? lengthOf(left_bytes, row));
  const ends = files.map(({ start_time }, n) => start_time + (lengths[n] ?? 0));
  const kept_ms = lengths.reduce((sum, length) => (sum === null || length === null ? null : sum + length), 0);
  return { at: Math.max(row.setup_time, ...ends), kept_ms };
}

/** The length of the audio in the bytes of a cut file, in ms. */
function lengthOf(bytes: number | null, { format, codec, sample_rate, channels }: RecordingRow): number | null {
  if (bytes === null || format === 'mp3') return null;
  const sound = { codec: format, sample_rate, channels };
  const samples = (codec === 'mp3' ? bytesEncodedIn(bytes, sound) : bytes) / blockBytes(sound);
  return Math.round((samples * 1000) / sample_rate);
}
