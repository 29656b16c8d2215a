import { randomUUID } from 'node:crypto';
import type { Permission } from '@shared/permissions';
import { expect, test } from 'vitest';
import type { Caller } from '../support/caller';
import { answersTo, formAndCall, made, reports, sales } from '../support/evaluation';
import { sharedService } from '../support/start-service';

const topics = {
  title: 'Topics',
  type: 'multi',
  max_points: 4,
  options: [
    { label: 'Bill', points: 2 },
    { label: 'x,"Bill', points: 1 },
    { label: 'Fault', points: 1 },
  ],
};
const scoring: Permission[] = ['evaluation_reports:view', 'evaluation_reports:edit', 'calls:view'];
const form = { ...sales, sections: [...sales.sections, { title: 'About', questions: [topics] }] };

/** Four calls: a good evaluation, a bad one without numbers, one that is only begun, and none. */
const evaluated = sharedService(async (started) => {
  const { admin, given } = started;
  const { form_id, sections } = await formAndCall(started, form);
  const agent = await given.user();
  const blind = await given.user({ permissions: ['calls:view'] });
  const calls = await given.calls({}, {}, {}, {});
  const report = async (place: number, more: object) =>
    made(admin, reports, {
      evaluation_report: {
        form_id,
        call_id: calls[place],
        agent_user_id: agent.user_id,
        agent_can_view: true,
        ...more,
      },
    });
  const done = (answers: unknown[]) => ({ status: 'completed', sections: answersTo(sections, answers) });
  await report(0, done(['Warm', 9, 'yes', 'Said “hello”, twice', ['x,"Bill', 'Fault']]));
  const [opening, talk, about] = answersTo(sections, ['None', null, 'no', null, []]);
  const [listening, ...rest] = talk?.questions ?? [];
  const bad = [opening, { ...talk, questions: [{ ...listening, na: true }, ...rest] }, about];
  await report(1, { status: 'completed', sections: bad });
  await report(2, { status: 'in_progress', sections: answersTo(sections, ['Warm', 1, 'yes', 'x', ['Bill']]) });
  const ids: string[] = sections.flatMap(({ questions }: { questions: { form_question_id: string }[] }) =>
    questions.map(({ form_question_id }) => form_question_id),
  );
  const [greeting = '', numbers = '', solved = '', remark = '', multi = ''] = ids;
  return { admin, given, blind, form_id, sections, calls, questions: { greeting, numbers, solved, remark, multi } };
});

/** The places of the calls that a search finds. */
async function found(caller: Caller, filter: string): Promise<number[] | string[]> {
  const { calls } = await evaluated();
  const { body } = await caller.get(`/api/v2/calls.json?advanced_search=1&limit=1000&${filter}`);
  if (body.error) return Object.keys(body.details ?? { [body.error]: '' });
  return body.calls
    .map(({ call_id }: { call_id: string }) => calls.indexOf(call_id))
    .filter((place: number) => place >= 0)
    .sort();
}

test.each([
  ['score__greater_or_equal=50', [0]],
  ['score__lower_than=50', [1]],
  ['score__is_empty=1', [2, 3]],
  ['is_passed__equal_to=true', [0]],
  ['is_passed__equal_to=false', [1]],
  ['is_passed__not_equal_to=true', [1, 2, 3]],
  ['agent_review_status__equal_to=pending', [0, 1]],
  ['agent_review_status__equal_to=disputed,acknowledged', []],
  ['evaluation_status__equal_to=completed', [0, 1]],
  ['evaluation_status__equal_to=in_progress,assigned', [2]],
  ['evaluation_status__is_empty=1', [3]],
])('%s finds the calls by their evaluations', async (filter, expected) => {
  const { admin } = await evaluated();
  expect(await found(admin, filter)).toEqual(expected);
});

