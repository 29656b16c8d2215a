import { expect, test } from 'vitest';
import {
  fitting,
  isSameView,
  savedView,
  usualView,
  viewIn,
  widthsOf,
} from '../../renderer/features/calls/columns/view';

const search = { saved_search_id: '', user_id: '', name: '', query: '', is_shared: false };

test('a saved search keeps the columns, their order and widths, and the height of the rows', () => {
  const view = { columns: [{ id: 'duration', width: 90 }, ...usualView.columns.slice(0, 2)], isCompact: true };

  const saved = savedView(view);

  expect(saved).toEqual({ columns: ['duration:90', 'setup_time:98', 'customer'], is_compact: true });
  expect(viewIn({ ...search, ...saved })).toEqual(view);
});

test('a search that another tool has saved without columns keeps no view', () => {
  expect(viewIn({ ...search, columns: [], is_compact: false })).toBeUndefined();
});

test('a width that no column can have is brought into its limits', () => {
  const view = viewIn({ ...search, columns: ['number:1', 'agent:9999'], is_compact: false });
  expect(view?.columns.map(({ width }) => width)).toEqual([48, 480]);
});

test('views with other widths, another order or other rows differ', () => {
  const { columns } = usualView;
  const others = [
    { ...usualView, isCompact: true },
    { ...usualView, columns: columns.toReversed() },
    { ...usualView, columns: columns.map((one) => (one.id === 'agent' ? { ...one, width: 115 } : one)) },
  ];
  expect([usualView, ...others].map((view) => isSameView(view, usualView))).toEqual([true, false, false, false]);
});

test.each([
  [800, 'setup_time customer number agent categories duration score'],
  [736, 'setup_time customer number agent categories duration score'],
  [735, 'setup_time customer number agent categories duration'],
  [674, 'setup_time customer number agent duration'],
  [570, 'setup_time customer number duration'],
  [462, 'setup_time customer duration'],
  [200, 'setup_time'],
])('in %i px, columns disappear from the right', (room, shown) => {
  expect(fitting(usualView.columns, room).map(({ id }) => id)).toEqual(shown.split(' '));
});

test('the last column takes the rest where the customer is not shown', () => {
  expect(widthsOf(usualView.columns)).toBe('34px 98px minmax(126px, 1fr) 137px 108px 104px 68px 61px');
  expect(widthsOf([{ id: 'number', width: 141 }])).toBe('34px minmax(141px, 1fr)');
});
