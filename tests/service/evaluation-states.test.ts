import { expect, test } from 'vitest';
import type { Answer, Caller } from '../support/caller';
import { answersTo, formAndCall, made, reports, type Sections } from '../support/evaluation';
import { startService } from '../support/start-service';

const rights = ['evaluation_reports:view', 'evaluation_reports:edit', 'evaluation_reports:delete'] as const;
const states = ['assigned', 'in_progress', 'pending', 'acknowledged', 'disputed', 'cancelled'] as const;
const roles = ['evaluator', 'manager', 'agent', 'viewer', 'stranger'] as const;
type State = (typeof states)[number];
type Role = (typeof roles)[number];

/**
 * The status of the response to each action in each state. The manager has the same rights as the evaluator, and assigned
 * the report; agent and viewer have the right to view, and the viewer reaches the tenant; the stranger has all rights in
 * another tenant. The manager is out of the evaluator's reach, who therefore cannot assign the report to them.
 */
const table = `
  action        role       assigned in_progress pending acknowledged disputed cancelled
  read          evaluator  200      200         200     200          200      200
  read          manager    200      200         200     200          200      200
  read          agent      404      404         200     200          200      404
  read          viewer     200      200         200     200          200      200
  read          stranger   404      404         404     404          404      404
  assign        evaluator  200      409         409     409          409      409
  assign        manager    200      409         409     409          409      409
  assign        agent      403      403         403     403          403      403
  assign        viewer     403      403         403     403          403      403
  assign        stranger   404      404         404     404          404      404
  begin         evaluator  200      200         409     409          200      409
  begin         manager    403      200         403     403          403      403
  begin         agent      403      403         403     403          403      403
  begin         viewer     403      403         403     403          403      403
  begin         stranger   404      404         404     404          404      404
  answer        evaluator  200      200         409     409          409      409
  answer        manager    403      403         403     403          403      403
  answer        agent      403      403         403     403          403      403
  answer        viewer     403      403         403     403          403      403
  answer        stranger   404      404         404     404          404      404
  answer_one    evaluator  200      200         409     409          409      409
  answer_one    manager    403      403         403     403          403      403
  answer_one    agent      403      403         403     403          403      403
  answer_one    viewer     403      403         403     403          403      403
  answer_one    stranger   404      404         404     404          404      404
  comment       evaluator  200      200         409     409          409      409
  comment       manager    403      403         403     403          403      403
  comment       agent      403      403         403     403          403      403
  comment       viewer     403      403         403     403          403      403
  comment       stranger   404      404         404     404          404      404
  complete      evaluator  400      200         200     200          200      409
  complete      manager    403      403         200     200          200      403
  complete      agent      403      403         403     403          403      403
  complete      viewer     403      403         403     403          403      403
  complete      stranger   404      404         404     404          404      404
  finish        evaluator  200      200         409     409          409      409
  finish        manager    403      403         403     403          403      403
  finish        agent      403      403         403     403          403      403
  finish        viewer     403      403         403     403          403      403
  finish        stranger   404      404         404     404          404      404
  score_again   evaluator  200      200         409     409          200      409
  score_again   manager    403      403         403     403          403      403
  score_again   agent      403      403         403     403          403      403
  score_again   viewer     403      403         403     403          403      403
  score_again   stranger   404      404         404     404          404      404
  cancel        evaluator  200      200         409     409          409      200
  cancel        manager    200      200         409     409          409      200
  cancel        agent      403      403         403     403          403      403
  cancel        viewer     403      403         403     403          403      403
  cancel        stranger   404      404         404     404          404      404
  archive       evaluator  400      400         400     400          400      400
  archive       manager    400      400         400     400          400      400
  archive       agent      400      400         400     400          400      400
  archive       viewer     400      400         400     400          400      400
  archive       stranger   400      400         400     400          400      400
  acknowledge   evaluator  403      403         403     403          403      403
  acknowledge   manager    403      403         403     403          403      403
  acknowledge   agent      404      404         200     409          409      404
  acknowledge   viewer     403      403         403     403          403      403
  acknowledge   stranger   404      404         404     404          404      404
  dispute       evaluator  403      403         403     403          403      403
  dispute       manager    403      403         403     403          403      403
  dispute       agent      404      404         200     409          409      404
  dispute       viewer     403      403         403     403          403      403
  dispute       stranger   404      404         404     404          404      404
  object        evaluator  403      403         403     403          403      403
  object        manager    403      403         403     403          403      403
  object        agent      404      404         400     409          409      404
  object        viewer     403      403         403     403          403      403
  object        stranger   404      404         404     404          404      404
  reassign      evaluator  400      400         409     409          409      409
  reassign      manager    200      200         409     409          409      409
  reassign      agent      403      403         403     403          403      403
  reassign      viewer     403      403         403     403          403      403
  reassign      stranger   404      404         404     404          404      404
  rename        evaluator  200      200         200     200          200      200
  rename        manager    200      200         200     200          200      200
  rename        agent      403      403         403     403          403      403
  rename        viewer     403      403         403     403          403      403
  rename        stranger   404      404         404     404          404      404
  delete        evaluator  200      200         200     200          200      200
  delete        manager    200      200         200     200          200      200
  delete        agent      403      403         403     403          403      403
  delete        viewer     403      403         403     403          403      403
  delete        stranger   404      404         404     404          404      404
`;

