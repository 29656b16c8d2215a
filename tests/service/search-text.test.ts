import { digitForms, extensionForms, isSameNumber, numberKey, termForNumber } from '@shared/phone-number';
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
  ['sip:+4930123@192.168.1.10:5060;transport=tcp', ['4930123', '030123']],
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
  ['sip:+442079460321@pbx1.example.com:5060', '020 7946 0321', true],
  ['sip:5060@192.168.1.10', 'sip:5060@192.168.1.11', true],
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

/** The number that each spelling of an address is, whatever else it has; null if its user is no number. */
const addresses: [string, string | null][] = [
  ['sip:+493012345678@pbx.example', '+493012345678'],
  ['sip:+493012345678@192.168.1.10', '+493012345678'],
  ['sip:+493012345678@pbx1.example.com:5060', '+493012345678'],
  ['SIPS:+493012345678@[2001:db8::1]:5061', '+493012345678'],
  ['sip:+493012345678@192.168.1.10;user=phone', '+493012345678'],
  ['sip:+493012345678;phone-context=+49@10.0.0.1?subject=7', '+493012345678'],
  ['sip:%2B493012345678@10.0.0.1', '+493012345678'],
  ['sip:+493012345678:1234@10.0.0.1', '+493012345678'],
  ['sip:00493012345678@10.0.0.1', '+493012345678'],
  ['"Anna 2" <sip:+493012345678@10.0.0.1:5060>', '+493012345678'],
  ['Anna Blum 2 <sip:+493012345678@10.0.0.1>;tag=1928301774', '+493012345678'],
  ['<tel:+49-30-12345678>', '+493012345678'],
  ['2. Stock <+49 30 12345678>', '+493012345678'],
  ['tel:+49-(0)30-12345678;ext=22', '+493012345678'],
  ['tel: +49 30 12345678', '+493012345678'],
  ['callto:+493012345678', '+493012345678'],
  ['+493012345678@10.0.0.1', '+493012345678'],
  ['+493012345678;user=phone', '+493012345678'],
  ['sip:7042@10.0.0.1', '7042'],
  ['sip:*97@10.0.0.1', '97'],
  ['sip:anna.2@10.0.0.1', null],
  ['sip:anonymous@anonymous.invalid:5060', null],
  ['sip:192.168.1.10:5060', null],
  ['sip:[2001:db8::1]', null],
  ['sip:pbx1.example.com', null],
  ['anna2@example.com', null],
];

test.each(addresses)('the number of %s is %s', (written, number) => {
  expect(numberKey(written)).toBe(number);
});

test('a user is the owner of an extension in every spelling of its address', () => {
  const written = [
    'sip:201@10.0.0.1',
    '"Anna 2" <sip:201@pbx1.example.com:5060>;tag=7',
    'tel:201;phone-context=x',
    '201',
  ];
  expect(written.map((one) => extensionForms(one).includes('201'))).toEqual(written.map(() => true));
  expect(extensionForms('sip:anna.2@10.0.0.1')).toEqual(['sip:anna.2@10.0.0.1', 'anna.2']);
});
