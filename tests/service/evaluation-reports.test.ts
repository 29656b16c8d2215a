import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { changeAnswer } from '../../electron/service/resources/judgement/evaluation/reports/queries';
import { answersTo, formAndCall, forms, made, reports, type Sections, sales } from '../support/evaluation';
import { scope } from '../support/lists';
import { startService, type TestService } from '../support/start-service';

// biome-ignore lint/suspicious/noExplicitAny: bodies of every shape
type Json = any;

/** 5 · 1 of 5, and twice 7 + 5 of 15: 29 of 35. */
const answers = ['Warm', 7, 'yes', 'Well done'];

/** A form, a call, an agent who may see reports, and a report by the administrator. */
async function assigned(more: object = {}) {
  const started = await startService();
  const { form_id, call_id, sections } = await formAndCall(started);
  const agent = await started.given.user({ access_level: 'user', permissions: ['evaluation_reports:view'] });
  const record = { form_id, call_id, agent_user_id: agent.user_id, ...more };
  const url = await made(started.admin, reports, { evaluation_report: record });
  const put = async (evaluation_report: object, headers = {}) => started.admin.put(url, { evaluation_report }, headers);
  const read = async (): Promise<Json> => (await started.admin.get(url)).body.evaluation_report;
  return { ...started, form_id, call_id, sections, agent, record, url, put, read };
}

const ownId = async ({ admin }: Pick<TestService, 'admin'>) =>
  (await admin.get('/api/v2/sessions.json')).body.user.user_id as string;

test('a new report has the usual attributes, and every question of its form without an answer', async () => {
  const started = await assigned();

  const report = await started.read();

  const me = await ownId(started);
  const { form_id, call_id, agent } = started;
  const { report_id, created_at, sections, ...rest } = report;
  expect(rest).toEqual({
    form_id,
    call_id,
    agent_user_id: agent.user_id,
    evaluator_user_id: me,
    assigner_user_id: me,
    title: 'Sales',
    description: '',
    type: 'manual',
    status: 'assigned',
    comment: '',
    agent_comment: '',
    dispute_reply: '',
    dispute_replied_at: null,
    agent_review_status: null,
    evaluation_started_at: null,
    evaluation_completed_at: null,
    agent_review_started_at: null,
    agent_review_completed_at: null,
    evaluation_deadline: null,
    agent_review_deadline: null,
    agent_can_view: true,
    agent_can_dispute: true,
    agent_review_mandatory: false,
    report_points: 0,
    report_max_points: 0,
    score: null,
    is_passed: null,
    pass_threshold: 80,
    form_revision: 1,
    revision: 1,
    purpose: 'quality',
    calibration_id: null,
    plan_id: null,
    sample_id: null,
  });
  expect([typeof report_id, created_at.slice(-6)]).toEqual(['string', '+00:00']);
  const { section_id, questions, ...section } = sections[1];
  expect(section).toEqual({
    form_section_id: started.sections[1].form_section_id,
    title: 'Talk',
    description: '',
    weight: 2,
    order: 2,
    comment: '',
    answer_fail_form: false,
    answer_fail_section: false,
    section_na: false,
    section_points: 0,
    section_max_points: 0,
    pass_threshold: 50,
    score: null,
    is_passed: null,
    form_revision: 1,
    revision: 1,
  });
  expect({ ...questions[0], question_id: section_id === questions[0].question_id }).toEqual({
    question_id: false,
    form_question_id: started.sections[1].questions[0].form_question_id,
    title: 'Listening',
    description: '',
    type: 'numeric',
    weight: 1,
    answer: null,
    na: false,
    hidden: false,
    points: null,
    max_points: 10,
    answer_fail_form: false,
    comment: '',
    position: null,
  });
});

