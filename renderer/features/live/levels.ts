import { type RecordingLevels, readRecordingLevels } from '@shared/contract/recordings';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/api';
import { recordingKeys } from '../../api/cache/recordings';

/** One bar of the picture. */
const everyMs = 300;
/** The time over which the speed of a sender is measured. */
const spanMs = 3_000;
const shortestMs = 1_000;

/** `from` is where the sender was at most a span ago, `bytesPerSecond` its speed since then. */
type Measured = RecordingLevels & { from: { at: number; offset: number }; bytesPerSecond: number };

/** The levels of a recording and how fast its audio arrives, read again several times a second. */
export function useLevels(recording_id: string) {
  const client = useQueryClient();
  const queryKey = recordingKeys.levels(recording_id);
  return useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const { levels } = await api(readRecordingLevels, { params: { recording_id }, signal });
      return measured(client.getQueryData<Measured>(queryKey), levels, Date.now());
    },
    refetchInterval: everyMs,
    retry: false,
    gcTime: 0,
  });
}

/** The levels with the speed of the sender, measured since a while before. */
function measured(before: Measured | undefined, levels: RecordingLevels, at: number): Measured {
  if (!before) return { ...levels, from: { at, offset: levels.offset }, bytesPerSecond: 0 };
  const { from, bytesPerSecond } = before;
  const spentMs = at - from.at;
  // Too short to measure.
  if (spentMs <= shortestMs) return { ...levels, from, bytesPerSecond };
  return {
    ...levels,
    from: spentMs < spanMs ? from : { at, offset: levels.offset },
    bytesPerSecond: ((levels.offset - from.offset) * 1000) / spentMs,
  };
}
