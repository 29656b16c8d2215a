import { expect, test } from 'vitest';
import { rateLimit } from '../../electron/main/rate-limit';

test('requests pass up to the limit of each second', () => {
  let elapsed = 5_000;
  const passes = rateLimit(2, () => elapsed);

  expect([passes(), passes(), passes()]).toEqual([true, true, false]);
  elapsed = 5_999;
  expect(passes()).toBe(false);
  elapsed = 6_000;
  expect([passes(), passes(), passes()]).toEqual([true, true, false]);
});
