import { randomUUID } from 'node:crypto';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { openArchive } from './archive.mjs';
import { ask, interleave } from './measure.mjs';

const [agents, evaluations, questions] = [200, 3_000, 40];
const drawnEach = 4;
const [longForm, conditions] = [200, 50];
const rounds = { draw: 7, figures: 9, answer: 60 };

/** The month before this one, which a plan can draw. */
function lastMonth() {
  const now = new Date();
  const [from, to] = [-1, 0].map((n) => Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + n, 1));
  return { from, to, period: new Date(from).toISOString().slice(0, 7) };
}

/** A form of numeric questions, of which the first ones are yes or no, and the last ones are shown if these are yes. */
function formOf(name, count, shown = 0) {
  const all = Array.from({ length: count }, (_, n) => ({
    title: `Question ${n}`,
    ...(n < conditions ? { type: 'yes_no', max_points: 5, key: `q${n}` } : { type: 'numeric', max_points: 10 }),
    ...(n >= count - shown && { show_if: { key: `q${n - count + shown}`, any_of: ['yes'] } }),
  }));
  const sections = Array.from({ length: Math.ceil(count / 20) }, (_, n) => ({
    title: `Section ${n}`,
    questions: all.slice(20 * n, 20 * n + 20),
  }));
  return { name, sections };
}

/** Completed evaluations with an answer to each question, one call each. */
function insertEvaluations(db, { tenant_id, evaluator, form_id, ids, from, to }) {
  const insert = (table, row) => {
    const names = Object.keys(row);
    return db.prepare(`INSERT INTO ${table} (${names}) VALUES (${names.map((name) => `@${name}`)})`);
  };
  const calls = db
    .prepare(`
      SELECT c.call_pk, c.call_id, c.setup_time, u.user_id FROM calls c JOIN call_users u USING (call_pk)
      WHERE c.setup_time >= ? AND c.setup_time < ? ORDER BY c.call_pk LIMIT ?`)
    .all(from, to, evaluations);
  let statements;
  for (const [n, { call_pk, call_id, setup_time, user_id }] of calls.entries()) {
    const report_id = randomUUID();
    const report = {
      report_id,
      tenant_id,
      form_id,
      form_revision: 1,
      call_pk,
      call_id,
      call_time: setup_time,
      agent_user_id: user_id,
      evaluator_user_id: evaluator,
      title: '',
      title_folded: '',
      description: '',
      status: 'completed',
      evaluation_completed_at: to,
      agent_can_view: 1,
      agent_can_dispute: 1,
      agent_review_mandatory: 0,
      score: n % 101,
      is_passed: n % 2,
      created_at: to,
      updated_at: to,
    };
    const answers = ids.map(({ form_question_id, type }, at) => ({
      report_id,
      form_question_id,
      question_id: randomUUID(),
      answer: (n + at) % 7 === 0 ? null : type === 'yes_no' ? '"yes"' : String((n + at) % 11),
      na: Number((n + at) % 7 === 0),
      hundredths: (n + at) % 7 === 0 ? null : 100 * ((n + at) % 6),
    }));
    statements ??= {
      report: insert('evaluation_reports', report),
      answer: insert('evaluation_report_questions', answers[0]),
    };
    statements.report.run(report);
    for (const answer of answers) statements.answer.run(answer);
  }
  return calls.length;
}

const byHand = `
  SELECT a.form_question_id, count(*) FILTER (WHERE a.na = 0 AND a.answer IS NOT NULL) AS answers, sum(a.na) AS na,
    sum(a.hundredths) / 100.0 / count(a.hundredths) AS points
  FROM evaluation_reports e JOIN evaluation_report_questions a USING (report_id)
  WHERE e.status = 'completed' AND e.purpose = 'quality' GROUP BY a.form_question_id`;

/**
 * Measures what is judged: a draw of a plan against the count of its search, figures by question against the best SQL by hand,
 * and an answer in a form with conditions against one in the same form without.
 */