test.each([
  ['greeting', 'equal_to=Warm', [0]],
  ['greeting', 'equal_to=Warm,None', [0, 1]],
  ['greeting', 'not_equal_to=Warm', [1, 2, 3]],
  ['solved', 'equal_to=no', [1]],
  ['numbers', 'equal_to=9', [0]],
  ['numbers', 'greater_than=9', []],
  ['numbers', 'lower_or_equal=9', [0]],
  ['numbers', 'is_not_empty=1', [0]],
  ['remark', 'includes=HELLO', [0]],
  ['remark', 'equal_to=said “hello”, twice', [0]],
  ['remark', 'is_empty=1', [1, 2, 3]],
  ['multi', 'equal_to=Fault', [0]],
  ['multi', 'equal_to=Bill', []],
  ['multi', 'equal_to=x,"Bill', [0]],
  ['multi', 'is_empty=1', [1, 2, 3]],
] as const)('the answers to %s are compared by %s', async (name, test, expected) => {
  const { admin, questions } = await evaluated();
  const [operator, value = ''] = test.split(/=(.*)/);
  const filter = `evaluation_answer_${questions[name]}__${operator}=${encodeURIComponent(value)}`;
  expect(await found(admin, filter)).toEqual(expected);
});

test('a question that is answered is found, and one that is N/A is not', async () => {
  const { admin, questions } = await evaluated();
  const by = (id: string) => found(admin, `evaluation_question_id__equal_to=${id}`);
  expect([await by(questions.greeting), await by(questions.numbers), await by(questions.multi)]).toEqual([
    [0, 1],
    [0],
    [0, 1],
  ]);
});

test('a question of no form in reach, an option that it never had, and an operator of another type are refused', async () => {
  const { admin, questions } = await evaluated();
  const refused = [
    `evaluation_answer_${randomUUID()}__equal_to=Warm`,
    `evaluation_answer_${questions.greeting}__equal_to=Cold`,
    `evaluation_answer_${questions.numbers}__includes=7`,
    'is_passed__equal_to=perhaps',
    'evaluation_status__equal_to=cancelled',
  ];
  for (const filter of refused) expect(await found(admin, filter)).toEqual([filter.split('=')[0]]);
});

test('people without the right to see evaluations find nothing by them, and know no question', async () => {
  const { blind, questions } = await evaluated();
  const filter = `evaluation_answer_${questions.greeting}__is_not_empty`;
  expect(await found(blind, 'score__greater_or_equal=0')).toEqual([]);
  expect(await found(blind, 'evaluation_status__is_empty=1')).toEqual([0, 1, 2, 3]);
  expect(await found(blind, `${filter}=1`)).toEqual([filter]);
});

test('an evaluation of a calibration is none, also once it has ended', async () => {
  const { admin, given, form_id, sections } = await evaluated();
  const [call_id, agent] = [await given.recorded('short-stereo-16k.wav'), await given.user()];
  const evaluators = [await given.user({ permissions: scoring }), await given.user({ permissions: scoring })];
  const url = await made(admin, '/api/v2/calibrations.json', {
    calibration: {
      name: 'November',
      form_id,
      calls: [{ call_id, agent_user_id: agent.user_id }],
      evaluators: evaluators.map(({ user_id }) => ({ user_id })),
    },
  });
  for (const one of evaluators) {
    const [{ report_id }] = (await one.get(url)).body.calibration.calls;
    const scored = { status: 'completed', sections: answersTo(sections, ['Warm', 7, 'yes', 'Well', ['Bill']]) };
    await one.put(`/api/v2/evaluation_reports/${report_id}.json`, { evaluation_report: scored });
  }
  expect((await admin.get(url)).body.calibration.status).toBe('ended');
  for (const filter of ['score__is_not_empty=1', 'evaluation_status__is_not_empty=1']) {
    const { body } = await admin.get(`/api/v2/calls.json?advanced_search=1&${filter}&call_id=${call_id}`);
    expect(body.calls).toEqual([]);
  }
});
