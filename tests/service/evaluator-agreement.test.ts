import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { columns, figures } from '../support/reports';
import { startService } from '../support/start-service';

const metrics = ['count_compared', 'score_difference', 'verdict_agreement'];

test('evaluators of the same call, form and agent are compared in pairs', async () => {
  const { admin, given } = await startService();
  const calls = await given.calls({}, {}, {});
  const people: string[] = [];
  for (let n = 0; n < 5; n++) people.push((await given.user()).user_id);
  const [agent = '', other = '', a = '', b = '', c = ''] = people;
  const tenant_id = (await admin.get('/api/v2/sessions.json')).body.user.tenant_id;
  const forms = [randomUUID(), randomUUID()] as const;
  const stamps = { created_at: 0, updated_at: 0 };
  for (const form_id of forms) {
    const named = { name: form_id, name_folded: form_id };
    given.insert('evaluation_forms', { form_id, tenant_id, ...named, is_active: 1, revision: 1, ...stamps });
    const about = { form_id, revision: 1, name: form_id, description: '', type: 'manual' };
    given.insert('evaluation_form_revisions', about);
  }
  const keys = given.database((db) =>
    calls.map(
      (call_id) =>
        db.prepare<[string], { call_pk: number }>('SELECT call_pk FROM calls WHERE call_id = ?').get(call_id)?.call_pk,
    ),
  );
  type More = { form_id?: string; agent_user_id?: string; status?: string };
  const evaluated = (call: number, evaluator_user_id: string, score: number, is_passed: 0 | 1, more: More = {}) =>
    given.insert('evaluation_reports', {
      report_id: randomUUID(),
      tenant_id,
      form_id: forms[0],
      form_revision: 1,
      agent_user_id: agent,
      call_pk: keys[call],
      call_id: calls[call],
      call_time: 0,
      evaluator_user_id,
      score,
      is_passed,
      title: '',
      title_folded: '',
      description: '',
      status: 'completed',
      agent_can_view: 1,
      agent_can_dispute: 1,
      agent_review_mandatory: 0,
      ...stamps,
      ...more,
    });
  // Of the first call: a and b differ by 10, a and c by 30, b and c by 40; only a and b agree.
  evaluated(0, a, 80, 1);
  evaluated(0, b, 90, 1);
  evaluated(0, c, 50, 0);
  // Of the second one: the same score, and another verdict.
  evaluated(1, a, 70, 0);
  evaluated(1, b, 70, 1);
  // Alone, on another form, about another agent, and not completed.
  evaluated(2, a, 100, 1);
  evaluated(0, b, 10, 0, { form_id: forms[1] });
  evaluated(0, c, 10, 0, { agent_user_id: other });
  evaluated(1, c, 10, 0, { status: 'in_progress' });

  const { rows, summary } = await figures(admin, {
    ...columns('evaluator', ...metrics),
    summary_settings: metrics.map((name) => ({ name })),
  });
  const listed = async (query: string) =>
    (await admin.get(`/api/v2/evaluation_reports.json?compared=1${query}`)).body.total;

  const by = Object.fromEntries(
    rows.map(({ evaluator_id, ...row }) => [evaluator_id, metrics.map((name) => row[name])]),
  );
  expect(by).toEqual({ [a]: [2, 13.33, 33.33], [b]: [2, 16.67, 33.33], [c]: [1, 35, 0] });
  expect(metrics.map((name) => summary[name])).toEqual([5, 20, 25]);
  expect([await listed(''), await listed(`&evaluator_user_id=${a}`), await listed(`&evaluator_user_id=${c}`)]).toEqual([
    5, 2, 1,
  ]);
});
