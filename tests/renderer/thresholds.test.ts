import type { IntegerSettings } from '@shared/contract/custom-fields';
import { expect, test } from 'vitest';
import { thresholdOf } from '../../renderer/core/thresholds';
import { partsOf } from '../../renderer/features/custom-fields/thresholds';

type Threshold = IntegerSettings['fieldset_thresholds']['thresholds'][number];
const threshold = (op: Threshold['op'], value: number, label: string): Threshold => ({ op, value, label, color: '' });
const settings = (int_min: number | null, int_max: number | null, thresholds: Threshold[]): IntegerSettings => ({
  int_min,
  int_max,
  aggregate: null,
  fieldset_thresholds: { thresholds },
});
const grades = [threshold('ge', 4, 'Good'), threshold('ge', 2, 'Fair'), threshold('le', 1, 'Poor')];

test('the first threshold that fits names a value', () => {
  const named = [5, 4, 3, 1].map((value) => thresholdOf(value, grades)?.label);
  const exact = thresholdOf(3, [threshold('gt', 3, 'more'), threshold('lt', 3, 'less'), threshold('eq', 3, 'three')]);
  expect([...named, exact?.label, thresholdOf(7, [])]).toEqual(['Good', 'Good', 'Fair', 'Poor', 'three', undefined]);
});

test('a range is drawn in parts, one for each run of the same threshold', () => {
  const parts = partsOf(settings(0, 5, grades)).map(({ from, to, share, threshold }) => [
    threshold?.label,
    from,
    to,
    Math.round(share * 100),
  ]);
  expect(parts).toEqual([
    ['Poor', 0, 1, 33],
    ['Fair', 2, 3, 33],
    ['Good', 4, 5, 33],
  ]);
});

test('a large range keeps its ends, and one without an end is not drawn', () => {
  const large = partsOf(settings(0, 1_000_000, [threshold('lt', 500_000, 'low')]));
  expect(large.map(({ from, to }) => [from, to])).toEqual([
    [0, expect.any(Number)],
    [expect.any(Number), 1_000_000],
  ]);
  expect([partsOf(settings(null, 5, grades)), partsOf(settings(5, 1, grades))]).toEqual([[], []]);
});
