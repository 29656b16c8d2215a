import { expect, test } from 'vitest';
import { forms, made, reports } from '../support/evaluation';
import { idIn } from '../support/id-in';
import { startService } from '../support/start-service';

// biome-ignore lint/suspicious/noExplicitAny: bodies of every shape
type Json = any;

const known = { title: 'Is the caller known?', type: 'yes_no', max_points: 10, key: 'known' };
const greets = { title: 'Greets by name', type: 'numeric', max_points: 10, show_if: { key: 'known', any_of: ['yes'] } };
const topics = {
  title: 'Topics',
  type: 'multi',
  max_points: 4,
  options: [
    { label: 'P', points: 2 },
    { label: 'Q', points: 2 },
    { label: 'R', points: 1, fails_section: true, comment_required: true },
  ],
};
const mood = { title: 'Mood', type: 'choice', is_scored: false, options: [{ label: 'Calm' }, { label: 'Angry' }] };
const clear = { title: 'Clear', type: 'numeric', max_points: 5, comment_below: 3, moment_required: true };
const form = (...questions: object[]) => ({ name: 'Logic', sections: [{ title: 'All', questions }] });

async function withForm(...questions: object[]) {
  const started = await startService();
  const { admin, given } = started;
  const form_url = await made(admin, forms, { evaluation_form: form(...questions) });
  const [call_id = ''] = await given.calls({});
  const agent = await given.user({ access_level: 'user', permissions: ['evaluation_reports:view'] });
  const record = { form_id: idIn(form_url), call_id, agent_user_id: agent.user_id };
  const url = await made(admin, reports, { evaluation_report: record });
  const read = async (): Promise<Json> => (await admin.get(url)).body.evaluation_report;
  const { sections } = await read();
  const [{ form_section_id, questions: asked }] = sections;
  const ids = asked.map(({ form_question_id }: Json) => form_question_id);
  const put = (evaluation_report: object) => admin.put(url, { evaluation_report });
  const answer = (at: number, question: object) =>
    admin.put(url.replace('.json', `/questions/${ids[at]}.json`), { question });
  const all = (...answers: object[]) => [
    {
      form_section_id,
      questions: answers.map((one, at) => ({ form_question_id: ids[at], ...one })),
    },
  ];
  const questionsNow = async () => (await read()).sections[0].questions;
  return { ...started, form_url, url, put, answer, all, read, questionsNow, ids };
}

const refusals = (body: Json) => Object.keys(body.details ?? {});

test('a form keeps its logic through read, clone, export, import and a new revision', async () => {
  const { admin, form_url } = await withForm(known, greets, topics, mood, clear);
  const content = async (url: string) => {
    const { sections, revision } = (await admin.get(url)).body.evaluation_form;
    return [revision, sections[0].questions.map(({ form_question_id: _, ...question }: Json) => question)];
  };
  const usual = { description: '', weight: 1, allow_na: false, options: [], key: null, show_if: null };
  const rest = { is_scored: true, moment_required: false, comment_below: null };
  const option = { points: 0, fails_form: false, fails_section: false, comment_required: false };

  const [, questions] = await content(form_url);
  expect(questions).toEqual([
    {
      ...usual,
      ...rest,
      ...known,
      options: [
        { ...option, label: 'yes', points: 10 },
        { ...option, label: 'no' },
      ],
    },
    { ...usual, ...rest, ...greets },
    { ...usual, ...rest, ...topics, options: topics.options.map((one) => ({ ...option, ...one })) },
    { ...usual, ...rest, ...mood, max_points: 0, options: mood.options.map((one) => ({ ...option, ...one })) },
    { ...usual, ...rest, ...clear },
  ]);

  const copy = (await admin.post(form_url.replace('.json', '/clone.json'), { evaluation_form: { name: 'Copy' } })).body;
  expect((await content(copy.url))[1]).toEqual(questions);
  const file = (await admin.get(form_url.replace('.json', '/export.json'))).body;
  const imported = await made(admin, forms, file);
  expect((await content(imported))[1]).toEqual(questions);

  const { sections } = (await admin.get(form_url)).body.evaluation_form;
  await admin.put(form_url, { evaluation_form: { sections } });
  expect((await content(form_url))[0]).toBe(1);
  sections[0].questions[1].show_if = { key: 'known', any_of: ['no'] };
  await admin.put(form_url, { evaluation_form: { sections } });
  const [revision, changed] = await content(form_url);
  expect([revision, changed[1].show_if]).toEqual([2, { key: 'known', any_of: ['no'] }]);
});

const at = (path: string) => [`sections.0.questions.${path}`];
const numeric = { title: 'N', type: 'numeric', max_points: 5 };
const shown = (show_if: unknown) => ({ ...numeric, show_if });

