import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { answersTo, formAndCall, made, reports } from '../support/evaluation';
import { startService } from '../support/start-service';

const rights = ['evaluation_reports:view', 'evaluation_reports:edit'] as const;

/** A result that its agent disputes. */
async function disputed() {
  const started = await startService();
  const { admin, given } = started;
  const agent = await given.user({ access_level: 'user', permissions: [...rights] });
  const { form_id, call_id, sections } = await formAndCall(started);
  const answers = answersTo(sections, ['Warm', 9, 'yes', 'Fine']);
  const evaluation_report = { form_id, call_id, agent_user_id: agent.user_id, status: 'completed', sections: answers };
  const url = await made(admin, reports, { evaluation_report });
  const put = (caller: typeof admin, record: object) => caller.put(url, { evaluation_report: record });
  const dispute = { agent_review_status: 'disputed', agent_comment: 'I did greet' };
  return { ...started, agent, url, put, dispute };
}

test('a dispute is answered while the result stays: by the evaluator or a lead, not by the agent, and only if disputed', async () => {
  const { admin, given, agent, url, put, dispute } = await disputed();
  const lead = await given.user({ permissions: [...rights] });
  const viewer = await given.user({ permissions: ['evaluation_reports:view'] });
  const early = await put(admin, { dispute_reply: 'Too early' });
  const { score } = (await put(agent, dispute)).body.evaluation_report;

  const refused = [
    await put(agent, { dispute_reply: 'Mine' }),
    await put(viewer, { dispute_reply: 'No right' }),
    await put(admin, { dispute_reply: ' ' }),
  ];
  const answered = await put(lead, { dispute_reply: 'The greeting began after 0:20' });

  expect([early, ...refused].map(({ status }) => status)).toEqual([409, 403, 403, 400]);
  expect(refused[2]?.body.details).toHaveProperty('dispute_reply');
  expect([answered.status, answered.body.evaluation_report]).toMatchObject([
    200,
    { status: 'completed', agent_review_status: 'disputed', dispute_reply: 'The greeting began after 0:20', score },
  ]);
  const seen = (await agent.get(url)).body.evaluation_report;
  expect(seen.dispute_reply).toBe('The greeting began after 0:20');
  expect(seen.dispute_replied_at).not.toBeNull();
  const waiting = async (replied: boolean) =>
    (await admin.get(`/api/v2/evaluation_queue.json?dispute_replied=${replied}&max_total_calc=10`)).body.total;
  expect([await waiting(true), await waiting(false)]).toEqual([1, 0]);
  const last = given.audited('evaluation_report').at(-1);
  expect(last?.details.changes.dispute_reply).toEqual(['', 'The greeting began after 0:20']);
});

test('an answered dispute can still be opened again; its answer goes when the new result is completed', async () => {
  const { admin, agent, put, dispute } = await disputed();
  await put(agent, dispute);
  await put(admin, { dispute_reply: 'No' });

  const opened = await put(admin, { status: 'in_progress' });
  const completed = await put(admin, { status: 'completed' });

  expect(opened.body.evaluation_report).toMatchObject({ dispute_reply: 'No', agent_comment: 'I did greet' });
  expect(completed.body.evaluation_report).toMatchObject({
    dispute_reply: '',
    dispute_replied_at: null,
    agent_review_status: 'pending',
  });
});

test('several open evaluations get another evaluator and deadline; closed and unknown ones stay, and are named', async () => {
  const { admin, given, agent, url } = await disputed();
  const colleague = await given.user({ permissions: [...rights] });
  const { form_id, call_id } = (await admin.get(url)).body.evaluation_report;
  const open = await made(admin, reports, {
    evaluation_report: { form_id, call_id, agent_user_id: agent.user_id },
  });
  const idOf = (address: string) => address.split('/').at(-1)?.replace('.json', '') ?? '';
  const [closed, unknown] = [idOf(url), randomUUID()];
  const changes = { evaluator_user_id: colleague.user_id, evaluation_deadline: '2027-01-05T22:59:00Z' };
  const assignment = { report_ids: [idOf(open), closed, unknown], ...changes };

  const { status, body } = await admin.put(reports, { assignment });

  expect([status, body]).toMatchObject([
    200,
    {
      report_ids: [idOf(open)],
      refused: [
        { report_id: closed, error: 'Conflict', reason: { code: 'report_closed' } },
        { report_id: unknown, error: 'NotFound' },
      ],
    },
  ]);
  const [row] = (await colleague.get('/api/v2/evaluations.json?status=assigned')).body.evaluations;
  expect(row).toMatchObject({ report_id: idOf(open), evaluator_user_id: colleague.user_id, sample_id: null });
  expect(Date.parse(row.evaluation_deadline)).toBe(Date.parse(changes.evaluation_deadline));
  expect((await agent.put(reports, { assignment })).body.report_ids).toEqual([]);
  const viewer = await given.user({ permissions: ['evaluation_reports:view'] });
  expect((await viewer.put(reports, { assignment })).status).toBe(403);
});
