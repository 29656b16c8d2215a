import { digitForms, isSameNumber, numberKey, termForNumber } from '@shared/phone-number';
import { foldForSearch, soughtBy } from '@shared/search-text';
import { expect, test } from 'vitest';

test('folding removes case in every script, and folding twice changes nothing', () => {
  // Iota subscript, which upper case writes as a separate letter.
  const iotaSubscript = /\u0345/;
  const differing = [];
  for (let code = 1; code < 0x2_0000; code += 1) {
    if (code >= 0xd800 && code < 0xe000) continue;
    const letter = String.fromCodePoint(code);
    const folded = foldForSearch(letter);
    const isSame = [letter.toUpperCase(), letter.toLowerCase(), folded].every(
      (other) => foldForSearch(other) === folded,
    );
    if (!isSame && !iotaSubscript.test(letter.normalize('NFKD'))) differing.push(letter);
  }
  expect(differing).toEqual([]);
});

test.each([
  ['+44 20 7946 0321', ['442079460321', '02079460321']],
  ['0044 (0)20 7946 0321', ['004402079460321', '442079460321', '02079460321']],
  ['+1 (202) 555-0143', ['12025550143', '02025550143']],
  ['+353 1 234 5678', ['35312345678', '012345678']],
  ['tel:+4930123', ['4930123', '030123']],
  ['020/7946-0321', ['02079460321']],
  ['6001', ['6001']],
  ['anonymous', []],
])('%s is found by the digits %j', (number, forms) => {
  expect(digitForms(number)).toEqual(forms);
});

test.each([
  ['+442079460321', '0044 20 7946 0321', true],
  ['+442079460321', '020 7946 0321', true],
  ['02079460321', '+44 (0)20 7946 0321', true],
  ['442079460321', '+442079460321', true],
  ['442079460321', '02079460321', true],
  ['493012345678', '030 12345678', true],
  ['442079460321', '2079460321', false],
  ['491234', '01234', false],
  ['+1 202-555-0143', '2025550143', true],
  ['+34 912 345 678', '912345678', true],
  ['+442079460321', '2079460321', false],
  ['16001', '6001', false],
  ['+442079460321', '+492079460321', false],
  ['6001', '06001', false],
  ['anonymous', 'anonymous', false],
  [null, null, false],
])('whether %s and %s are the same number: %s', (one, other, isOne) => {
  expect(isSameNumber(one, other)).toBe(isOne);
  expect(isSameNumber(other, one)).toBe(isOne);
  if (!isOne || one === null || other === null) return;
  for (const [sought, number] of [
    [one, other],
    [other, one],
  ] as const) {
    const digits = termForNumber(sought).replace(/\D/g, '');
    expect(digitForms(number).some((form) => form.includes(digits))).toBe(true);
  }
});

test('a number dialled with 00 has the same key as with a plus', () => {
  expect(['0044 20', '+44 20', '+44 (0)20', '020', '00', ' ', null].map(numberKey)).toEqual([
    '+4420',
    '+4420',
    '+4420',
    '020',
    '00',
    null,
    null,
  ]);
});

test.each([
  ['', undefined],
  [' \t\u00a0\u0301', undefined],
  ['Rosa  rosa DÍAZ', { all: ['rosa', 'diaz'] }],
  ['60', { any: [{ all: ['60'] }, '\x16\x10'] }],
  ['+', { all: ['+'] }],
  ['60a', { all: ['60a'] }],
])('the term %j searches for %j', (term, sought) => {
  expect(soughtBy(term)).toEqual(sought);
});
