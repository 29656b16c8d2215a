import type { Peaks as Answer } from '@shared/contract/calls';
import { reason } from '@shared/reasons/reasons';
import type { Peaks } from '../../../../audio/peaks';
import { invalid, Refusal } from '../../../../refusal';

/** The refusal of peaks that belong to another recording. */
export const foreignPeaks = () => new Refusal('IntegrityError', reason('peaks_foreign'));

/** The peaks of a call's files in sequence, as the API returns them. */
export function joinPeaks(drawings: Peaks[]): Answer {
  const channels = drawings[0]?.channels ?? 1;
  if (drawings.some((one) => one.channels !== channels)) {
    throw invalid({ file_id: reason('channels_differ') });
  }
  const data = Array.from({ length: channels }, (_, channel) =>
    Buffer.concat(drawings.map((one) => Buffer.from(one.data[channel] ?? []))).toString('base64'),
  );
  const duration_ms = drawings.reduce((sum, one) => sum + one.duration_ms, 0);
  return { channels, duration_ms, per_second: 50, bits: 8, data };
}
