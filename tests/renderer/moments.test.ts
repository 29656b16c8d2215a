import { expect, test } from 'vitest';
import { grouped, type Moment } from '../../renderer/features/player/moments';

const at = (position: number, label: string): Moment => ({
  label,
  title: `note ${label}`,
  position,
  end_position: null,
});

test('moments that are too near share one mark, in the order of the call', () => {
  const marks = grouped([at(9000, '4'), at(1000, '1'), at(1400, '2'), at(1900, '3')], 1000);

  expect(marks).toEqual([{ ...at(1000, '1–3'), title: 'note 1\nnote 2\nnote 3' }, { ...at(9000, '4') }]);
});

test('a mark keeps its own distance from the first moment of the group before it', () => {
  expect(grouped([at(0, '1'), at(900, '2'), at(1000, '3')], 1000).map(({ label }) => label)).toEqual(['1–2', '3']);
  expect(grouped([], 1000)).toEqual([]);
});
