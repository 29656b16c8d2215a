import type { Talk } from '@shared/contract/calls';
import { openContainer } from '../../../../audio/container/reader';
import { archiveAt } from '../../../../audio/file-store';
import { decodePeaks } from '../../../../audio/peaks';
import { levelsOf, measureTalk } from '../../../../audio/talk';
import { task } from '../../../../jobs/task';
import { isRefusal } from '../../../../refusal';
import { viewOf } from '../../../../secret';
import type { Unmeasured, UnmeasuredCall } from './queries';

/** A call whose waveforms can be opened. */
export type OpenedCall = Omit<UnmeasuredCall, 'files'> & { files: (Unmeasured & { data_key: Uint8Array })[] };

/** Measures the talk of calls in their waveforms. Null for one whose waveform is missing or damaged. */
export const measureCalls = task(
  'talk.measure',
  async ({ archive, calls }: { archive: string; calls: OpenedCall[] }, alive): Promise<(Talk | null)[]> => {
    const measured: (Talk | null)[] = [];
    for (const call of calls) {
      alive();
      measured.push(
        await measure(archive, call).catch((cause: unknown) => {
          if (isRefusal(cause) || isMissing(cause)) return null;
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
    return tag === undefined && isForeign ? { data: [] } : peaks;
  } finally {
    key.fill(0);
    await container.close();
  }
}

const isMissing = (cause: unknown): boolean => cause instanceof Error && 'code' in cause && cause.code === 'ENOENT';
