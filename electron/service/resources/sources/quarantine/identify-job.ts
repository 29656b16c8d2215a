import { createHash } from 'node:crypto';
import { lively } from '../../../audio/byte-source';
import { openContainer, plainSource } from '../../../audio/container/reader';
import { archiveAt } from '../../../audio/file-store';
import { type Drawn, probeBare } from '../../../audio/live/bare';
import { encodePeaks, filePeaks } from '../../../audio/peaks';
import { type Probe, probe } from '../../../audio/probe';
import { isWavCodec, wavHeader } from '../../../audio/wav';
import { task } from '../../../jobs/task';
import { viewOf } from '../../../secret';

/** `live`: the properties of a live recording that follow from its waveform; null without one, absent for other recordings. */
type Input = { archive: string; path: string; dataKey: Uint8Array; live?: Drawn | null };
export type Identified = { sha256: string; size: number; probe: Probe; duration_ms: number; peaks: Uint8Array };

/**
 * Reads a container completely: verifies every chunk, and returns the SHA-256, the properties and the peaks of the
 * original.
 */
export const identifyRecording = task(
  'quarantine.identify',
  async ({ archive, path, dataKey, live }: Input, alive): Promise<Identified> => {
    const key = viewOf(dataKey);
    const container = await archiveAt(archive)
      .open(path)
      .then((source) => openContainer(source, key))
      .finally(() => key.fill(0));
    try {
      const plain = lively(plainSource(container), alive);
      const probed = await (live === undefined ? probe(plain) : probeBare(plain, live ?? undefined));
      const hash = createHash('sha256');
      const peaks = filePeaks(plain, probed);
      for await (const piece of container.read(0, container.length - 1)) {
        alive();
        hash.update(piece);
        await peaks.push(piece);
      }
      const drawn = await peaks.finish();
      return {
        sha256: hash.digest('hex'),
        size: container.length + headerBytes(probed),
        probe: probed,
        duration_ms: drawn.duration_ms,
        peaks: encodePeaks(drawn),
      };
    } finally {
      await container.close();
    }
  },
);

/** Bare samples get a WAV header when they are read. */
const headerBytes = ({ format, codec, data_offset, ...sound }: Probe) =>
  format === 'wav' && isWavCodec(codec) && data_offset === 0 ? wavHeader({ codec, ...sound }, 0).length : 0;
