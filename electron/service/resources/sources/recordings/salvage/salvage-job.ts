import type { RecipientRow } from '../../../../audio/container/data-key';
import { unfinishedChunks } from '../../../../audio/container/reader';
import { archiveAt } from '../../../../audio/file-store';
import { framerOf, type LiveSound } from '../../../../audio/live/frames';
import { LiveFile, type SealedFile } from '../../../../audio/live/live-file';
import { task } from '../../../../jobs/task';
import { viewOf } from '../../../../secret';

type Salvaging = {
  archive: string;
  path: string;
  /** Of the new file, so that the caller can remove it however this ends. */
  uuid: string;
  left_bytes: number;
  data_key: Uint8Array;
  keys: RecipientRow[];
  sound: LiveSound;
  setupMs: number;
};

/**
 * Copies what is left of a recording without an end into a new file, under a new data key: writing on under the old one
 * could encrypt two different chunks in the same place.
 */
export const salvageFile = task('recordings.salvage', async (input: Salvaging, alive): Promise<SealedFile> => {
  const dataKey = viewOf(input.data_key);
  try {
    const source = await archiveAt(input.archive).open(input.path);
    return await copied(input, unfinishedChunks(source, dataKey, input.left_bytes), alive).finally(() =>
      source.close(),
    );
  } finally {
    dataKey.fill(0);
  }
});

async function copied(
  { archive, uuid, keys, sound, setupMs }: Salvaging,
  chunks: AsyncIterable<Buffer>,
  alive: () => void,
): Promise<SealedFile> {
  const framer = framerOf(sound, 0);
  const file = await LiveFile.begin(archiveAt(archive), { uuid, setupMs, keys, sound, isCopy: true });
  try {
    for await (const chunk of chunks) {
      alive();
      for (const { bytes } of framer.push(chunk)) await file.append(bytes);
    }
    return await file.seal();
  } catch (cause) {
    await file.abort();
    throw cause;
  }
}
