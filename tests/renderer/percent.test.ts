import { expect, test } from 'vitest';
import { percentOf } from '../../renderer/features/call/percent';

test.each([
  [
    { agent: 67, customer: 67, overlap: 66, silence: 0 },
    { agent: 34, customer: 33, overlap: 33, silence: 0 },
  ],
  [
    { agent: 100, customer: 100, overlap: 100, silence: 0 },
    { agent: 34, customer: 33, overlap: 33, silence: 0 },
  ],
  [
    { agent: 155, customer: 145, overlap: 0, silence: 700 },
    { agent: 16, customer: 14, overlap: 0, silence: 70 },
  ],
  [
    { agent: 0, customer: 0, overlap: 0, silence: 7 },
    { agent: 0, customer: 0, overlap: 0, silence: 100 },
  ],
])('the shares of %j add up to 100', (counts, shares) => {
  expect(percentOf(counts)).toEqual(shares);
});
