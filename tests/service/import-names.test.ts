import type { Call } from '@shared/contract/calls';
import { expect, test } from 'vitest';
import { callsOf, ended, holdingImport, importOf, rowsOf, saidOf } from '../support/imports';
import { folderWith } from '../support/sounds';
import { startService } from '../support/start-service';

type Names = { categories?: string[]; custom_fields?: Record<string, string> };

/** A recording with a record of the call that all of the recordings belong to. */
const record = (file: string, second: number, names: Names) => ({
  file,
  setup_time: `2026-01-02T10:00:0${second}Z`,
  direction: 'in',
  from_number: '+4930123456',
  to_number: '201',
  protocol_call_id: 'one',
  ...names,
});
const namesOf = ({ categories, custom_fields }: Call) => [
  categories.map(({ name }) => name),
  // In the order in which the import met the fields.
  custom_fields.map(({ name, value }) => `${name}: ${value}`).toSorted(),
];

test('a call gets the names in the records of both its legs', async () => {
  const { admin, given } = await startService();
  const records = [
    record('x-in.wav', 0, { categories: ['Complaint', 'VIP'], custom_fields: { Order: '7', Site: 'Bonn' } }),
    record('x-out.wav', 1, { categories: ['Follow up', 'vip'], custom_fields: { Order: '7', Desk: '4' } }),
  ];
  const folder = folderWith({ 'x-in.wav': {}, 'x-out.wav': {}, 'calls.json': JSON.stringify(records) });

  await given.imported([folder], { create_missing: true });

  const calls = await callsOf(admin);
  expect(calls.map(({ files }) => files.map(({ original_name }) => original_name))).toEqual([
    ['x-out.wav', 'x-in.wav'],
  ]);
  expect(calls.map(namesOf)).toEqual([
    [
      ['Complaint', 'Follow up', 'VIP'],
      ['Desk: 4', 'Order: 7', 'Site: Bonn'],
    ],
  ]);
});

test('only the leg whose own record has an unknown name is refused', async () => {
  const { admin, given } = await startService();
  await given.category('vip');
  const records = [
    record('x-in.wav', 0, { categories: ['vip'] }),
    record('x-out.wav', 1, { categories: ['Nobody made this'] }),
  ];
  const folder = folderWith({ 'x-in.wav': {}, 'x-out.wav': {}, 'calls.json': JSON.stringify(records) });

  const import_id = await given.imported([folder]);

  const rows = await rowsOf(admin, import_id);
  expect(rows.map(({ file, outcome, reasons }) => [file, outcome, saidOf({ reasons })])).toEqual([
    ['x-out.wav', 'refused', 'no_category'],
    ['x-in.wav', 'imported', null],
  ]);
  expect(await importOf(admin, import_id)).toMatchObject({ total: 2, imported: 1, refused: 1, calls: 1 });
  expect((await callsOf(admin)).map(namesOf)).toEqual([[['vip'], []]]);
});

test('an import creates no names any more once its user has lost one of the rights for it', async () => {
  const { threadsFolder, isHeld, letGo } = holdingImport('b.wav');
  const { admin, given, inWindow, choose } = await startService({ threadsFolder });
  const person = await given.user({ permissions: ['calls:create', 'call_categories:edit', 'custom_fields:edit'] });
  const records = ['a.wav', 'b.wav'].map((file) => ({ file, categories: [`of ${file}`] }));
  const folder = folderWith({ 'a.wav': {}, 'b.wav': {}, 'calls.json': JSON.stringify(records) });
  const source = choose('Chosen', [folder]);
  const begun = await (await inWindow(person)).post('/api/v2/imports.json', {
    import: { source, create_missing: true },
  });
  await isHeld();
  person.may(['calls:create', 'call_categories:edit']);
  letGo();

  const { import_id } = await ended(admin, begun.body.url);

  const rows = await rowsOf(admin, import_id);
  expect(rows.map((row) => [row.file, row.outcome, saidOf(row)])).toEqual([
    ['a.wav', 'imported', null],
    ['b.wav', 'refused', 'no_category'],
  ]);
});

test('files that join a call later add the names in their records', async () => {
  const { admin, given } = await startService();
  const first = record('a.wav', 0, { categories: ['VIP'], custom_fields: { Order: '7' } });
  const later = record('b.wav', 5, { categories: ['Complaint'], custom_fields: { Order: '7', Site: 'Bonn' } });
  await given.imported([folderWith({ 'a.wav': {}, 'a.json': JSON.stringify([first]) })], { create_missing: true });

  await given.imported([folderWith({ 'b.wav': {}, 'b.json': JSON.stringify([later]) })], { create_missing: true });

  expect((await callsOf(admin)).map(namesOf)).toEqual([
    [
      ['Complaint', 'VIP'],
      ['Order: 7', 'Site: Bonn'],
    ],
  ]);
});

test.each([
  ['is empty', '', 'no_category', 'no_custom_field'],
  ['contains an invisible character', 'Or\u200bder', 'no_category', 'no_custom_field'],
  ['is too long', 'x'.repeat(65), 'field_too_long', 'field_too_long'],
  ['becomes too long when it is folded', '\ufdfa'.repeat(64), 'no_category', 'no_custom_field'],
])('an import does not create a name that %s, like the API', async (_, name, ofCategory, ofField) => {
  const { admin, given } = await startService();
  const records = [
    { file: 'a.wav', categories: [name] },
    { file: 'b.wav', custom_fields: { [name]: '7' } },
  ];
  const folder = folderWith({ 'a.wav': {}, 'b.wav': {}, 'calls.json': JSON.stringify(records) });

  const import_id = await given.imported([folder], { create_missing: true });

  const rows = await rowsOf(admin, import_id);
  expect(rows.map((row) => [row.file, row.outcome, saidOf(row)]).toSorted()).toEqual([
    ['a.wav', 'refused', ofCategory],
    ['b.wav', 'refused', ofField],
  ]);
});

test('an import creates names without the spaces around them, like the API, and finds them with these', async () => {
  const { admin, given } = await startService();
  const records = ['a.wav', 'b.wav'].map((file) => ({
    file,
    categories: [' VIP '],
    custom_fields: { ' Order ': '7' },
  }));
  const folder = folderWith({ 'a.wav': {}, 'b.wav': {}, 'calls.json': JSON.stringify(records) });

  await given.imported([folder], { create_missing: true });

  expect((await callsOf(admin)).map(namesOf)).toEqual(Array(2).fill([['VIP'], ['Order: 7']]));
});

test('two columns that differ only in case and map to one field do not spoil a record', async () => {
  const { admin, given } = await startService();
  const folder = folderWith({ 'a.wav': {}, 'calls.csv': 'file,custom.Order,custom.ORDER\na.wav,7,8\n' });

  await given.imported([folder], { create_missing: true });

  expect((await callsOf(admin)).map(namesOf)).toEqual([[[], ['Order: 7']]]);
});
