import { expect, test } from 'vitest';
import { edgeMoved, loopWithin, nearerEdgeMoved } from '../../renderer/features/player/loop-edges';
import {
  following,
  momentAt,
  momentIn,
  movedTo,
  shortest_ms,
  spanIn,
  type View,
  zoomedAt,
} from '../../renderer/features/player/view';

const minute = 60_000;
const whole: View = { start_ms: 0, span_ms: minute };

test('zooming keeps the moment under the pointer in its place, within the call', () => {
  const near = zoomedAt(whole, 2, 45_000, minute);
  expect(near).toEqual({ start_ms: 22_500, span_ms: 30_000 });
  expect(momentIn(near as View, 45_000)).toEqual(momentIn(whole, 45_000));
  expect(zoomedAt(whole, 2, minute, minute)).toEqual({ start_ms: 30_000, span_ms: 30_000 });
  expect(zoomedAt({ start_ms: 0, span_ms: 10_000 }, 0.5, 10_000, minute)).toEqual({ start_ms: 0, span_ms: 20_000 });
});

test('zooming ends at the resolution of the stored peaks and at the whole call', () => {
  expect(zoomedAt(whole, 1000, 30_000, minute)?.span_ms).toBe(shortest_ms);
  expect(zoomedAt({ start_ms: 10_000, span_ms: 50_000 }, 1 / 1.25, 30_000, minute)).toBeNull();
  expect(zoomedAt({ start_ms: 0, span_ms: 1000 }, 2, 500, 1000)).toBeNull();
});

test('the view follows the playhead by pages, and stays while the playhead is in it', () => {
  const view = { start_ms: 20_000, span_ms: 10_000 };
  expect(following(view, 29_999, minute)).toBe(view);
  expect(following(view, 30_001, minute).start_ms).toBe(29_501);
  expect(following(view, 1000, minute).start_ms).toBe(500);
  expect(following(view, 59_000, minute).start_ms).toBe(50_000);
  expect(movedTo(view, -5000, minute).start_ms).toBe(0);
});

test('moments and spans are placed as far as they are in view', () => {
  const view = { start_ms: 20_000, span_ms: 10_000 };
  expect(momentIn(view, 25_000)).toEqual({ insetInlineStart: '50%' });
  expect([momentIn(view, 19_999), momentIn(view, 30_001), momentIn({ start_ms: 0, span_ms: 0 }, 0)]).toEqual([
    null,
    null,
    null,
  ]);
  expect(spanIn(view, 10_000, 25_000)).toEqual({ insetInlineStart: '0%', inlineSize: '50%' });
  expect(spanIn(view, 28_000, Number.POSITIVE_INFINITY)).toEqual({ insetInlineStart: '80%', inlineSize: '20%' });
  expect(spanIn(view, 30_000, 40_000)).toBeNull();
  expect([momentAt(view, 0.5), momentAt(view, 2)]).toEqual([25_000, 30_000]);
});

test('the edges of a loop stay in the call and apart from each other', () => {
  const loop = { start_ms: 1000, end_ms: 3000 };
  expect(edgeMoved(loop, 'start_ms', -50, minute)).toEqual({ start_ms: 0, end_ms: 3000 });
  expect(edgeMoved(loop, 'start_ms', 2950, minute)).toEqual({ start_ms: 2800, end_ms: 3000 });
  expect(edgeMoved(loop, 'end_ms', 500, minute)).toEqual({ start_ms: 1000, end_ms: 1200 });
  expect(edgeMoved(loop, 'end_ms', 90_000, minute)).toEqual({ start_ms: 1000, end_ms: minute });
  expect(nearerEdgeMoved(loop, 1200, 100, minute)).toEqual({ start_ms: 1100, end_ms: 3000 });
  expect(nearerEdgeMoved(loop, 2900, -100, minute)).toEqual({ start_ms: 1000, end_ms: 2900 });
});

test('a loop is within the call, so that playback reaches its end, and is long enough to be heard', () => {
  for (const [wanted, loop] of [
    [
      [10_000, 20_000],
      [10_000, 20_000],
    ],
    [
      [59_900, 60_100],
      [59_800, minute],
    ],
    [
      [minute, minute],
      [59_800, minute],
    ],
    [
      [-50, 20],
      [0, 200],
    ],
    [
      [10_000, 10_010],
      [10_000, 10_200],
    ],
  ] as const) {
    const { start_ms, end_ms } = loopWithin({ start_ms: wanted[0], end_ms: wanted[1] }, minute);
    expect([start_ms, end_ms]).toEqual(loop);
  }
  expect(loopWithin({ start_ms: 40, end_ms: 90 }, 100)).toEqual({ start_ms: 0, end_ms: 100 });
});
