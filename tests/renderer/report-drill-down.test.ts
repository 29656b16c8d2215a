import { expect, test } from 'vitest';
import {
  callsBehind,
  evaluationsBehind,
  isOfCalls,
  isOfEvaluations,
} from '../../renderer/features/reports/run/drill-down';

type Row = Parameters<typeof callsBehind>[1];
type Filters = Parameters<typeof callsBehind>[0]['filters'];

const field_id = '7f3c0000-0000-4000-8000-000000000001';
const hidden = '7f3c0000-0000-4000-8000-000000000002';
const words = '7f3c0000-0000-4000-8000-000000000003';
const days = '7f3c0000-0000-4000-8000-000000000004';
const fields = [
  { field_id, type: 'option', search_options: ['advanced'] },
  { field_id: hidden, type: 'option', search_options: [] },
  { field_id: words, type: 'string', search_options: ['advanced'] },
  { field_id: days, type: 'date', search_options: ['advanced'] },
] as const;
type Settings = Parameters<typeof callsBehind>[0];
const settings: Settings = { filters: [], period_begin: null, period_end: null, timezone: 'Europe/Berlin' };
const cell = (ids: Record<string, string | number | null>): Row =>
  Object.fromEntries(
    Object.entries(ids).flatMap(([name, id]) => [
      [name, String(id)],
      [`${name}_id`, id],
    ]),
  );
const known = { fields, zone: 'Europe/Berlin' } as unknown as Parameters<typeof callsBehind>[3];
/** The filters behind a row, as parameters of the advanced search. */
const behind = (row: Row, some: Partial<Settings> = {}) =>
  callsBehind({ ...settings, ...some }, row, 'count_calls', known)?.map(
    ({ name, operator, text }) => `${name}__${operator}=${text}`,
  ) ?? null;

test.each<[string, Row, string[] | null]>([
  ['all calls', {}, []],
  ['a person', cell({ user: 'u1' }), ['user_id__equal_to=u1']],
  ['no person', cell({ user: null }), ['user_id__is_empty=1']],
  ['a direction', cell({ direction: 2 }), ['direction__equal_to=2']],
  ['a person and their group', cell({ user: 'u1', group: 'g1' }), ['user_id__equal_to=u1']],
  ['a person without a group', cell({ user: 'u1', group: null }), ['user_id__equal_to=u1']],
  ['a group of nobody', cell({ user: null, group: null }), ['user_id__is_empty=1', 'group_id__is_empty=1']],
  ['an option', cell({ [`custom_field_${field_id}`]: 'A, B' }), [`custom_field_${field_id}__equal_to=A, B`]],
  ['a field that cannot be searched', cell({ [`custom_field_${hidden}`]: 'A' }), null],
  ['a text, which the search compares without case', cell({ [`custom_field_${words}`]: 'A' }), null],
  ['calls without a text', cell({ [`custom_field_${words}`]: null }), [`custom_field_${words}__is_empty=1`]],
  ['a day of a field', cell({ [`custom_field_${days}`]: '2026-11-20' }), [`custom_field_${days}__equal_to=2026-11-20`]],
  ['calls without such a day', cell({ [`custom_field_${days}`]: null }), null],
  ['a form', cell({ evaluation_form: 'f1' }), ['evaluation_form_id__equal_to=f1']],
  ['a section', cell({ evaluation_section: 's1' }), ['evaluation_section_id__equal_to=s1']],
  ['an evaluator', cell({ evaluator: 'u2' }), ['evaluator_id__equal_to=u2']],
  ['an evaluator of a form', cell({ evaluator: 'u2', evaluation_form: 'f1' }), null],
  ['no form', cell({ evaluation_form: null }), ['evaluation_form_id__is_empty=1']],
  ['a day', cell({ day: '2026-11-20' }), ['datetime__between=2026-11-19T23:00:00.000Z,2026-11-20T22:59:59.000Z']],
  [
    'the day of 25 hours',
    cell({ day: '2026-10-25' }),
    ['datetime__between=2026-10-24T22:00:00.000Z,2026-10-25T22:59:59.000Z'],
  ],
  [
    'its hour that comes twice',
    cell({ day: '2026-10-25', hour: 2 }),
    ['datetime__between=2026-10-25T00:00:00.000Z,2026-10-25T01:59:59.000Z'],
  ],
  [
    'the hour before the clock goes forward',
    cell({ day: '2026-03-29', hour: 1 }),
    ['datetime__between=2026-03-29T00:00:00.000Z,2026-03-29T00:59:59.000Z'],
  ],
  [
    'the first week, which begins in the year before',
    cell({ week: '2026-W01' }),
    ['datetime__between=2025-12-28T23:00:00.000Z,2026-01-04T22:59:59.000Z'],
  ],
  [
    'a weekday of a week',
    cell({ week: '2026-W47', weekday: 5 }),
    ['datetime__between=2026-11-19T23:00:00.000Z,2026-11-20T22:59:59.000Z'],
  ],
  ['a month', cell({ month: '2026-02' }), ['datetime__between=2026-01-31T23:00:00.000Z,2026-02-28T22:59:59.000Z']],
  ['an hour of every day', cell({ hour: 10 }), ['hour__equal_to=10']],
  ['a weekday of every week', cell({ weekday: 1 }), ['weekday__equal_to=1']],
  [
    'an hour of a weekday in a month',
    cell({ month: '2026-02', weekday: 1, hour: 0 }),
    ['hour__equal_to=0', 'weekday__equal_to=1', 'datetime__between=2026-01-31T23:00:00.000Z,2026-02-28T22:59:59.000Z'],
  ],
])('the calls of %s', (_, row, filters) => {
  expect(behind(row)).toEqual(filters);
});

