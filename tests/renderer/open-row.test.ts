import { expect, test } from 'vitest';
import { rowOfRecord } from '../../renderer/list/use-open-row';

const page = (first: number) => Array.from({ length: 100 }, (_, n) => `record ${first + n}`);

test.each([
  ['stays at its row', 99, [page(0)], 99],
  ['moves down when others are added above it', 3, [['new', ...page(0).slice(0, 99)]], 4],
  [
    'moves to the next page',
    99,
    [
      ['new', ...page(0).slice(0, 99)],
      ['record 99', ...page(100)],
    ],
    100,
  ],
  ['moves to the page before', 100, [[...page(1)], page(101)], 99],
  ['closes when it is gone', 0, [page(1)], null],
  ['keeps its row while its page is not in memory', 250, [page(0)], 250],
])('the open record %s', (_, row, pages, expected) => {
  expect(rowOfRecord(`record ${row}`, row, (one) => pages[one])).toBe(expected);
});