export async function benchJudging(calls, { start, signIn }) {
  const before = loadavg()[0];
  const archive = await openArchive(1);
  let service;
  const db = new Database(join(archive.data, 'earshot.db'), { timeout: 30_000 });
  try {
    service = await start(archive.data);
    const headers = { ...(await signIn(service.url)), 'content-type': 'application/json' };
    const send = async (method, path, body) => {
      const begun = performance.now();
      const response = await fetch(service.url + path, { method, headers, body: JSON.stringify(body) });
      const text = await response.text();
      return { status: response.status, bytes: text.length, ms: performance.now() - begun, body: JSON.parse(text) };
    };
    const read = async (path) => (await ask(service.url + path, { headers, text: true })).body;
    const make = async (path, sent) => {
      const { status, body } = await send('POST', path, sent);
      if (status !== 201) throw new Error(`${path}: ${JSON.stringify(body)}`);
      return body.url;
    };
    const formWith = async (form) => {
      const url = await make('/api/v2/evaluation_forms.json', { evaluation_form: form });
      return (await read(url)).evaluation_form;
    };
    const { user_id: evaluator, tenant_id } = (await read('/api/v2/sessions.json')).user;
    const month = lastMonth();
    await service.tell('calls', { calls, agents, ...month });
    db.exec(`
      INSERT INTO call_files (call_pk, file_id, start_time, stop_time, file_size, watermark, file_path, peaks_path,
        encrypt_key, encrypt_tag, encrypt_fingerprint, codec, sample_rate, channels, bits_per_sample, duration_ms,
        data_offset, data_length)
      SELECT call_pk, '01', 0, 0, 0, '', call_id, call_id, '', '', '', 'pcm_s16le', 8000, 1, 16, 1000, 0, 0
      FROM calls WHERE setup_time >= ${month.from} AND setup_time < ${month.to}`);
    const form = await formWith(formOf('Short', questions));
    const ids = form.sections.flatMap((section) => section.questions);

    const terms = { query: '', period: 'month', timezone: 'UTC', amount: drawnEach, delay_hours: 0, seed: '1' };
    const plan = await make('/api/v2/evaluation_plans.json', {
      evaluation_plan: {
        ...terms,
        name: 'Bench',
        form_id: form.form_id,
        starts_on: `${month.period}-01`,
        evaluators: [evaluator],
        // Only the draws of the bench.
        is_active: false,
      },
    });
    const drawn = { draw: { period: month.period, dry_run: true } };
    const day = (at) => new Date(at).toISOString().slice(0, 10).replaceAll('-', '/');
    const search = `/api/v2/calls/count.json?daterange=${day(month.from)}-${day(month.to - 1)}`;
    const { count } = await read(search);
    const first = await send('POST', plan.replace('.json', '/draws.json'), drawn);
    // One call more may have been seeded.
    if (count < calls || !(first.body.draw?.drawn >= drawnEach * agents))
      throw new Error(`${count} calls, drawn ${JSON.stringify(first.body).slice(0, 300)}`);
    const draw = {
      name: `draw of a plan over ${calls} calls of ${agents} agents, count`,
      ours: () => send('POST', plan.replace('.json', '/draws.json'), drawn),
      baseline: () => ask(service.url + search, { headers }),
    };

    const reported = db.transaction(insertEvaluations)(db, {
      tenant_id,
      evaluator,
      form_id: form.form_id,
      ids,
      ...month,
    });
    const names = ['question', 'count_answers', 'count_na', 'points_average'];
    const report = await make('/api/v2/reports.json', {
      report: { name: 'Bench', timezone: 'UTC', column_settings: names.map((name) => ({ name })) },
    });
    const statement = db.prepare(byHand);
    const figures = {
      name: `figures by question, ${reported} evaluations of ${questions} questions, SQL by hand`,
      async ours() {
        const url = await make(report.replace('.json', '/runs.json'), { report_run: {} });
        for (;;) {
          const { report_run } = await read(url);
          if (!report_run.completed_at) {
            await pause(10);
            continue;
          }
          const { total_rows } = (await read(url.replace('.json', '/data.json?limit=1'))).report_data;
          if (total_rows !== questions) throw new Error(`${report_run.job_status}, ${total_rows} rows`);
          const ms = Date.parse(report_run.completed_at) - Date.parse(report_run.started_at);
          return { status: 200, bytes: 0, ms };
        }
      },
      async baseline() {
        const begun = performance.now();
        const rows = statement.all();
        const ms = performance.now() - begun;
        if (rows.length !== questions) throw new Error(`SQL by hand: ${rows.length} rows`);
        // It has blocked this process: what the service has closed meanwhile is noticed first.
        await pause(10);
        return { status: 200, bytes: 0, ms };
      },
    };

    const answering = async (shown) => {
      const { form_id, sections } = await formWith(formOf(`${shown} conditions`, longForm, shown));
      const { calls: found } = await read('/api/v2/calls.json?limit=1');
      const url = await make('/api/v2/evaluation_reports.json', {
        evaluation_report: {
          form_id,
          call_id: found[0].call_id,
          agent_user_id: evaluator,
          sections: sections.map(({ form_section_id, questions: own }) => ({
            form_section_id,
            questions: own.map(({ form_question_id, type }) => ({
              form_question_id,
              answer: type === 'yes_no' ? 'yes' : 5,
            })),
          })),
        },
      });
      // Its own question, which decides about no other one, so that both sides store one answer.
      const { form_question_id } = sections[3].questions[0];
      const path = url.replace('.json', `/questions/${form_question_id}.json`);
      let turn = 0;
      return () => {
        turn += 1;
        return send('PUT', path, { question: { answer: turn % 10 } });
      };
    };
    const answer = {
      name: `an answer of ${longForm} questions with ${conditions} conditions, without`,
      ours: await answering(conditions),
      baseline: await answering(0),
    };

    const results = [];
    for (const [item, times] of [
      [draw, rounds.draw],
      [figures, rounds.figures],
      [answer, rounds.answer],
    ])
      results.push(...(await interleave([item], times)));
    await service.tell('close');
    process.stdout.write(`load ${before.toFixed(2)} before, ${loadavg()[0]?.toFixed(2)} after; medians, ratio\n`);
    for (const { name, ms, baseline_ms, ratio } of results)
      process.stdout.write(
        `${name}: ${ms.toFixed(1)} ms and ${baseline_ms.toFixed(1)} ms, ratio ${ratio.toFixed(2)}\n`,
      );
  } finally {
    db.close();
    service?.end();
    archive.close();
  }
}
