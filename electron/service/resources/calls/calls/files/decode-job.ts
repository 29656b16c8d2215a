import type { SoundFormat } from '@shared/sound-formats';
import { type LockedFile, withPlain } from '../../../../audio/file-store';
import { asPcm, type SoundLayout, samplesOf, soundLayout } from '../../../../audio/samples';
import type { Samples } from '../../../../audio/wav';
import { task } from '../../../../jobs/task';

/** A stored file, and the key that opens it. `as`: wav decodes also what players have a codec for. */
export type Stored = LockedFile & { format: SoundFormat; as: 'wav' | undefined };

/** What a stored file is sent as. Refused with IntegrityError when it is damaged. */
export const describeSamples = task('calls.describe-samples', (stored: Stored, alive) =>
  withSamples(stored, alive, async ({ read, ...about }) => about),
);

const fewestBytes = 256 * 1024;

/**
 * The samples of a stored file from the byte `first` on, up to `last` or to the end of a decoded block: no block is decoded
 * for two pieces. Refused with IntegrityError when it is damaged.
 */
export const readSamples = task(
  'calls.read-samples',
  ({ first, last, ...stored }: Stored & { first: number; last: number }, alive) =>
    withSamples(stored, alive, async ({ read }) => {
      const pieces: Buffer[] = [];
      let bytes = 0;
      for await (const piece of read(first, last)) {
        pieces.push(piece);
        bytes += piece.length;
        if (bytes >= fewestBytes) break;
      }
      return Buffer.concat(pieces);
    }),
);

/** Where the sound of files is that were played last, by their tag: an MP3 file of four hours takes half a second. */
const layouts = new Map<string, SoundLayout>();
const mostLayouts = 32;

async function layoutOf(tag: string, find: () => Promise<SoundLayout>): Promise<SoundLayout> {
  const layout = layouts.get(tag) ?? (await find());
  layouts.delete(tag);
  layouts.set(tag, layout);
  for (const old of layouts.keys()) if (layouts.size > mostLayouts) layouts.delete(old);
  return layout;
}

const withSamples = <T>(
  { format, as, ...locked }: Stored,
  alive: () => void,
  work: (samples: Samples) => Promise<T>,
): Promise<T> =>
  withPlain(locked, alive, async (plain) => {
    const samples = samplesOf(plain, await layoutOf(locked.tag, () => soundLayout(plain, format)));
    return work(as === 'wav' ? asPcm(samples) : samples);
  });