test.each([
  ['a key of other characters', [{ ...known, key: 'Known' }], at('0.key')],
  ['an empty key', [{ ...known, key: '' }], at('0.key')],
  ['a key of 33 characters', [{ ...known, key: 'a'.repeat(33) }], at('0.key')],
  ['a key that is used twice', [known, { ...numeric, key: 'known' }], at('1.key')],
  ['a condition on nothing', [known, shown({ key: 'other', any_of: ['yes'] })], at('1.show_if.key')],
  ['a condition on itself', [{ ...known, show_if: { key: 'known', any_of: ['yes'] } }], at('0.show_if.key')],
  ['a condition on a later question', [shown({ key: 'known', any_of: ['yes'] }), known], at('0.show_if.key')],
  [
    'a condition on a text',
    [{ title: 'T', type: 'text', key: 't' }, shown({ key: 't', any_of: ['x'] })],
    at('1.show_if.key'),
  ],
  ['an answer that is none', [known, shown({ key: 'known', any_of: ['yes', 'maybe'] })], at('1.show_if.any_of.1')],
  ['a number for a label', [known, shown({ key: 'known', any_of: [1] })], at('1.show_if.any_of.0')],
  ['a number above the points', [{ ...numeric, key: 'n' }, shown({ key: 'n', any_of: [6] })], at('1.show_if.any_of.0')],
  ['no answers', [known, shown({ key: 'known', any_of: [] })], at('1.show_if.any_of')],
  ['neither answers nor bounds', [known, shown({ key: 'known' })], at('1.show_if')],
  ['bounds of labels', [known, shown({ key: 'known', at_least: 1 })], at('1.show_if')],
  ['answers and bounds', [{ ...numeric, key: 'n' }, shown({ key: 'n', any_of: [1], at_most: 2 })], at('1.show_if')],
  [
    'bounds in the wrong order',
    [{ ...numeric, key: 'n' }, shown({ key: 'n', at_least: 3, at_most: 2 })],
    at('1.show_if'),
  ],
  ['several choices with one option', [{ ...topics, options: [{ label: 'P', points: 1 }] }], at('0.options')],
  [
    'an option without points',
    [{ ...topics, options: [{ label: 'P' }, { label: 'Q', points: 1 }] }],
    at('0.options.0.points'),
  ],
  ['points without points', [{ ...mood, max_points: 5 }], at('0.max_points')],
  [
    'an option with points',
    [{ ...mood, options: [{ label: 'A', points: 1 }, { label: 'B' }] }],
    at('0.options.0.points'),
  ],
  ['a number without points', [{ ...numeric, is_scored: false }], at('0.is_scored')],
  ['a text without points', [{ title: 'T', type: 'text', is_scored: false }], at('0.is_scored')],
  ['a comment below, of a choice', [{ ...topics, comment_below: 1 }], at('0.comment_below')],
  ['a comment below 0', [{ ...numeric, comment_below: 0 }], at('0.comment_below')],
  ['a comment below more than the points', [{ ...numeric, comment_below: 5.01 }], at('0.comment_below')],
])('a form with %s is refused at it', async (_about, questions, paths) => {
  const { admin } = await startService();

  const { status, body } = await admin.post(forms, { evaluation_form: form(...questions) });

  expect([status, refusals(body)]).toEqual([400, paths]);
});

test('the order of sections decides which question is earlier', async () => {
  const { admin } = await startService();
  const sections = [
    { title: 'Second', order: 2, questions: [shown({ key: 'known', any_of: ['yes'] })] },
    { title: 'First', order: 1, questions: [known] },
  ];

  const taken = await admin.post(forms, { evaluation_form: { name: 'Turned', sections } });
  const turned = sections.map((section, place) => ({ ...section, order: place + 1 }));
  const refused = await admin.post(forms, { evaluation_form: { name: 'Turned', sections: turned } });

  expect([taken.status, refused.status, refusals(refused.body)]).toEqual([201, 400, at('0.show_if.key')]);
});

test('a condition hides a question until it holds, and what it hides is dropped', async () => {
  const { answer, questionsNow, read, admin } = await withForm(known, greets, numeric);
  const unseen = { hidden: true, na: true, answer: null, points: null, position: null, comment: '' };

  expect((await questionsNow())[1]).toMatchObject(unseen);
  expect(refusals((await answer(1, { answer: 5 })).body)).toEqual(['answer']);

  await answer(0, { answer: 'yes' });
  await answer(1, { answer: 5, comment: 'Warm', position: 10 });
  expect((await questionsNow())[1]).toMatchObject({ hidden: false, na: false, answer: 5, comment: 'Warm' });
  expect((await read()).report_points).toBe(15);

  await answer(0, { answer: 'no' });
  expect((await questionsNow())[1]).toMatchObject(unseen);
  const { report_points, report_max_points, report_id, revision } = await read();
  expect([report_points, report_max_points]).toEqual([0, 10]);
  const { audit_log } = (await admin.get(`/api/v2/audit_log.json?resource_id=${report_id}&limit=1`)).body;
  expect(JSON.stringify(audit_log[0].details)).toContain('Warm');

  await answer(1, { answer: null, na: true });
  expect((await read()).revision).toBe(revision);
  await answer(0, { answer: 'yes' });
  expect((await questionsNow())[1]).toMatchObject({ hidden: false, na: false, answer: null, comment: '' });
});

