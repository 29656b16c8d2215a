import { readPeaks } from '@shared/contract/calls';
import type { AnswerOf } from '@shared/contract/operation';
import { queryOptions, useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '../../api/api';
import { isRefusal } from '../../api/refusal';
import { gainOf, type Loudness, loudnessOf, placed, type Span, silencesIn } from './peaks';
import { type Lane, lanesOf, type Track } from './tracks';

export type DrawnLane = { lane: Lane; loudness: Loudness };
/** What is drawn of a call; `gain` lifts quiet recordings. */
export type Drawing = { lanes: DrawnLane[]; gain: number; silences: Span[]; duration_ms: number };

/** Peaks of the joined audio, or of one file, ready to look at: the loudness of each channel. */
type DecodedPeaks = { channels: Loudness[]; duration_ms: number };

const decode = ({ peaks }: AnswerOf<typeof readPeaks>): DecodedPeaks => ({
  channels: loudnessOf(peaks),
  duration_ms: peaks.duration_ms,
});

/** The one query for peaks; they never change. */
export const peaksOf = (call_id: string, file_id: string | null) =>
  queryOptions({
    queryKey: ['peaks', { call_id, file_id }],
    queryFn: ({ signal }) =>
      api(readPeaks, { params: { call_id }, query: file_id === null ? {} : { file_id }, signal }),
    select: decode,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 10 * 60_000,
    retry: (count, error) => count < 3 && !isRefusal(error, 400, 403, 404),
  });

/** The waveform of a call: the drawing once all its peaks are here, or whether they cannot come. */
export function useDrawing(
  call_id: string | null,
  tracks: readonly Track[],
): { drawing: Drawing | null; failed: boolean } {
  const answers = useQueries({
    queries: tracks.map(({ file_id }) => peaksOf(call_id ?? '', file_id)),
    combine: (results) => ({
      peaks: results.every((result) => result.data) ? results.map((result) => result.data as DecodedPeaks) : null,
      failed: results.some((result) => result.isError),
    }),
  });
  const drawing = useMemo(
    () => (answers.peaks && tracks.length > 0 ? drawingOf(tracks, answers.peaks) : null),
    [answers.peaks, tracks],
  );
  return { drawing, failed: answers.failed };
}

function drawingOf(tracks: readonly Track[], peaks: readonly DecodedPeaks[]): Drawing {
  const duration_ms = Math.max(...tracks.map((track, index) => track.offset_ms + (peaks[index]?.duration_ms ?? 0)));
  const lanes = lanesOf(tracks).map((lane): DrawnLane => {
    const index = tracks.findIndex((track) => track.lanes.includes(lane));
    const track = tracks[index];
    const channel = peaks[index]?.channels[track?.lanes.indexOf(lane) ?? 0] ?? new Float32Array(1);
    return { lane, loudness: placed(channel, track?.offset_ms ?? 0, duration_ms) };
  });
  const loudness = lanes.map((lane) => lane.loudness);
  return { lanes, gain: gainOf(loudness), silences: silencesIn(loudness), duration_ms };
}
