import type { Call } from '@shared/contract/calls';
import { expect, test } from 'vitest';
import { channelIn, gapsOf, tracksOf } from '../../renderer/features/player/tracks';

test('gaps between files are computed from their measured lengths, not from end times in whole seconds', () => {
  const start = (second: number) => new Date(Date.UTC(2026, 10, 20, 10, 0, second)).toISOString();
  // Each file has 1.82 s of sound and is shown to end a second after its start.
  const files = [0, 10, 20, 30].map((second) => ({
    start_time: start(second),
    stop_time: start(second + 1),
    duration_ms: 1_820,
    channels: 1,
  }));

  const missing = gapsOf({ files, paused_spans: [] } as unknown as Call).map(({ missing_ms }) => missing_ms);

  expect(missing).toEqual([8_180, 8_180, 8_180]);
});

test('a gap is a pause if the recording was paused between its files', () => {
  const at = (second: number) => new Date(Date.UTC(2026, 10, 20, 10, 0, second)).toISOString();
  const file = (second: number) => ({
    start_time: at(second),
    stop_time: at(second + 5),
    duration_ms: 5_000,
    channels: 1,
  });
  const files = [file(0), file(9), file(20)];
  const paused = (...paused_spans: object[]) =>
    gapsOf({ files, paused_spans } as unknown as Call).map(({ isPaused }) => isPaused);

  expect(paused()).toEqual([false, false]);
  expect(paused({ start_time: at(5), stop_time: at(9) })).toEqual([true, false]);
  expect(paused({ start_time: at(14), stop_time: null })).toEqual([false, true]);
});

test('the lanes of a stereo file follow the channel of its agent', () => {
  const lanes = (agent_channel: 'left' | 'right' | null) => {
    const file = { file_id: '01', codec: 'pcm_s16le', channels: 2, agent_channel, duration_ms: 1_000 };
    const [track] = tracksOf({ call_id: 'a', files: [file], participants: [] } as unknown as Call);
    return track && [channelIn(track, 'agent'), channelIn(track, 'customer')];
  };

  expect([lanes(null), lanes('left'), lanes('right')]).toEqual([
    [0, 1],
    [0, 1],
    [1, 0],
  ]);
});
