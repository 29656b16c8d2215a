import { expect, test } from 'vitest';
import { besideFlags, grouped, type Moment } from '../../renderer/features/player/moments';

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

test('the answers near a flag share one mark next to it, and the others keep their places', () => {
  const flags = [at(120_000, '1'), at(300_000, '2')];
  const marks = besideFlags([at(112_000, '1.1'), at(127_000, '1.2'), at(200_000, '2.1')], flags, 8_800);
  expect(marks.map(({ label, position, flag }) => [label, position, flag])).toEqual([
    ['2.1', 200_000, undefined],
    ['1.1–1.2', 112_000, 120_000],
  ]);
});
