import { randomUUID } from 'node:crypto';
import {
  choicesOf,
  type FilterName,
  type FilterType,
  filterTypes,
  operatorsOf,
  type typeOfQuestion,
} from '@shared/call-filters/table';
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

/** The names in parts that one search can have. */
const parts = [filterNames.slice(0, 40), filterNames.slice(40)];

/** Searches by many names at once, which together use each operator of each name. */
export const everyFilter: Record<string, string>[] = parts.flatMap((names) =>
  Array.from({ length: most }, (_, place) =>
    Object.assign(
      { advanced_search: '1' },
      ...names.map((name) => {
        const operators = operatorsFor(name);
        return filterBy(name, operators[place % operators.length] as string);
      }),
    ),
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

const questions: {
  type: keyof typeof typeOfQuestion;
  form_question_id: string;
  filter: [operator: string, value: string];
}[] = [
  { type: 'choice', form_question_id: randomUUID(), filter: ['equal_to', 'abc'] },
  { type: 'multi', form_question_id: randomUUID(), filter: ['not_equal_to', 'abc'] },
  { type: 'numeric', form_question_id: randomUUID(), filter: ['greater_than', '1'] },
  { type: 'text', form_question_id: randomUUID(), filter: ['includes', 'abc'] },
];

/** Creates a form with a question of each type. Without statements of its own, because those of the service are counted. */
export function insertQuestions(db: Connection, tenant_id: string): void {
  const form_id = randomUUID();
  db.exec(`
    INSERT INTO evaluation_forms (form_id, tenant_id, name, name_folded, is_active, revision, created_at, updated_at)
    VALUES ('${form_id}', '${tenant_id}', 'a', 'a', 1, 1, 0, 0);
    INSERT INTO evaluation_form_revisions (form_id, revision, name, description, type)
    VALUES ('${form_id}', 1, 'a', '', 'manual');
    INSERT INTO evaluation_form_sections (form_id, revision, form_section_id, place, section_order, title, description, weight)
    VALUES ('${form_id}', 1, '${form_id}', 0, 1, 'a', '', 1);`);
  for (const { type, form_question_id } of questions)
    db.exec(`
      INSERT INTO evaluation_form_questions (form_id, revision, form_question_id, form_section_id, place, title,
        description, type, weight, max_hundredths, allow_na, options)
      VALUES ('${form_id}', 1, '${form_question_id}', '${form_id}', 0, 'a', '', '${type}', 1, 0, 0, '[{"label":"abc"}]')`);
}

/** A search by the answers to each of these questions, in the form of a request. */
export const searchesByAnswer: Record<string, string>[] = questions.map(
  ({ form_question_id, filter: [operator, value] }) => ({
    advanced_search: '1',
    [`evaluation_answer_${form_question_id}__${operator}`]: value,
  }),
);

/** A search by each of these fields, in the form of a request. */
export const searchesByField: Record<string, string>[] = fields.map(({ field_id, filter: [operator, value] }) => ({
  advanced_search: '1',
  [`custom_field_${field_id}__${operator}`]: value,
}));
