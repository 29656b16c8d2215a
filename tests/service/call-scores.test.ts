import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { answersTo, formAndCall, made, reports } from '../support/evaluation';
import { startService } from '../support/start-service';

const scores = '/api/v2/call_scores.json';
const totals = '/api/v2/call_totals.json';

/** Calls of an agent, a form, and two people who evaluate. */
async function archive(count: number) {
  const started = await startService();
  const { admin, given } = started;
  const { form_id, sections } = await formAndCall(started);
  const { user_id: agent_user_id } = await given.user();
  const calls = await given.calls(...Array.from({ length: count }, () => ({ duration: 90, from_number: '555' })));
  const evaluator = await given.user({
    permissions: ['calls:view', 'evaluation_reports:view', 'evaluation_reports:edit'],
    access_level: 'tenant',
  });
  /** Adds an evaluation; without answers, an assigned one. */
  const evaluated = async (call_id: string | undefined, more: object = {}, answers?: unknown[]) => {
    const { caller = admin, ...given } = more as { caller?: typeof admin };
    const evaluation_report = {
      form_id,
      call_id,
      agent_user_id,
      ...(answers && { status: 'completed', sections: answersTo(sections, answers) }),
      ...given,
    };
    return made(caller, reports, { evaluation_report });
  };
  return { ...started, calls, evaluator, evaluated };
}

const good = ['Warm', 10, 'yes', 'Fine'];
const poor = ['Neutral', 2, 'no', ''];
const failed = ['None', 10, 'yes', ''];

test('a call has the score of the evaluation that was completed last', async () => {
  const { admin, calls, evaluated } = await archive(4);
  const [first, second, third, unscored] = calls;
  await evaluated(first, {}, poor);
  await evaluated(first, {}, good);
  await evaluated(second, {}, failed);
  await evaluated(third, {}, poor);
  const { body } = await admin.get(await evaluated(third));
  await admin.put(`/api/v2/evaluation_reports/${body.evaluation_report.report_id}.json`, {
    evaluation_report: { status: 'cancelled' },
  });

  const {
    status,
    body: { scores: read },
  } = await admin.get(`${scores}?call_id=${calls.join(',')}`);

  const byCall = Object.fromEntries(read.map(({ call_id, ...score }: { call_id: string }) => [call_id, score]));
  expect(status).toBe(200);
  expect(byCall).toMatchObject({
    [first as string]: { status: 'completed', score: 100, is_passed: true, answer_fail_form: false },
    [second as string]: { status: 'completed', is_passed: false, answer_fail_form: true },
    [third as string]: { status: 'completed', is_passed: false, answer_fail_form: false },
  });
  expect(byCall).not.toHaveProperty(unscored as string);
});

test('a user who has to score a call sees their own evaluation instead of another result', async () => {
  const { calls, evaluator, evaluated } = await archive(2);
  const [first, second] = calls;
  await evaluated(first, {}, good);
  await evaluated(first, { caller: evaluator, status: 'in_progress' });
  await evaluated(second, {}, good);
  await evaluated(second, { status: 'in_progress' });

  const { body } = await evaluator.get(`${scores}?call_id=${calls.join(',')}`);

  expect(body.scores).toHaveLength(2);
  expect(body.scores).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ call_id: first, status: 'in_progress', is_passed: null }),
      expect.objectContaining({ call_id: second, status: 'completed', score: 100 }),
    ]),
  );
});

test('scores out of reach are absent', async () => {
  const { given, calls, evaluated } = await archive(1);
  await evaluated(calls[0], {}, good);
  const stranger = await given.user({ permissions: ['evaluation_reports:view'], access_level: 'user' });

  const { status, body } = await stranger.get(`${scores}?call_id=${calls[0]}`);

  expect({ status, scores: body.scores }).toEqual({ status: 200, scores: [] });
});

test('scores need the right to see evaluations, and ids of at most 200 calls', async () => {
  const { admin, given } = await startService();
  const listener = await given.user({ permissions: ['calls:view'] });
  const ids = Array.from({ length: 201 }, () => randomUUID());
  const refused = async (query: string) => {
    const { status, body } = await admin.get(`${scores}?${query}`);
    return [status, ...Object.keys(body.details)];
  };

  for (const query of ['', 'call_id=', 'call_id=x', `call_id=${ids.join(',')}`])
    expect(await refused(query)).toEqual([400, 'call_id']);
  expect(await refused(`call_id=${ids[0]}&colour=red`)).toEqual([400, 'colour']);
  const [most, other] = [await admin.get(`${scores}?call_id=${ids.slice(1).join(',')}`), await listener.get(scores)];
  expect([most.status, most.body.scores]).toEqual([200, []]);
  expect([other.status, other.body.error]).toEqual([403, 'PermissionError']);
});

test('the totals of a search need the right to see calls, and refuse what the search refuses', async () => {
  const { admin, given } = await startService();
  const reader = await given.user({ permissions: ['evaluation_reports:view'] });

  const { status, body } = await admin.get(`${totals}?advanced_search=1&duration__equal_to=long&colour=red`);
  const other = await reader.get(totals);

  expect([status, Object.keys(body.details).sort()]).toEqual([400, ['colour', 'duration__equal_to']]);
  expect([other.status, other.body.error]).toEqual([403, 'PermissionError']);
});

test('the calls of a search are added up', async () => {
  const { admin, given, calls, evaluated } = await archive(5);
  const [first, second, third] = calls;
  await evaluated(first, {}, good);
  await evaluated(first, { status: 'in_progress' });
  await evaluated(second, { status: 'in_progress' });
  await evaluated(third);
  const listener = await given.user({ permissions: ['calls:view'], access_level: 'tenant' });

  const asked = `${totals}?search_term=555`;
  const [all, none, blind] = [
    await admin.get(asked),
    await admin.get(`${totals}?search_term=nobody`),
    await listener.get(asked),
  ];

  expect(all.body).toEqual({ totals: { count: 5, duration: 450, scored: 1, drafts: 1 } });
  expect(none.body).toEqual({ totals: { count: 0, duration: 0, scored: 0, drafts: 0 } });
  expect(blind.body).toEqual({ totals: { count: 5, duration: 450, scored: null, drafts: null } });
});
