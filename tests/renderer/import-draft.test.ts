import type { ImportReading } from '@shared/contract/import-reading';
import { expect, test } from 'vitest';
import { draftOf, meaningOf, usable, withColumns, withWord } from '../../renderer/features/imports/draft';

type Column = ImportReading['columns'][number];
const column = (from: string, field: string | null, because: Column['because']): Column => ({
  file: 'calls.csv',
  from,
  field,
  because,
  filled: 2,
  unreadable: 0,
  samples: ['x'],
});
const reading = (columns: Column[]) => ({ columns, times: [] }) as unknown as ImportReading;

test('words for a direction are kept one after another, also before the columns are read by the draft', () => {
  const read = reading([column('Start', 'setup_time', 'alias'), column('Art', 'direction', 'given')]);
  const one = withWord(withColumns(draftOf(undefined, 'Own'), read, { Art: 'direction' }), 'art', 'rein', 'inbound');
  const both = withWord(withColumns(one, read, {}), 'art', 'raus', 'outbound');
  expect(both.details).toHaveLength(1);
  expect([meaningOf(both, 'Art', 'rein'), meaningOf(both, 'Art', 'raus')]).toEqual(['inbound', 'outbound']);
  expect(meaningOf(withWord(both, 'Art', 'rein', ''), 'Art', 'rein')).toBeUndefined();
});

test('a changed column goes before the preset, which keeps what else it says; an ignored one stays ignored', () => {
  const preset = {
    ...draftOf(undefined, 'Base'),
    details: [
      {
        format: 'csv' as const,
        list: null,
        columns: ['Start', 'A', 'B'],
        has: ['Start'],
        mapping: [
          { field: 'setup_time', from: 'Start', form: 'unix' as const, values: null },
          { field: 'from_number', from: 'A', form: null, values: null },
          { field: 'to_number', from: 'B', form: null, values: null },
        ],
      },
    ],
  };
  const read = reading([
    column('Start', 'setup_time', 'preset'),
    column('A', 'to_number', 'given'),
    column('B', null, 'given'),
  ]);
  const { details } = withColumns(preset, read, { A: 'to_number', B: '' });
  expect(details).toEqual([
    {
      format: 'csv',
      list: null,
      columns: ['Start', 'A', 'B'],
      has: ['Start'],
      mapping: [
        { field: 'to_number', from: 'A', form: null, values: null },
        { field: '', from: 'B', form: null, values: null },
        { field: 'setup_time', from: 'Start', form: 'unix', values: null },
      ],
    },
  ]);
});

test('a pattern that is being written is left out until it is one', () => {
  const draft = { ...draftOf(undefined, 'Own'), names: [{ pattern: '{fro', direction: null }] };
  expect(usable(draft)).toBeUndefined();
  const names = [...draft.names, { pattern: '{from}', direction: null }];
  expect(usable({ ...draft, names })?.names).toEqual([{ pattern: '{from}', direction: null }]);
});