test('answers are scored at once, and a completed report passes or fails as a whole and by section', async () => {
  const { put, read, sections } = await assigned();
  const resultOf = ({ status, report_points, report_max_points, score, is_passed }: Json) => [
    status,
    report_points,
    report_max_points,
    score,
    is_passed,
  ];
  const draft = answersTo(sections, ['Neutral', 7]);

  const scored = (await put({ sections: draft, comment: 'Go on' })).body.evaluation_report;
  const complete = (await put({ sections: answersTo(sections, answers), status: 'completed' })).body.evaluation_report;

  expect(resultOf(scored)).toEqual(['in_progress', 16.5, 25, 66, null]);
  expect(resultOf(complete)).toEqual(['completed', 29, 35, 82, true]);
  expect(
    complete.sections.map((one: Json) => [one.section_points, one.section_max_points, one.score, one.is_passed]),
  ).toEqual([
    [5, 5, 100, null],
    [24, 30, 80, true],
  ]);
  expect(complete.sections[1].questions.map(({ points }: Json) => points)).toEqual([7, 5, null]);
  expect([complete.comment, complete.agent_review_status, complete.revision]).toEqual(['Go on', 'pending', 3]);
  expect([scored.evaluation_started_at, complete.evaluation_completed_at].map((time) => typeof time)).toEqual([
    'string',
    'string',
  ]);
  expect(await read()).toEqual(complete);
});

test('a failing answer keeps the score and does not pass', async () => {
  const { put, sections } = await assigned();

  const failing = answersTo(sections, ['None', 10, 'yes', null]);
  const { evaluation_report } = (await put({ sections: failing, status: 'completed' })).body;

  expect([evaluation_report.score, evaluation_report.is_passed]).toEqual([85, false]);
  expect(evaluation_report.sections.map((one: Json) => [one.answer_fail_form, one.is_passed])).toEqual([
    [true, false],
    [false, true],
  ]);
  expect(
    evaluation_report.sections.map(({ questions }: Json) => questions.map((one: Json) => one.answer_fail_form)),
  ).toEqual([[true], [false, false, false]]);
});

test('sections replace all answers, and what a client has read can be sent back', async () => {
  const { put, read, sections } = await assigned();
  const [opening, talk] = answersTo(sections, answers) as Json;
  const question = { ...opening.questions[0], comment: 'Very', position: 61_000 };
  await put({ sections: [{ ...opening, comment: 'Good start', questions: [question] }, talk] });

  const before = await read();
  const again = await put(before);
  const replaced = (await put({ sections: [{ ...talk, questions: talk.questions.slice(0, 1) }] })).body
    .evaluation_report;

  expect(again.status).toBe(200);
  expect({ ...again.body.evaluation_report, revision: 0 }).toMatchObject({
    status: 'in_progress',
    report_points: 29,
    revision: 0,
    sections: [{ comment: 'Good start', questions: [{ answer: 'Warm', comment: 'Very', position: 61_000 }] }, {}],
  });
  expect(
    replaced.sections.map((one: Json) => [one.comment, ...one.questions.map(({ answer }: Json) => answer)]),
  ).toEqual([
    ['', null],
    ['', 7, null, null],
  ]);
});

test('answers that are sent back as they were read change neither revision nor version', async () => {
  const { put, read, sections } = await assigned();
  await put({ sections: answersTo(sections, answers), status: 'in_progress' });
  const before = await read();

  const again = await put({ sections: before.sections });
  const { status } = await put(
    { sections: answersTo(sections, ['Warm', 6, 'yes', 'Well done']) },
    {
      'if-match': again.headers.get('etag') ?? '',
    },
  );

  expect([again.status, again.body.evaluation_report.revision]).toEqual([200, before.revision]);
  expect([status, (await read()).revision]).toEqual([200, before.revision + 1]);
});