test('the period of the report limits the time of a row', () => {
  const period = { period_begin: '2026-11-20T12:00:00+01:00', period_end: null };
  expect(behind(cell({ day: '2026-11-20' }), period)).toEqual([
    'datetime__between=2026-11-20T11:00:00.000Z,2026-11-20T22:59:59.000Z',
  ]);
  expect(behind({}, period)).toEqual(['datetime__greater_or_equal=2026-11-20T11:00:00.000Z']);
  expect(behind({}, { period_begin: null, period_end: '2026-11-20T00:00:00Z' })).toEqual([
    'datetime__lower_than=2026-11-20T00:00:00.000Z',
  ]);
  // The search compares whole seconds.
  expect(behind({}, { period_begin: '2026-11-20T00:00:00.5Z' })).toBeNull();
});

test('a filter of the report is kept unless the row implies it; two of one name have no list', () => {
  const users: Filters = [{ param: 'user_id', param2: '', op: 'equal_to', val: 'u1,u2' }];
  expect(behind(cell({ user: 'u1' }), { filters: users })).toEqual(['user_id__equal_to=u1']);
  // Someone who was on a call of one of the two.
  expect(behind(cell({ user: 'u3' }), { filters: users })).toBeNull();
  const length: Filters = [{ param: 'duration', param2: '', op: 'duration_greater_than', val: '1:00' }];
  expect(behind(cell({ direction: 1 }), { filters: length })).toEqual([
    'duration__greater_than=1:00',
    'direction__equal_to=1',
  ]);
  const empty: Filters = [{ param: 'agent_name', param2: '', op: 'is_empty', val: '' }];
  expect(behind({}, { filters: empty })).toEqual(['agent_name__is_empty=1']);
});

test('hours of another zone than that of the user say so', () => {
  expect(behind(cell({ hour: 10 }), { timezone: 'Asia/Tokyo' })).toEqual([
    'hour__equal_to=10',
    'timezone__equal_to=Asia/Tokyo',
  ]);
});

test('the calls under a question are those with an answer to it, and under an answer those with that one', () => {
  const asked = (ids: Record<string, string | number | null>, metric: string) =>
    callsBehind(settings, cell(ids), metric, known)?.map(
      ({ name, operator, text }) => `${name}__${operator}=${text}`,
    ) ?? null;
  const question = 'evaluation_question_id__equal_to=q1';
  for (const metric of ['count_calls', 'count_answers', 'points_average', 'score_average'])
    expect(asked({ question: 'q1' }, metric)).toEqual([question]);
  expect(asked({ question: 'q1', answer: 'Warm' }, 'count_answers')).toEqual(['evaluation_answer_q1__equal_to=Warm']);
  expect(asked({ question: 'q1', answer: 8 }, 'count_answers')).toEqual(['evaluation_answer_q1__equal_to=8']);
  // The question is of one section of one form.
  expect(asked({ evaluation_section: 's1', question: 'q1' }, 'count_answers')).toEqual([question]);
  expect(asked({ user: 'u1', question: 'q1' }, 'count_calls')).toEqual(['user_id__equal_to=u1', question]);
  // Nothing finds the agent of an answer, one without its question, and what is N/A.
  expect(asked({ user: 'u1', question: 'q1' }, 'count_answers')).toBeNull();
  expect(asked({ evaluator: 'u1', question: 'q1' }, 'count_calls')).toBeNull();
  expect(asked({ answer: 'Warm' }, 'count_answers')).toBeNull();
  expect(asked({ question: 'q1', answer: null }, 'count_calls')).toBeNull();
});

test('the evaluations of a row are found by agent, form and section, and by the filters of their calls', () => {
  const found = (row: Row, some: Partial<Settings> = {}) =>
    evaluationsBehind({ ...settings, ...some }, row, 'score_average', known);
  const filter = (name: string, operator: string, text: string) => ({ name, operator, text });
  expect(found(cell({ user: 'u1', group: 'g1', evaluation_form: 'f1', direction: 2 }))).toEqual({
    own: { user_id: 'u1', evaluation_form_id: 'f1' },
    advanced: [filter('direction', 'equal_to', '2')],
  });
  expect(found(cell({ group: 'g1', evaluation_section: 's1', hour: 9 }))).toEqual({
    own: { group_id: 'g1', form_section_id: 's1' },
    advanced: [filter('hour', 'equal_to', '9'), filter('timezone', 'equal_to', 'Europe/Berlin')],
  });
  // Evaluations of calls that were removed count nowhere.
  const always = [filter('datetime', 'greater_or_equal', '1900-01-01T00:00:00.000Z')];
  expect(found({})).toEqual({ own: {}, advanced: always });
  const users: Filters = [{ param: 'user_id', param2: '', op: 'equal_to', val: 'u1,u2' }];
  expect(found(cell({ user: 'u3' }), { filters: users })).toEqual({
    own: { user_id: 'u3' },
    advanced: [filter('user_id', 'equal_to', 'u1,u2')],
  });
  expect(found(cell({ evaluation_form: null }))).toBeNull();
  expect(evaluationsBehind(settings, cell({ evaluator: 'u2', direction: 1 }), 'score_difference', known)).toEqual({
    own: { evaluator_user_id: 'u2', compared: '1' },
    advanced: [filter('direction', 'equal_to', '1')],
  });
});

test('figures count calls, evaluations or rows', () => {
  const names = ['count_calls', 'duration_longest', 'count_evaluations', 'score_average', 'pass_rate', 'n_rows'];
  expect(names.filter(isOfCalls)).toEqual(['count_calls', 'duration_longest']);
  expect(names.filter(isOfEvaluations)).toEqual(['count_evaluations', 'score_average', 'pass_rate']);
});
