import { readPeaks } from '@shared/contract/calls';
import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '../../api/api';
import { isRefusal } from '../../api/refusal';
import { gainOf, type Loudness, loudnessOf, placed, type Span, silencesIn } from './peaks';
import { type Lane, lanesOf, type Track } from './tracks';

export type DrawnLane = { lane: Lane; loudness: Loudness };
/** What is drawn of a call; `gain` lifts quiet recordings. */
export type Drawing = { lanes: DrawnLane[]; gain: number; silences: Span[]; duration_ms: number };

/** The waveform of a call: the drawing once all its peaks are here, or whether they cannot come. */
export function useDrawing(
  call_id: string | null,
  tracks: readonly Track[],
): { drawing: Drawing | null; failed: boolean } {
  const answers = useQueries({
    queries: tracks.map(({ file_id }) => ({
      queryKey: ['peaks', { call_id, file_id }],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        api(readPeaks, { params: { call_id: call_id ?? '' }, query: file_id === null ? {} : { file_id }, signal }),
      select: loudnessOfAnswer,
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 10 * 60_000,
      retry: (count: number, error: Error) => count < 3 && !isRefusal(error, 400, 403, 404),
      networkMode: 'always' as const,
    })),
    combine: (results) => ({
      peaks: results.every((result) => result.data) ? results.map((result) => result.data as PeaksOfTrack) : null,
      failed: results.some((result) => result.isError),
    }),
  });
  const drawing = useMemo(
    () => (answers.peaks && tracks.length > 0 ? drawingOf(tracks, answers.peaks) : null),
    [answers.peaks, tracks],
  );
  return { drawing, failed: answers.failed };
}

type PeaksOfTrack = { channels: Loudness[]; duration_ms: number };

const loudnessOfAnswer = ({ peaks }: { peaks: Parameters<typeof loudnessOf>[0] }): PeaksOfTrack => ({
  channels: loudnessOf(peaks),
  duration_ms: peaks.duration_ms,
});

function drawingOf(tracks: readonly Track[], peaks: readonly PeaksOfTrack[]): Drawing {
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