test('one question can be answered alone, which leaves the other answers', async () => {
  const { admin, url, sections, read } = await assigned();
  const answer = (section: number, question: number, given: object) => {
    const id = sections[section].questions[question].form_question_id;
    return admin.put(url.replace('.json', `/questions/${id}.json`), { question: given });
  };

  const all = await Promise.all([
    answer(0, 0, { answer: 'Warm' }),
    answer(1, 0, { na: true, comment: 'Nobody spoke' }),
    answer(1, 1, { answer: 'no', position: 1_000 }),
    answer(1, 2, { answer: 'Fine' }),
  ]);
  await answer(0, 0, { comment: 'At once' });
  const { revision } = await read();
  await answer(0, 0, {});
  await answer(0, 0, { answer: 'Warm' });

  expect(all.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const report = await read();
  expect(report.revision).toBe(revision);
  const given = report.sections.flatMap(({ questions }: Json) =>
    questions.map(({ answer, na, comment, position }: Json) => [answer, na, comment, position]),
  );
  expect(given).toEqual([
    ['Warm', false, 'At once', null],
    [null, true, 'Nobody spoke', null],
    ['no', false, '', 1_000],
    ['Fine', false, '', null],
  ]);
  expect([report.status, report.report_points, report.report_max_points, report.score]).toEqual([
    'in_progress',
    5,
    15,
    33,
  ]);
  expect(await refusedAt(answer(1, 0, { answer: 11 }))).toEqual([400, ['answer']]);
  expect(await refusedAt(answer(1, 1, { na: true }))).toEqual([400, ['na']]);
  const unknown = admin.put(url.replace('.json', `/questions/${randomUUID()}.json`), { question: {} });
  expect((await unknown).status).toBe(404);
});

const refusedAt = async (answer: Promise<{ status: number; body: Json }>) => {
  const { status, body } = await answer;
  return [status, Object.keys(body.details ?? {}).sort()];
};

const at = (section: number, question: number, field: string) => `sections.${section}.questions.${question}.${field}`;
/** Answers to every question, of which some are changed in a copy. */
const changed = (sections: Sections, change: (copy: Json) => void): Json => {
  const copy = answersTo(sections, answers);
  change(copy);
  return copy;
};
const wrong: [string, (copy: Json) => void, string][] = [
  [
    'an unknown section',
    ([one]) => Object.assign(one, { form_section_id: randomUUID() }),
    'sections.0.form_section_id',
  ],
  ['a section twice', ([one, two]) => Object.assign(two, one, { questions: [] }), 'sections.1.form_section_id'],
  [
    'an unknown question',
    ([, two]) => Object.assign(two.questions[1], { form_question_id: randomUUID() }),
    at(1, 1, 'form_question_id'),
  ],
  ['a question of another section', ([one, two]) => two.questions.push(one.questions[0]), at(1, 3, 'form_question_id')],
  ['a question twice', ([one]) => one.questions.push(one.questions[0]), at(0, 1, 'form_question_id')],
  ['another label', ([one]) => Object.assign(one.questions[0], { answer: 'warm' }), at(0, 0, 'answer')],
  ['a number for a choice', ([one]) => Object.assign(one.questions[0], { answer: 5 }), at(0, 0, 'answer')],
  ['a number above max_points', ([, two]) => Object.assign(two.questions[0], { answer: 10.01 }), at(1, 0, 'answer')],
  ['a negative number', ([, two]) => Object.assign(two.questions[0], { answer: -1 }), at(1, 0, 'answer')],
  ['three decimals', ([, two]) => Object.assign(two.questions[0], { answer: 1.005 }), at(1, 0, 'answer')],
  ['a text for a number', ([, two]) => Object.assign(two.questions[0], { answer: '7' }), at(1, 0, 'answer')],
  [
    'another answer than yes or no',
    ([, two]) => Object.assign(two.questions[1], { answer: 'maybe' }),
    at(1, 1, 'answer'),
  ],
  ['a number for a text', ([, two]) => Object.assign(two.questions[2], { answer: 1 }), at(1, 2, 'answer')],
  ['a list', ([, two]) => Object.assign(two.questions[2], { answer: ['a'] }), at(1, 2, 'answer')],
  ['N/A that is not allowed', ([one]) => Object.assign(one.questions[0], { na: true }), at(0, 0, 'na')],
  ['a negative position', ([one]) => Object.assign(one.questions[0], { position: -1 }), at(0, 0, 'position')],
  ['a position between two ms', ([one]) => Object.assign(one.questions[0], { position: 0.5 }), at(0, 0, 'position')],
];

test('a wrong answer is refused at its place in the request', async () => {
  const { put, sections, read } = await assigned();
  const seen = [];
  for (const [about, change] of wrong) {
    seen.push([about, ...(await refusedAt(put({ sections: changed(sections, change) })))]);
  }
  expect(seen).toEqual(wrong.map(([about, , field]) => [about, 400, [field]]));
  expect((await read()).status).toBe('assigned');
});

test('a report is completed once every question but texts has an answer or is N/A', async () => {
  const { put, sections } = await assigned();
  const complete = (given: unknown[]) => put({ sections: answersTo(sections, given).reverse(), status: 'completed' });

  // The places are those of the form, whatever the order of the request.
  expect(await refusedAt(complete([null, null, 'yes']))).toEqual([400, [at(0, 0, 'answer'), at(1, 0, 'answer')]]);
  expect(await refusedAt(put({ status: 'completed' }))).toEqual([
    400,
    [at(0, 0, 'answer'), at(1, 0, 'answer'), at(1, 1, 'answer')],
  ]);
  expect((await complete(['Warm', 0, 'no'])).status).toBe(200);
});

test('a new report can be completed at once by its evaluator, and by nobody else', async () => {
  const { admin, record, sections, given } = await assigned();
  const other = await given.user();
  const post = (more: object) => admin.post(reports, { evaluation_report: { ...record, ...more } });
  const full = answersTo(sections, answers);

  const done = await post({ status: 'completed', sections: full });
  const begun = await post({ sections: full.slice(0, 1) });
  const scoring = { evaluator_user_id: other.user_id };
  const foreign = [
    await post({ ...scoring, status: 'completed', sections: full }),
    await post({ ...scoring, status: 'in_progress' }),
    await post({ ...scoring, sections: full }),
    await post(scoring),
  ];

  expect((await admin.get(done.body.url)).body.evaluation_report).toMatchObject({
    status: 'completed',
    score: 82,
    is_passed: true,
  });
  expect((await admin.get(begun.body.url)).body.evaluation_report.status).toBe('in_progress');
  expect(foreign.map(({ status }) => status)).toEqual([403, 403, 403, 201]);
  expect(await refusedAt(post({ status: 'cancelled' }))).toEqual([400, ['status']]);
  expect(await refusedAt(post({ status: 'completed' }))).toEqual([
    400,
    [at(0, 0, 'answer'), at(1, 0, 'answer'), at(1, 1, 'answer')],
  ]);
});

test('form, call and people of a new report must exist, be in reach and belong to the tenant of the call', async () => {
  const { admin, record, given, sections } = await assigned();
  const north = await given.tenant();
  const [foreignCall] = await given.calls({ tenant_id: north });
  const foreigner = await given.user({ tenant_id: north });
  const clerk = await given.user({ access_level: 'user', permissions: ['evaluation_reports:edit', 'calls:view'] });
  const post = (more: object, caller = admin) =>
    refusedAt(caller.post(reports, { evaluation_report: { ...record, ...more } }));

  expect(await post({ form_id: randomUUID() })).toEqual([400, ['form_id']]);
  expect(await post({ call_id: randomUUID() })).toEqual([400, ['call_id']]);
  expect(await post({ agent_user_id: randomUUID() })).toEqual([400, ['agent_user_id']]);
  expect(await post({ evaluator_user_id: randomUUID() })).toEqual([400, ['evaluator_user_id']]);
  expect(await post({ agent_user_id: foreigner.user_id })).toEqual([400, ['agent_user_id']]);
  expect(await post({ call_id: foreignCall })).toEqual([400, ['agent_user_id', 'form_id']]);
  expect(await post({}, clerk)).toEqual([400, ['agent_user_id', 'call_id']]);
  expect(await post({ form_id: undefined, call_id: undefined, agent_user_id: undefined })).toEqual([
    400,
    ['agent_user_id', 'call_id', 'form_id'],
  ]);
  expect(sections).toHaveLength(2);
});

test('an evaluator reaches the tenant of the report, and nobody else comments on it', async () => {
  const { admin, record, given, url } = await assigned();
  const foreigner = await given.user({ tenant_id: await given.tenant() });
  const colleague = await given.user({ permissions: ['evaluation_reports:edit'] });
  const post = (more: object) => admin.post(reports, { evaluation_report: { ...record, ...more } });

  const afar = [
    await refusedAt(post({ evaluator_user_id: foreigner.user_id })),
    await refusedAt(admin.put(url, { evaluation_report: { evaluator_user_id: foreigner.user_id } })),
  ];
  const assignment = { form_id: record.form_id, calls: [{ call_id: record.call_id }] };
  const many = await admin.post(reports.replace('.json', '/assignment.json'), {
    assignment: { ...assignment, evaluator_user_id: foreigner.user_id },
  });
  const comments = [
    (await post({ evaluator_user_id: colleague.user_id, comment: 'Mine' })).status,
    (await post({ evaluator_user_id: colleague.user_id, comment: '' })).status,
    (await post({ comment: 'Mine' })).status,
  ];

  expect(afar).toEqual([
    [400, ['evaluator_user_id']],
    [400, ['evaluator_user_id']],
  ]);
  expect([many.status, Object.keys(many.body.details)]).toEqual([400, expect.arrayContaining(['evaluator_user_id'])]);
  expect(comments).toEqual([403, 201, 201]);
});

test('a report stays on the revision that it was made on', async () => {
  const { admin, form_id, put, read, sections } = await assigned();
  await admin.put(`/api/v2/evaluation_forms/${form_id}.json`, {
    evaluation_form: {
      name: 'Other',
      pass_threshold: 10,
      sections: [{ title: 'New', questions: [{ title: 'Q', type: 'text' }] }],
    },
  });

  await put({ sections: answersTo(sections, ['Neutral', 0, 'no']), status: 'completed' });

  const report = await read();
  expect([report.form_revision, report.pass_threshold, report.is_passed, report.title]).toEqual([
    1,
    80,
    false,
    'Sales',
  ]);
  expect(report.sections.map(({ title }: Json) => title)).toEqual(['Opening', 'Talk']);
});

test('a dispute opens a result again: it stays in the audit log, and the agent reviews the next one', async () => {
  const { admin, put, read, sections, agent, url, given } = await assigned();
  const review = (agent_review_status: string, agent_comment?: string) =>
    agent.put(url, { evaluation_report: { agent_review_status, ...(agent_comment && { agent_comment }) } });
  await put({ sections: answersTo(sections, ['None', 7, 'yes']), status: 'completed' });

  const sentBack = await Promise.all([review('pending'), put({ agent_review_status: 'pending' })]);
  expect(sentBack.map(({ status }) => status)).toEqual([200, 200]);
  const disputed = (await review('disputed', 'I did greet')).body.evaluation_report;
  expect((await review('pending')).status).toBe(400);
  const withReview = async (agent_review_status: string) => [
    (await admin.get(`/api/v2/evaluation_reports.json?agent_review_status=${agent_review_status}`)).body.total,
    (await admin.get(`/api/v2/evaluation_queue.json?agent_review_status=${agent_review_status}`)).body.total,
  ];
  expect([await withReview('disputed'), await withReview('pending')]).toEqual([
    [1, 1],
    [0, 0],
  ]);
  const opened = (await put({ status: 'in_progress' })).body.evaluation_report;
  const hidden = (await agent.get(url)).status;
  await put({ sections: answersTo(sections, answers), status: 'completed' });
  const again = await read();
  await review('acknowledged', 'Thank you');

  expect([disputed.agent_review_status, typeof disputed.agent_review_completed_at, disputed.score]).toEqual([
    'disputed',
    'string',
    68,
  ]);
  expect(opened).toMatchObject({
    status: 'in_progress',
    is_passed: null,
    evaluation_completed_at: null,
    agent_review_status: null,
    agent_comment: 'I did greet',
  });
  expect(hidden).toBe(404);
  expect(again).toMatchObject({ agent_review_status: 'pending', agent_comment: '', score: 82, is_passed: true });
  expect(await read()).toMatchObject({ agent_review_status: 'acknowledged', agent_comment: 'Thank you' });
  const entry = given.audited('evaluation_report').find(({ details }) => details.disputed);
  expect(entry?.details.disputed).toMatchObject({
    score: 68,
    is_passed: false,
    agent_comment: 'I did greet',
    answers: { [sections[0].questions[0].form_question_id]: { answer: 'None' } },
  });
});

test('the agent can only dispute what may be disputed, and only reviews what may be seen', async () => {
  const { put, sections, agent, url } = await assigned({ agent_can_dispute: false, agent_can_view: false });
  const review = (agent_review_status: string) =>
    agent.put(url, { evaluation_report: { agent_review_status, agent_comment: 'No' } });
  const statusOf = async (answer: Promise<Json>) => (await answer).body.evaluation_report.agent_review_status;

  const done = await statusOf(put({ sections: answersTo(sections, answers), status: 'completed' }));
  const unseen = (await agent.get(url)).status;
  const shown = await statusOf(put({ agent_can_view: true }));
  const refused = (await review('disputed')).status;
  const hiddenAgain = await statusOf(put({ agent_can_view: false }));
  await put({ agent_can_view: true });

  expect([done, unseen, shown, refused, hiddenAgain]).toEqual([null, 404, 'pending', 403, null]);
  expect([(await review('acknowledged')).status, (await review('acknowledged')).status]).toEqual([200, 409]);
});

test('a report is assigned to someone else while it is open, with its answers', async () => {
  const { put, read, sections, given, admin, url } = await assigned();
  const other = await given.user({ permissions: ['evaluation_reports:view', 'evaluation_reports:edit'] });
  await put({ sections: answersTo(sections, ['Warm']) });

  const moved = (await put({ evaluator_user_id: other.user_id })).body.evaluation_report;
  const late = (await put({ sections: [] })).status;
  const done = await other.put(url, {
    evaluation_report: { sections: answersTo(sections, answers), status: 'completed' },
  });

  expect([moved.status, moved.report_points, moved.evaluator_user_id]).toEqual(['in_progress', 5, other.user_id]);
  expect([late, done.status]).toEqual([403, 200]);
  expect((await put({ evaluator_user_id: (await read()).assigner_user_id })).status).toBe(409);
  expect(await refusedAt(admin.put(url, { evaluation_report: { evaluator_user_id: 'x' } }))).toEqual([
    400,
    ['evaluator_user_id'],
  ]);
});

test('terms are changed and deadlines set; the same values again change nothing', async () => {
  const { put, admin, url } = await assigned();
  const terms = {
    title: 'March',
    description: 'Sample',
    agent_review_mandatory: true,
    agent_can_dispute: false,
    evaluation_deadline: '2026-12-01T12:00:00+0100',
  };

  const changed = await put(terms);
  const etag = changed.headers.get('etag');
  const same = await put({ ...terms, status: 'assigned' });

  expect(changed.body.evaluation_report).toMatchObject({
    ...terms,
    evaluation_deadline: '2026-12-01T11:00:00+00:00',
    revision: 2,
  });
  expect([same.status, same.headers.get('etag'), same.body.evaluation_report.revision]).toEqual([200, etag, 2]);
  expect((await put({ evaluation_deadline: null })).body.evaluation_report.evaluation_deadline).toBe(null);
  for (const wrong of ['soon', '0000-01-01T00:00:00Z', '9999-12-31T23:00:00Z']) {
    expect(await refusedAt(put({ evaluation_deadline: wrong }))).toEqual([400, ['evaluation_deadline']]);
  }
  const stale = await admin.put(url, { evaluation_report: { title: 'x' } }, { 'if-match': etag ?? '' });
  expect([stale.status, stale.body.error]).toEqual([412, 'Conflict']);
});

test('with If-Match, the slower of two evaluators loses nothing unnoticed', async () => {
  const { admin, url, sections, read } = await assigned();
  const etag = (await admin.get(url)).headers.get('etag') ?? '';
  const put = (given: unknown[]) =>
    admin.put(url, { evaluation_report: { sections: answersTo(sections, given) } }, { 'if-match': etag });

  const statuses = (await Promise.all([put(['Warm']), put([null, 3])])).map(({ status }) => status);

  expect(statuses.sort()).toEqual([200, 412]);
  expect(
    (await read()).sections.flatMap(({ questions }: Json) => questions).filter(({ answer }: Json) => answer !== null),
  ).toHaveLength(1);
});

test('the audit log lists each changed answer, before and after, and nothing that has not changed', async () => {
  const { put, sections, given, admin, url } = await assigned();
  const [opening] = sections;
  await put({ sections: answersTo(sections, ['Neutral', 7]) });
  await put({ sections: answersTo(sections, ['Warm', 7]) });
  await put({ sections: answersTo(sections, ['Warm', 7]) });
  await admin.delete(url);

  const entries = given.audited('evaluation_report');
  const answer = `answers.${opening.questions[0].form_question_id}.answer`;
  const section = `sections.${opening.form_section_id}`;
  expect(entries.map(({ action }) => action)).toEqual(['create', 'update', 'update', 'delete']);
  expect(entries[2]?.details.changes).toEqual({
    [answer]: ['Neutral', 'Warm'],
    [`${section}.section_points`]: [2.5, 5],
    [`${section}.score`]: [50, 100],
    report_points: [16.5, 19],
    score: [66, 76],
  });
  expect((await admin.get(url)).status).toBe(404);
});

test('an answer to one question is in the audit log as it is when all answers are sent', async () => {
  const { admin, record, sections, given, put } = await assigned();
  const other = await made(admin, reports, { evaluation_report: record });
  const { form_question_id } = sections[1].questions[0];
  const question = `${other.replace('.json', '')}/questions/${form_question_id}.json`;

  for (const answer of [3, 7]) {
    await put({ sections: answersTo(sections, [undefined, answer]) });
    await admin.put(question, { question: { answer } });
    await admin.put(question, { question: { answer } });
  }

  const changes = given
    .audited('evaluation_report')
    .filter(({ action }) => action === 'update')
    .map(({ details }) => ({ ...details.changes, evaluation_started_at: null }));
  const [all = [], one = []] = [0, 1].map((first) => changes.filter((_, at) => at % 2 === first));
  expect(changes).toHaveLength(4);
  expect(one).toEqual(all);
  expect(one[0]).toMatchObject({
    status: ['assigned', 'in_progress'],
    [`answers.${form_question_id}.answer`]: [null, 3],
    [`sections.${sections[1].form_section_id}.section_points`]: [0, 6],
  });
});

test('one answer stores its question, its section and the result, however many others there are', async () => {
  const started = await assigned();
  const user_id = await ownId(started);
  const { report_id, sections } = await started.read();
  const { form_question_id } = sections[1].questions[0];
  const everything = { ...scope('root'), params: { scope_tenant: '', scope_user: user_id, scope_self: user_id } };

  const stored = started.given.database((db) => {
    const changes = () => db.prepare<[], { n: number }>('SELECT total_changes() AS n').get()?.n ?? 0;
    const before = changes();
    const answering = { id: report_id, form_question_id, given: { answer: 3 }, scope: everything, versions: undefined };
    changeAnswer.change(db, answering, { at: Date.now(), user_id, tenant_id: null });
    return changes() - before;
  });

  // With the audit entry and the head of the log.
  expect(stored).toBe(5);
  expect((await started.read()).score).toBe(30);
});

test('people with reports cannot be deleted, and a destroyed call leaves its reports', async () => {
  const { admin, agent, call_id, given, url, read } = await assigned();

  const kept = await admin.delete(`/api/v2/users/${agent.user_id}.json`);
  given.database((db) => db.prepare('DELETE FROM calls WHERE call_id = ?').run(call_id));

  expect([kept.status, kept.body.error]).toEqual([409, 'Conflict']);
  expect([(await read()).call_id, (await admin.get(reports)).body.total]).toEqual([call_id, 1]);
  expect((await admin.delete(url)).status).toBe(200);
  expect((await admin.delete(`/api/v2/users/${agent.user_id}.json`)).status).toBe(200);
});

test('forms of one tenant are not used for calls of another', async () => {
  const { admin, given, record } = await assigned();
  await admin.put('/api/v2/settings.json', { settings: { multi_tenancy: true } });
  const tenant_id = await given.tenant();
  const form = await made(admin, forms, { evaluation_form: { ...sales, tenant_id } });

  const form_id = form.split('/').at(-1)?.replace('.json', '');
  const refused = await refusedAt(admin.post(reports, { evaluation_report: { ...record, form_id } }));

  expect(refused).toEqual([400, ['form_id']]);
});
