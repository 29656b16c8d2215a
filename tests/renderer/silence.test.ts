import fc from 'fast-check';
import { expect, test } from 'vitest';
import { barsOf, keptMs, pastSilence, savedBy, silencesIn } from '../../renderer/features/player/peaks';

const seconds = (count: number, level: number) => new Array<number>(count * 50).fill(level);
/** The highest level below which a lane is never taken as heard. */
const quiet = 0.02;

test('the silence between two voices is skipped up to the kept part at each end', () => {
  const agent = Float32Array.from([...seconds(1, 0.5), ...seconds(4, 0), ...seconds(1, 0)]);
  const customer = Float32Array.from([...seconds(5, 0), ...seconds(1, 0.5)]);

  const silences = silencesIn([agent, customer]);

  expect(silences).toEqual([{ start_ms: 1000, end_ms: 5000 }]);
  expect(savedBy(silences)).toBe(4000 - 2 * keptMs);
  expect([pastSilence(silences, 1100), pastSilence(silences, 1200), pastSilence(silences, 4900)]).toEqual([
    null,
    5000 - keptMs,
    null,
  ]);
});

test('skipping silence never cuts a sound over the threshold, however short', () => {
  const level = fc.oneof(fc.constant(0), fc.double({ min: 0, max: quiet, noNaN: true }), fc.constant(0.4));
  const lane = fc
    .array(fc.tuple(level, fc.integer({ min: 1, max: 150 })), { minLength: 1, maxLength: 12 })
    .map((runs) => Float32Array.from(runs.flatMap(([value, frames]) => new Array<number>(frames).fill(value))));
  fc.assert(
    fc.property(fc.array(lane, { minLength: 1, maxLength: 2 }), (lanes) => {
      const silences = silencesIn(lanes);
      const end_ms = 20 * Math.max(...lanes.map(({ length }) => length));
      let loudest = 0;
      for (let at_ms = 10; at_ms < end_ms; at_ms += 20) {
        const to_ms = pastSilence(silences, at_ms) ?? 0;
        for (let frame = Math.floor(at_ms / 20); frame < to_ms / 20; frame += 1)
          for (const lane of lanes) loudest = Math.max(loudest, lane[frame] ?? 0);
        // From there on, the same part would be skipped.
        at_ms = Math.max(at_ms, to_ms);
      }
      expect(loudest).toBeLessThan(0.06);
    }),
  );
});

test('a bar of a part stays the same while the part moves', () => {
  const lane = Float32Array.from({ length: 1000 }, (_, at) => Math.abs(Math.sin(at)));
  const [early, late] = [barsOf(lane, 20, 10, 5), barsOf(lane, 20, 15, 5)];
  // Without those at the edge, which have only one neighbour.
  expect([...late.slice(1, 14)]).toEqual([...early.slice(6, 19)]);
});

test('a bar that reaches over the end of a lane has its last values', () => {
  const lane = Float32Array.from({ length: 100 }, (_, frame) => (frame < 64 ? 0 : 0.5));

  expect(barsOf(lane, 1, 0, 128)[0]).toBeCloseTo((0.65 * 36 * 0.5) / 128 + 0.35 * 0.5, 5);
});
