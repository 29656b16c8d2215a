import { resolve } from 'node:path';
import { expect, test } from 'vitest';

const read = (file: string) =>
  file === 'tests/a.test.ts' ? "test('a name', run);\ntest.each(rows)('%s has a name', run);" : '';
const result = (title: string, isPassed = true) => ({ file: 'tests/a.test.ts', title, isPassed });
const table = (proof: string) => `| Sentence | Test |\n|---|---|\n| A name is a text | ${proof} |\n`;
const proof = (name: string, file = 'a') => `[a](../tests/${file}.test.ts): \`${name}\``;

test.each<[string, string, string[], ReturnType<typeof result>[] | undefined]>([
  ['a test that exists', proof('a name'), [], undefined],
  ['a test that passed', proof('a name'), [], [result('a name')]],
  ['a table of tests that passed', proof('%s has a name'), [], [result('x has a name'), result('y has a name')]],
  ['a later subject', 'later: reports', [], []],
  ['no test', 'see the docs', ['no test'], undefined],
  ['a test that does not exist', proof('another name'), ['does not exist'], undefined],
  ['a file that does not exist', proof('a name', 'b'), ['does not exist'], undefined],
  ['part of a name', proof('has a name'), ['does not exist'], undefined],
  ['a test that did not run', proof('a name'), ['did not run'], [result('%s has a name')]],
  ['a test that failed', proof('a name'), ['did not pass'], [result('a name', false)]],
  [
    'a table with a test that failed',
    proof('%s has a name'),
    ['did not pass'],
    [result('x has a name'), result('y has a name', false)],
  ],
  [
    'two tests, of which one failed',
    `${proof('a name')}<br>${proof('%s has a name')}`,
    ['did not pass'],
    [result('a name', false), result('x has a name')],
  ],
])('a row with %s has the faults it should', async (_name, cell, faults, results) => {
  const { faultsIn, rowsIn } = await import(resolve('scripts/check-conformance.mjs'));
  const found = faultsIn(rowsIn(table(cell)), read, results) as string[];
  expect(found.map((fault) => fault.split(':')[0])).toEqual(faults);
});
