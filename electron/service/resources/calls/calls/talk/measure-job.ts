import type { Talk } from '@shared/contract/calls';
import { reason } from '@shared/reasons/reasons';
import { openContainer } from '../../../../audio/container/reader';
import { archiveAt } from '../../../../audio/file-store';
import { decodePeaks } from '../../../../audio/peaks';
import { levelsOf, measureTalk } from '../../../../audio/talk';
import { task } from '../../../../jobs/task';
import { isRefusal, Refusal } from '../../../../refusal';
import { viewOf } from '../../../../secret';
import type { Unmeasured, UnmeasuredCall } from './queries';

/** A call whose waveforms can be opened. */
export type OpenedCall = Omit<UnmeasuredCall, 'files'> & { files: (Unmeasured & { data_key: Uint8Array })[] };

/** Measures the talk of calls in their waveforms. Null for one whose waveform is missing, damaged or cannot be read. */
export const measureCalls = task(
  'talk.measure',
  async ({ archive, calls }: { archive: string; calls: OpenedCall[] }, alive): Promise<(Talk | null)[]> => {
    const measured: (Talk | null)[] = [];
    for (const call of calls) {
      alive();
      measured.push(
        await measure(archive, call).catch((cause: unknown) => {
          if (isRefusal(cause) || isOfSystem(cause)) return null;
          throw cause;
        }),
      );
    }
    return measured;
  },
);

async function measure(archive: string, { files, agent_joined }: OpenedCall): Promise<Talk | null> {
  const heard = [];
  for (const file of files) heard.push({ ...file, levels: levelsOf(await drawn(archive, file)) });
  return measureTalk(heard, agent_joined);
}

/** The waveform of a file. One without a tag has to be as long as its recording. */
async function drawn(archive: string, { peaks_path, peaks_tag, data_key, ...file }: OpenedCall['files'][number]) {
  const key = viewOf(data_key);
  const tag = peaks_tag === null ? undefined : Buffer.from(peaks_tag, 'base64');
  const container = await openContainer(await archiveAt(archive).open(peaks_path), key, tag);
  try {
    const pieces: Buffer[] = [];
    for await (const piece of container.read(0, container.length - 1)) pieces.push(piece);
    const peaks = decodePeaks(Buffer.concat(pieces));
    const isForeign = peaks.duration_ms !== file.duration_ms || peaks.channels !== file.channels;
    if (tag === undefined && isForeign) throw new Refusal('IntegrityError', reason('peaks_damaged'));
    return peaks;
  } finally {
    key.fill(0);
    await container.close();
  }
}

/** A file that is missing or cannot be read, which must not keep the other calls waiting. */
const isOfSystem = (cause: unknown): boolean => cause instanceof Error && 'syscall' in cause;
