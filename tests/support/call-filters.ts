import { randomUUID } from 'node:crypto';
import { choicesOf, type FilterName, type FilterType, filterTypes, operatorsOf } from '@shared/call-filters/table';
import type { Connection } from '../../electron/service/store/connection';
import { id } from './lists';

/** A value of each type, in the form of a request. */
const samples: Record<Exclude<FilterType, 'set'>, string> = {
  string: 'abc',
  string_exact: id,
  number: '1',
  decimal: '1.5',
  duration: '1:00',
  date: '2026-01-01',
  datetime: '2026-01-01T00:00:00Z',
  zone: 'Europe/Berlin',
};

/** The parameter of a filter with a value. */
export function filterBy(name: FilterName, operator: string): Record<string, string> {
  const type = filterTypes[name];
  const value = type === 'set' ? (choicesOf[name]?.[0] ?? id) : samples[type];
  return { [`${name}__${operator}`]: operator === 'between' ? `${value},${value}` : value };
}

export const filterNames = Object.keys(filterTypes) as FilterName[];
export const operatorsFor = (name: FilterName): readonly string[] => operatorsOf[filterTypes[name]];

/** A search with one filter, in the form of a request. */
export const searchBy = (name: FilterName, operator: string): Record<string, string> => ({
  advanced_search: '1',
  ...filterBy(name, operator),
});

const most = Math.max(...filterNames.map((name) => operatorsFor(name).length));

/** Searches by all names at once, which together use each operator of each name. */
export const everyFilter: Record<string, string>[] = Array.from({ length: most }, (_, place) =>
  Object.assign(
    { advanced_search: '1' },
    ...filterNames.map((name) => {
      const operators = operatorsFor(name);
      return filterBy(name, operators[place % operators.length] as string);
    }),
  ),
);

const fields: { type: string; field_id: string; filter: [operator: string, value: string] }[] = [
  { type: 'string', field_id: randomUUID(), filter: ['includes', 'abc'] },
  { type: 'date', field_id: randomUUID(), filter: ['between', '2026-01-01,2026-12-31'] },
  { type: 'option', field_id: randomUUID(), filter: ['is_not_empty', '1'] },
  { type: 'integer', field_id: randomUUID(), filter: ['greater_than', '1'] },
];

/** One of the fields that `insertFields` creates. */
export const fieldId = fields[0]?.field_id ?? '';
/** The one with whole numbers. */
export const numberFieldId = fields[3]?.field_id ?? '';

/** Creates a global custom field of each type. */
export function insertFields(db: Connection): void {
  const insert = db.prepare<Record<string, string>>(`
    INSERT INTO custom_fields (field_id, name, name_folded, computer_name, type, search_options, created_at, updated_at)
    VALUES (@field_id, @type, @type, @type, @type, '["advanced"]', 0, 0)`);
  for (const { field_id, type } of fields) insert.run({ field_id, type });
}

/** A search by each of these fields, in the form of a request. */
export const searchesByField: Record<string, string>[] = fields.map(({ field_id, filter: [operator, value] }) => ({
  advanced_search: '1',
  [`custom_field_${field_id}__${operator}`]: value,
}));