/** The status of a report, and its review, after an action that succeeds; otherwise they stay. */
const after: Record<string, Partial<Record<State, string>>> = {
  begin: { assigned: 'in_progress', disputed: 'in_progress' },
  answer: { assigned: 'in_progress' },
  answer_one: { assigned: 'in_progress' },
  finish: { assigned: 'completed pending', in_progress: 'completed pending' },
  complete: { in_progress: 'completed pending' },
  score_again: { assigned: 'in_progress', disputed: 'in_progress' },
  cancel: { assigned: 'cancelled', in_progress: 'cancelled' },
  acknowledge: { pending: 'completed acknowledged' },
  dispute: { pending: 'completed disputed' },
};
const asStored: Record<State, string> = {
  assigned: 'assigned',
  in_progress: 'in_progress',
  pending: 'completed pending',
  acknowledged: 'completed acknowledged',
  disputed: 'completed disputed',
  cancelled: 'cancelled',
};

const rows = table
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.trim().split(/\s+/));

/** Everyone of the table, and a function that makes a report in a state. */
async function involved() {
  const started = await startService();
  const { admin, given } = started;
  const { form_id, call_id, sections } = await formAndCall(started);
  const people: Record<Role, Caller & { user_id: string }> = {
    evaluator: await given.user({ access_level: 'user', permissions: [...rights] }),
    manager: await given.user({ permissions: [...rights] }),
    agent: await given.user({ access_level: 'user', permissions: ['evaluation_reports:view'] }),
    viewer: await given.user({ permissions: ['evaluation_reports:view'] }),
    stranger: await given.user({ tenant_id: await given.tenant(), permissions: [...rights] }),
  };
  const { evaluator, agent } = people;
  const record = { form_id, call_id, agent_user_id: agent.user_id, evaluator_user_id: evaluator.user_id };
  const full = answersTo(sections, ['Warm', 7, 'yes']);
  const put = async (caller: Caller, url: string, evaluation_report: object) => {
    const { status, body } = await caller.put(url, { evaluation_report });
    if (status !== 200) throw new Error(JSON.stringify(body));
  };
  const steps: Record<State, (url: string) => Promise<void>> = {
    assigned: async () => {},
    in_progress: (url) => put(evaluator, url, { sections: full }),
    cancelled: (url) => put(admin, url, { status: 'cancelled' }),
    pending: (url) => put(evaluator, url, { sections: full, status: 'completed' }),
    async acknowledged(url) {
      await steps.pending(url);
      await put(agent, url, { agent_review_status: 'acknowledged' });
    },
    async disputed(url) {
      await steps.pending(url);
      await put(agent, url, { agent_review_status: 'disputed', agent_comment: 'No' });
    },
  };
  const reportIn = async (state: State) => {
    const url = await made(admin, reports, { evaluation_report: record });
    await steps[state](url);
    return url;
  };
  return { admin, people, sections, reportIn };
}

type Act = (caller: Caller, url: string) => Promise<Answer>;

function actions(sections: Sections, other: string): Record<string, Act> {
  const full = answersTo(sections, ['Warm', 7, 'yes']);
  const put =
    (evaluation_report: object): Act =>
    (caller, url) =>
      caller.put(url, { evaluation_report });
  const id = sections[0].questions[0].form_question_id;
  return {
    read: (caller, url) => caller.get(url),
    assign: put({ status: 'assigned' }),
    begin: put({ status: 'in_progress' }),
    answer: put({ sections: full }),
    answer_one: (caller, url) =>
      caller.put(url.replace('.json', `/questions/${id}.json`), { question: { answer: 'Warm' } }),
    comment: put({ comment: 'Go on' }),
    complete: put({ status: 'completed' }),
    finish: put({ sections: full, status: 'completed' }),
    score_again: put({ sections: full, status: 'in_progress' }),
    cancel: put({ status: 'cancelled' }),
    archive: put({ status: 'archived' }),
    acknowledge: put({ agent_review_status: 'acknowledged' }),
    dispute: put({ agent_review_status: 'disputed', agent_comment: 'No' }),
    object: put({ agent_review_status: 'disputed' }),
    reassign: put({ evaluator_user_id: other }),
    rename: put({ title: 'Other' }),
    delete: (caller, url) => caller.delete(url),
  };
}

test('the table has every action for every role', () => {
  const names = Object.keys(actions([{ questions: [{}] }], ''));
  expect(rows.map(([action, role]) => `${action} ${role}`)).toEqual(
    names.flatMap((name) => roles.map((role) => `${name} ${role}`)),
  );
});

test.each(states)(
  'a report that is %s allows each role what the table says, and nothing else changes it',
  async (state) => {
    const { admin, people, sections, reportIn } = await involved();
    const all = actions(sections, people.manager.user_id);
    let url = await reportIn(state);
    const seen = [];
    const wanted = [];
    for (const [action = '', role, ...statuses] of rows) {
      const { status } = await (all[action] as Act)(people[role as Role], url);
      const expected = Number(statuses[states.indexOf(state)]);
      const { body } = await admin.get(url);
      const is = body.evaluation_report;
      const shown = is ? [is.status, is.agent_review_status].filter(Boolean).join(' ') : 'gone';
      seen.push([action, role, status, shown]);
      const then = action === 'delete' ? 'gone' : (after[action]?.[state] ?? asStored[state]);
      wanted.push([action, role, expected, expected === 200 ? then : asStored[state]]);
      // Whatever was done to the report, the next action finds one in this state.
      if (status === 200 && action !== 'read') url = await reportIn(state);
    }

    expect(seen).toEqual(wanted);
  },
);
