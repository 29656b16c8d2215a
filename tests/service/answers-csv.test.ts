import { withoutApostrophes } from '@shared/csv';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { answersTo, formAndCall, listening, made, reports, sales, solved } from '../support/evaluation';
import { idIn } from '../support/id-in';
import { startService } from '../support/start-service';

const file = '/api/v2/evaluation_answers.csv';
const topics = {
  title: 'Topics',
  type: 'multi',
  max_points: 6,
  options: [
    { label: 'Bill', points: 2 },
    { label: '=1+1; "x"', points: 4 },
  ],
};
const form = {
  ...sales,
  sections: [
    ...sales.sections,
    {
      title: 'Rest, at the end',
      weight: 3,
      questions: [topics, { ...solved, title: '-Later', weight: 2, allow_na: true }],
    },
  ],
};

type Row = Record<string, string>;
async function rowsOf(caller: { raw: (path: string) => Promise<Response> }, query = ''): Promise<Row[]> {
  const response = await caller.raw(`${file}${query}`);
  const rows = parse(await response.text(), { columns: true, record_delimiter: '\r\n' }) as Row[];
  return rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, withoutApostrophes(cell)])),
  );
}

test('the file of answers is every completed report, as it is read by itself', async () => {
  const started = await startService();
  const { admin, given } = started;
  const { form_id, sections } = await formAndCall(started, form);
  const ingrid = (await admin.get('/api/v2/sessions.json')).body.user;
  const agent = await given.user();
  const calls = await given.calls(...Array.from({ length: 60 }, () => ({})));
  const urls: string[] = [];
  for (const [n, call_id] of calls.entries()) {
    const choices = n % 3 === 0 ? [] : n % 3 === 1 ? ['=1+1; "x"'] : ['=1+1; "x"', 'Bill'];
    const answered = answersTo(sections, ['Warm', n / 10, 'yes', `+49\n"${n}"`, choices, 'no']);
    Object.assign(answered[0]?.questions[0] ?? {}, { comment: '@home', position: 1_000 + n });
    if (n % 2 === 0) Object.assign(answered[2]?.questions[1] ?? {}, { answer: null, na: true });
    const about = { form_id, call_id, agent_user_id: agent.user_id, status: n === 7 ? 'in_progress' : 'completed' };
    urls.push(await made(admin, reports, { evaluation_report: { ...about, sections: answered } }));
  }

  const response = await admin.raw(file);
  const rows = await rowsOf(admin);

  expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'text/csv; charset=utf-8']);
  const wanted: Row[] = [];
  for (const url of urls.filter((_, n) => n !== 7).reverse()) {
    const report = (await admin.get(url)).body.evaluation_report;
    const call = (await admin.get(`/api/v2/calls/${report.call_id}.json`)).body.call;
    const text = (value: unknown) => (value === null ? '' : Array.isArray(value) ? value.join(' | ') : String(value));
    for (const section of report.sections)
      for (const question of section.questions) {
        const row = {
          report_id: report.report_id,
          purpose: 'quality',
          call_id: report.call_id,
          call_time: call.setup_time,
          agent_user_id: agent.user_id,
          agent: (await admin.get(`/api/v2/users/${agent.user_id}.json`)).body.user.name,
          evaluator_user_id: ingrid.user_id,
          evaluator: ingrid.name,
          form_id,
          form: 'Sales',
          form_revision: report.form_revision,
          completed_at: report.evaluation_completed_at,
          score: report.score,
          is_passed: report.is_passed,
          section: section.title,
          form_question_id: question.form_question_id,
          question: question.title,
          type: question.type,
          answer: question.answer,
          na: question.na,
          hidden: question.hidden,
          points: question.points,
          max_points: question.max_points,
          weight: section.weight * question.weight,
          comment: question.comment,
          position_ms: question.position,
        };
        wanted.push(Object.fromEntries(Object.entries(row).map(([name, value]) => [name, text(value)])));
      }
  }
  expect(rows.length).toBe(59 * 6);
  // Reports of the same moment are in the order of their ids.
  const sorted = (all: Row[]) => [...all].sort((one, other) => (`${one.report_id}` < `${other.report_id}` ? -1 : 1));
  expect(sorted(rows)).toEqual(sorted(wanted));
});

test('the file has the filters and the reach of the list, and is in the audit log', async () => {
  const started = await startService();
  const { admin, given } = started;
  const { form_id, call_id, sections } = await formAndCall(started, {
    ...sales,
    sections: [{ title: 'All', questions: [listening] }],
  });
  const agent = await given.user();
  const about = { form_id, call_id, agent_user_id: agent.user_id, status: 'completed' };
  const url = await made(admin, reports, { evaluation_report: { ...about, sections: answersTo(sections, [8]) } });
  const other = await given.user({ permissions: ['evaluation_reports:view'], access_level: 'user' });
  const stranger = await given.user({ permissions: [] });

  const counts = [];
  for (const query of [
    '',
    `?user_id=${agent.user_id}`,
    `?user_id=${form_id}`,
    '?status=completed,assigned',
    '?status=assigned',
    '?purpose=calibration',
  ])
    counts.push((await rowsOf(admin, query)).length);

  expect(counts).toEqual([1, 1, 0, 1, 0, 0]);
  expect((await rowsOf(other)).length).toBe(0);
  expect([(await stranger.raw(file)).status, (await admin.raw(`${file}?limit=5`)).status]).toEqual([403, 400]);
  const entries = (await admin.get('/api/v2/audit_log.json?action=export&resource=evaluation_report')).body.audit_log;
  expect(entries.map(({ outcome, user_id }: Row) => [outcome, user_id])).toEqual([
    ['refused', expect.any(String)],
    ...Array.from({ length: 7 }, () => ['done', expect.any(String)]),
  ]);
  expect(idIn(url)).toBe((await rowsOf(admin))[0]?.report_id);
});
