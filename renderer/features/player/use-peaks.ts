import { readPeaks } from '@shared/contract/calls';
import type { AnswerOf } from '@shared/contract/operation';
import { queryOptions, type UseQueryResult, useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '../../api/api';
import { peakKeys } from '../../api/cache/calls';
import { isRefusal } from '../../api/refusal';
import { gainOf, type Loudness, lineOf, loudnessOf, type Span, silencesIn } from './peaks';
import { channelIn, type Lane, lanesOf, lengthOf, type Track } from './tracks';

export type DrawnLane = { lane: Lane; loudness: Loudness };
/** The waveform of a call; `gain` amplifies quiet recordings. */
export type Drawing = { lanes: DrawnLane[]; gain: number; silences: Span[]; duration_ms: number };

const decode = ({ peaks }: AnswerOf<typeof readPeaks>): Loudness[] => loudnessOf(peaks);

/** The peaks of one file, converted to the loudness of each channel. */
const peaksOf = (call_id: string, file_id: string) =>
  queryOptions({
    queryKey: peakKeys.ofFile(call_id, file_id),
    queryFn: ({ signal }) => api(readPeaks, { params: { call_id }, query: { file_id }, signal }),
    // A stable function, because a new one in each render would decode again and cause another render.
    select: decode,
    staleTime: Number.POSITIVE_INFINITY,
    // Megabytes for a long call, and loaded again in milliseconds, so it is only cached while it is shown.
    gcTime: 0,
    retry: (count, error) => count < 3 && !isRefusal(error, 400, 403, 404),
  });

const together = (results: UseQueryResult<Loudness[]>[]) => ({
  peaks: results.every((result) => result.data) ? results.map((result) => result.data as Loudness[]) : null,
  failed: results.some((result) => result.isError),
});

/** The waveform of a call once all its peaks are loaded, or whether they failed to load. */
export function useDrawing(
  call_id: string | null,
  tracks: readonly Track[],
): { drawing: Drawing | null; failed: boolean } {
  const { peaks, failed } = useQueries({
    queries: tracks.map(({ file_id }) => peaksOf(call_id ?? '', file_id)),
    combine: together,
  });
  const drawing = useMemo(() => (peaks && tracks.length > 0 ? drawingOf(tracks, peaks) : null), [peaks, tracks]);
  return { drawing, failed };
}

function drawingOf(tracks: readonly Track[], peaks: readonly Loudness[][]): Drawing {
  const duration_ms = lengthOf(tracks);
  const partsIn = (lane: Lane) =>
    tracks.flatMap((track, index) => {
      const loudness = peaks[index]?.[channelIn(track, lane) ?? -1];
      return loudness ? [{ loudness, offset_ms: track.offset_ms }] : [];
    });
  const lanes = lanesOf(tracks).map((lane): DrawnLane => ({ lane, loudness: lineOf(partsIn(lane), duration_ms) }));
  const loudness = lanes.map((lane) => lane.loudness);
  return { lanes, gain: gainOf(loudness), silences: silencesIn(loudness), duration_ms };
}
