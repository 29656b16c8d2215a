import type { Call } from '@shared/contract/calls';
import { csvLine, withoutApostrophes } from '@shared/csv';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvHead, csvLines, csvOf } from '../../renderer/list/csv';

const call = (from_name: string) => ({ from_name }) as Call;
const column = { name: 'Caller’s name', text: ({ from_name }: Call) => from_name ?? '' };

test('calls become lines with the names of the columns first, in UTF-8 that spreadsheets recognise', () => {
  const length = { name: 'Length', text: () => '6:42' };

  expect(csvOf([column, length], [call('Zoë'), call('Nuno')])).toBe(
    '\ufeffCaller’s name,Length\r\nZoë,6:42\r\nNuno,6:42\r\n',
  );
});

test('a file that is made page by page is the one that is made at once', () => {
  const pages = [[call('Zoë')], [call('Nuno'), call('=1')]];

  expect(csvHead([column]) + pages.map((page) => csvLines([column], page)).join('')).toBe(
    csvOf([column], pages.flat()),
  );
});

test.each([
  ['=1+1', "'=1+1"],
  ['+44 20 7946', "'+44 20 7946"],
  ['-cmd', "'-cmd"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\tx', "'\tx"],
  ['\rx', '"\'\rx"'],
  ['=HYPERLINK("x","y")', '"\'=HYPERLINK(""x"",""y"")"'],
  ['-12', '-12'],
  ['＝1+1', "'＝1+1"],
  ['＠SUM(A1)', "'＠SUM(A1)"],
  ['\nx', '"\'\nx"'],
  // With German settings, Excel begins cells after semicolons, and then after line breaks within quotes too.
  ['x;=HYPERLINK("y")', '"x;\'=HYPERLINK(""y"")"'],
  ['x; +1', "x; '+1"],
  ['x\r\n-1', '"x\r\n\'-1"'],
  ['x;＋1', "x;'＋1"],
  ['\n=1', '"\'\n\'=1"'],
  ["'=1", "''=1"],
  ['x-1; y=2', 'x-1; y=2'],
  ["it's; 'so'", "it's; 'so'"],
  ['a, b', '"a, b"'],
  ['a "b"', '"a ""b"""'],
  ['two\nlines', '"two\nlines"'],
])('%j is written as %j', (text, written) => {
  expect(csvOf([column], [call(text)])).toBe(`\ufeffCaller’s name\r\n${written}\r\n`);
});

test('a cell is read as the text that it was written from, and none begins with a formula', () => {
  const text = fc.string({ unit: fc.constantFrom(...'=+-@＝＋－＠\';, \t\r\n"a1') });
  fc.assert(
    fc.property(text, (written) => {
      const [[cell = ''] = []]: string[][] = parse(csvLine([written]), { relax_column_count: true });
      expect(withoutApostrophes(cell)).toBe(written);
      expect(cell.split(/[;\r\n]/).filter((part) => /^[ \t]*[=+\-@＝＋－＠]/.test(part))).toEqual([]);
    }),
    { numRuns: 2_000, examples: [['\n=1'], ["'=1"], [";'=1"]] },
  );
});
