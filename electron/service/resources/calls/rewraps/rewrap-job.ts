import type { ByteSource } from '../../../audio/byte-source';
import { type RecipientRow, recipientOf, withKeys, wrapDataKey } from '../../../audio/container/data-key';
import { headerOf, makeHeader } from '../../../audio/container/header';
import { openContainer } from '../../../audio/container/reader';
import { archiveAt } from '../../../audio/file-store';
import { task } from '../../../jobs/task';
import { viewOf } from '../../../secret';

const pieceBytes = 1024 * 1024;

type Rewrapping = {
  archive: string;
  path: string;
  /** Of the new file. */
  uuid: string;
  suffix: '.cra' | '.peaks';
  setupMs: number;
  data_key: Uint8Array;
  recipient: RecipientRow;
};
/** The new container: its path, the tag of its header, and the keys that it is encrypted to. */
export type Rewrapped = { path: string; tag: string; fingerprints: string[] };

/**
 * Writes a copy of a container with a header that names one more key. The chunks stay as they are, because the data key does.
 * Refused with IntegrityError when the container is damaged, before anything is written.
 */
export const rewrapFile = task('rewraps.file', async (input: Rewrapping, alive): Promise<Rewrapped> => {
  const { archive, path } = input;
  const dataKey = viewOf(input.data_key);
  try {
    // Verifies the header and the last chunk; closes its source.
    await (await openContainer(await archiveAt(archive).open(path), dataKey)).close();
    const source = await archiveAt(archive).open(path);
    return await copied(input, source, dataKey, alive).finally(() => source.close());
  } finally {
    dataKey.fill(0);
  }
});

async function copied(
  { archive, uuid, suffix, setupMs, recipient }: Rewrapping,
  source: ByteSource,
  dataKey: Buffer,
  alive: () => void,
): Promise<Rewrapped> {
  const file = await archiveAt(archive).create({ uuid, suffix, setupMs, lengthBytes: source.size });
  try {
    const { bytes, mac: _, stanzas: known, ...header } = await headerOf(source);
    const stanzas = [...known, wrapDataKey(dataKey, header.fileId, recipientOf(recipient))];
    const made = withKeys(dataKey, header.salt, (keys) => makeHeader(keys.header, { ...header, stanzas }));
    await file.write(made.bytes);
    for await (const piece of after(source, bytes.length, alive)) await file.write(piece);
    return {
      path: await file.commit(),
      tag: made.mac.toString('base64'),
      fingerprints: stanzas.map((stanza) => stanza.fingerprint.toString('hex')),
    };
  } catch (cause) {
    await file.abort();
    throw cause;
  }
}

/** The bytes of a file from `start`, in pieces. */
async function* after(source: ByteSource, start: number, alive: () => void): AsyncGenerator<Buffer> {
  for (let place = start; place < source.size; place += pieceBytes) {
    alive();
    yield await source.read(place, Math.min(pieceBytes, source.size - place));
  }
}
