import type { OpenRecording } from '@shared/contract/recordings';

/** The lengths of a recording at a time, in ms: of what is kept, and of the pause under way, if there is one. */
export function lengthsOf({ setup_time, paused_spans }: OpenRecording, now: number): { kept: number; paused?: number } {
  const spans = paused_spans.map(({ start_time, stop_time }) => ({
    length: Math.max(0, (stop_time === null ? now : Date.parse(stop_time)) - Date.parse(start_time)),
    isOpen: stop_time === null,
  }));
  const paused = spans.find(({ isOpen }) => isOpen)?.length;
  const dropped = spans.reduce((sum, { length }) => sum + length, 0);
  const kept = Math.max(0, now - Date.parse(setup_time) - dropped);
  return paused === undefined ? { kept } : { kept, paused };
}
