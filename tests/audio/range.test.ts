import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseRange } from '../../electron/service/http/range';

const whole = { kind: 'whole' };
const unsatisfiable = { kind: 'unsatisfiable' };
const part = (first: number, last: number) => ({ kind: 'part', first, last });

describe('a Range header over 1000 bytes', () => {
  test.each<[string | null, object]>([
    [null, whole],
    ['', whole],
    ['bytes=0-499', part(0, 499)],
    ['bytes=0-0', part(0, 0)],
    ['bytes=500-', part(500, 999)],
    ['bytes=0-', part(0, 999)],
    ['bytes=-500', part(500, 999)],
    ['bytes=-1', part(999, 999)],
    ['bytes=-5000', part(0, 999)],
    ['bytes=900-5000', part(900, 999)],
    ['bytes=999-999', part(999, 999)],
    ['Bytes= 0-499 ', part(0, 499)],
    ['bytes=0000000000000000000000007-00000000000000000000000000000000009', part(7, 9)],
    ['bytes=1000-', unsatisfiable],
    ['bytes=1000-1001', unsatisfiable],
    ['bytes=-0', unsatisfiable],
    ['bytes=9007199254740993-', unsatisfiable],
    [`bytes=${'9'.repeat(400)}-`, unsatisfiable],
    [`bytes=0-${'9'.repeat(400)}`, part(0, 999)],
    [`bytes=-${'9'.repeat(400)}`, part(0, 999)],
    ['bytes=500-499', whole],
    ['bytes=9007199254740993-9007199254740992', whole],
    ['bytes=0-1,5-6', whole],
    ['bytes=0-1,', whole],
    ['bytes=--5', whole],
    ['bytes=-', whole],
    ['bytes=', whole],
    ['bytes', whole],
    ['bytes=a-b', whole],
    ['bytes=1.5-2', whole],
    ['bytes=0x1-2', whole],
    ['bytes=+1-2', whole],
    ['bytes=-5-10', whole],
    ['bytes=１-２', whole],
    ['bytes 0-1', whole],
    ['items=0-1', whole],
    ['bytes=0-1\n', whole],
  ])('%j', (header, range) => {
    expect(parseRange(header, 1000)).toEqual(range);
  });
});

test('an empty stream has no part', () => {
  expect(parseRange('bytes=0-', 0)).toEqual(unsatisfiable);
  expect(parseRange('bytes=0-0', 0)).toEqual(unsatisfiable);
  expect(parseRange('bytes=-5', 0)).toEqual(whole);
  expect(parseRange(null, 0)).toEqual(whole);
});

test('for any header, the part lies within the stream', () => {
  const number = fc.oneof(fc.nat(3000), fc.bigInt({ min: 0n, max: 2n ** 60n }), fc.constant(''));
  const header = fc.oneof(
    fc.tuple(number, number).map(([a, b]) => `bytes=${a}-${b}`),
    fc.string().map((text) => `bytes=${text}`),
  );

  fc.assert(
    fc.property(header, fc.nat(2000), (text, length) => {
      const range = parseRange(text, length);
      return range.kind !== 'part' || (0 <= range.first && range.first <= range.last && range.last < length);
    }),
    { numRuns: 20_000 },
  );
});