test('a report that is read can be sent back, and a hidden question takes no answer', async () => {
  const { put, all, read } = await withForm(known, greets, numeric);
  await put({ sections: all({ answer: 'no' }, {}, { answer: 3 }) });
  const { sections, revision } = await read();

  const back = await put({ sections });
  const answered = await put({ sections: all({ answer: 'no' }, { answer: 5 }, { answer: 3 }) });
  const na = await put({ sections: all({ answer: 'yes' }, { na: true }, { answer: 3 }) });

  expect([back.status, back.body.evaluation_report.revision]).toEqual([200, revision]);
  expect([answered.status, refusals(answered.body)]).toEqual([400, at('1.answer')]);
  expect(refusals(na.body)).toEqual(at('1.na'));
});

test('a report is complete without its hidden questions, and the queue counts those that are shown', async () => {
  const { put, all, admin } = await withForm(known, greets, numeric);
  const counted = async () => {
    const [{ answered, questions }] = (await admin.get('/api/v2/evaluation_queue.json')).body.evaluation_queue;
    return [answered, questions];
  };

  expect(await counted()).toEqual([0, 2]);
  await put({ sections: all({ answer: 'yes' }) });
  expect(await counted()).toEqual([1, 3]);
  const open = await put({ sections: all({ answer: 'yes' }, {}, { answer: 3 }), status: 'completed' });
  const done = await put({ sections: all({ answer: 'no' }, {}, { answer: 3 }), status: 'completed' });

  expect([open.status, refusals(open.body)]).toEqual([400, at('1.answer')]);
  const { status, report_points, report_max_points, score } = done.body.evaluation_report;
  expect([status, report_points, report_max_points, score]).toEqual(['completed', 3, 15, 20]);
});

test('several choices are distinct labels, read in the order of the form', async () => {
  const { answer, questionsNow } = await withForm(topics, numeric);

  await answer(0, { answer: ['Q', 'P'] });
  expect((await questionsNow())[0]).toMatchObject({ answer: ['P', 'Q'], points: 4 });
  await answer(0, { answer: [] });
  expect((await questionsNow())[0]).toMatchObject({ answer: [], points: 0 });
  for (const wrong of ['P', ['P', 'P'], ['S'], 1, ['P', 'Q', 'R', 'P']])
    expect(refusals((await answer(0, { answer: wrong })).body)).toEqual(['answer']);
  expect((await answer(1, { answer: ['P'] })).status).toBe(400);
});

test('an answer that fails its section takes its points, and the section does not pass', async () => {
  const { put, all, read } = await withForm(topics, numeric, mood);
  const answers = [{ answer: ['P', 'R'], comment: 'Why' }, { answer: 5 }, { answer: 'Calm' }];
  await put({ sections: all(...answers) });
  const draft = (await read()).sections[0];
  expect([draft.answer_fail_section, draft.is_passed, draft.section_points, draft.section_max_points]).toEqual([
    true,
    null,
    0,
    9,
  ]);
  await put({ sections: all(...answers), status: 'completed' });

  const { sections, report_points, score, is_passed } = await read();
  const [{ section_points, is_passed: passed, questions, answer_fail_section, score: own }] = sections;
  expect([section_points, own, passed, answer_fail_section]).toEqual([0, 0, false, true]);
  expect([report_points, score, is_passed]).toEqual([0, 0, null]);
  expect(questions.map(({ points }: Json) => points)).toEqual([3, 5, null]);
});

test('completing asks for the comments and moments that answers need', async () => {
  const { put, all } = await withForm(topics, clear, { ...mood, allow_na: true });
  const complete = async (...answers: object[]) => {
    const { status, body } = await put({ sections: all(...answers), status: 'completed' });
    return [status, refusals(body)];
  };

  const missing = [...at('0.comment'), ...at('1.comment'), ...at('1.position')];
  const low = { answer: 2.99, comment: ' \n' };
  expect(await complete({ answer: ['R'] }, low, { na: true })).toEqual([400, missing]);
  expect(await complete({ answer: ['P'] }, { answer: 3, position: 5 }, {})).toEqual([400, at('2.answer')]);
  expect(await complete({ answer: ['P'] }, { answer: 3, position: 0 }, { na: true })).toEqual([200, []]);
});
