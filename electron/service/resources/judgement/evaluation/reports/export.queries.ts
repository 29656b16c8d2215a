import type { evaluationReportApi } from '@shared/contract/evaluation-reports';
import type { PageInput } from '../../../../access/list';
import { audit } from '../../../../store/audit';
import { isoTime, storedJson, valuesOf } from '../../../../store/fragments';
import { change, query } from '../../../../store/query';
import { columnsOf, decimal, type Key } from '../../../../store/sql';
import { reportList } from './list.queries';

/** A report with several hundred questions is long. */
const reportsPerPage = 50;

const word = (column: string) => `CASE ${column} WHEN 1 THEN 'true' WHEN 0 THEN 'false' END`;

/** The columns of an exported answer, each with its SQL expression. */
const columns = {
  ...columnsOf('e', ['report_id', 'purpose', 'call_id']),
  call_time: isoTime('e.call_time'),
  agent_user_id: 'e.agent_user_id',
  agent: 'g.name',
  evaluator_user_id: 'e.evaluator_user_id',
  evaluator: 'v.name',
  form_id: 'e.form_id',
  form: 'r.name',
  form_revision: 'e.form_revision',
  completed_at: isoTime('e.evaluation_completed_at'),
  score: 'e.score',
  is_passed: word('e.is_passed'),
  section: 'd.title',
  form_question_id: 'q.form_question_id',
  question: 'q.title',
  type: 'q.type',
  answer: storedJson('a.answer'),
  na: word('a.na'),
  hidden: word('a.hidden'),
  points: decimal('a.hundredths'),
  max_points: decimal('q.max_hundredths'),
  weight: 'd.weight * q.weight',
  comment: 'a.comment',
  position_ms: 'a.position',
} as const;
export type ExportedAnswer = Record<keyof typeof columns, string | number | null>;
export const exportedColumns = Object.keys(columns) as (keyof ExportedAnswer)[];

type Asked = Pick<PageInput<typeof evaluationReportApi.list>, 'values' | 'scope' | 'zone' | 'days' | 'after'>;

/** The answers of a page of completed reports, newest first, and what the next page continues after. */
export const selectExported = query(
  'evaluation-reports.exported',
  (db, { values, ...asked }: Asked): { answers: ExportedAnswer[]; after: Key | undefined } => {
    const { status = ['completed'] } = values;
    const completed = { ...values, status: status.filter((one) => one === 'completed') };
    const page = reportList.page.run(db, { ...asked, values: completed, limit: reportsPerPage, start: 0, cap: 0 });
    const reports = JSON.parse(Buffer.from(page.bytes).toString()) as { report_id: string }[];
    const fields = Object.entries(columns).map(([name, sql]) => `${sql} AS "${name}"`);
    const answers = db
      .prepare<Record<string, string>, ExportedAnswer>(`
        SELECT ${fields.join(', ')} FROM evaluation_reports e
        JOIN users g ON g.user_id = e.agent_user_id
        JOIN users v ON v.user_id = e.evaluator_user_id
        JOIN evaluation_form_revisions r ON r.form_id = e.form_id AND r.revision = e.form_revision
        JOIN evaluation_form_sections d ON d.form_id = e.form_id AND d.revision = e.form_revision
        JOIN evaluation_form_questions q
          ON q.form_id = d.form_id AND q.revision = d.revision AND q.form_section_id = d.form_section_id
        JOIN evaluation_report_questions a ON a.report_id = e.report_id AND a.form_question_id = q.form_question_id
        WHERE e.report_id IN ${valuesOf('@ids', 'text')}
        ORDER BY e.created_at DESC, e.report_id DESC, d.section_order, d.place, q.place`)
      .all({ ids: JSON.stringify(reports.map(({ report_id }) => report_id)), zone: asked.zone });
    return { answers, after: page.more ? page.last : undefined };
  },
);

/** Audits that answers were exported. */
export const recordExport = change('evaluation-reports.export', (db, _: undefined, by): void =>
  audit(db, by, { action: 'export', resource: 'evaluation_report', resource_id: null }),
);
