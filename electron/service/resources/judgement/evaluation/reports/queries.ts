import { isDeepStrictEqual } from 'node:util';
import type { Reassignment, UnchangedReport } from '@shared/contract/evaluation-queue';
import type { ChangedReport, GivenAnswer, NewReport, SentSection } from '@shared/contract/evaluation-reports';
import { hiddenIn } from '@shared/evaluation/conditions';
import { fold } from '@shared/fold';
import { reason } from '@shared/reasons/reasons';
import type { Insert, Remove, Update } from '../../../../access/changes';
import { reportsInScope, type Scope, withoutReach } from '../../../../access/scope';
import { checkUnder, found, invalid, notFound, Refusal } from '../../../../refusal';
import type { By } from '../../../../store/audit';
import type { Connection } from '../../../../store/connection';
import { valuesOf } from '../../../../store/fragments';
import { Hook, keptBy } from '../../../../store/hooks';
import { change } from '../../../../store/query';
import { insertRecord, mustBeCurrent, updateRecord, type Versions } from '../../../../store/record';
import { eachOf } from '../../../calls/calls';
import { userHooks } from '../../../people/users';
import { notify, removeNotices } from '../../notices';
import { insertQuestions, type Result, replaced, sectionsOf, storeAnswers, withAnswer } from './answers.queries';
import { auditAssigned, auditReport } from './audited';
import { canEvaluate, checkedParts, type Parts } from './parts.queries';
import {
  become,
  faultsOf,
  isClosed,
  mustBeEvaluator,
  mustBeOpen,
  offered,
  replied,
  reviewed,
  type State,
} from './rules';
import { tellChanged } from './told.queries';

for (const column of ['agent_user_id', 'evaluator_user_id']) {
  userHooks.removing.add(keptBy({ table: 'evaluation_reports', column, why: reason('user_in_reports') }));
}

/** The properties of a report that can be changed, besides its answers. */
type Terms = {
  title: string;
  title_folded: string;
  description: string;
  comment: string;
  evaluation_deadline: number | null;
  agent_review_deadline: number | null;
  agent_review_mandatory: 0 | 1;
};
/** A report as it is stored, with the threshold of its form. */
type Report = State &
  Terms &
  Result & {
    report_id: string;
    tenant_id: string;
    purpose: string;
    calibration_id: string | null;
    form_id: string;
    form_revision: number;
    pass_threshold: number | null;
    revision: number;
    updated_at: number;
  };

/** The reports in scope among these. */
const reportsOf = (db: Connection, report_ids: readonly string[], scope: Scope): Report[] =>
  db
    .prepare<Record<string, string>, Report>(`
        SELECT e.report_id, e.tenant_id, e.purpose, e.calibration_id, e.form_id, e.form_revision, r.pass_threshold, e.revision, e.updated_at, e.status,
          e.title, e.title_folded, e.description, e.comment, e.evaluation_deadline, e.agent_review_deadline,
          e.evaluator_user_id, e.agent_user_id, e.agent_can_view, e.agent_can_dispute, e.agent_review_mandatory,
          e.agent_review_status, e.agent_comment, e.dispute_reply, e.dispute_replied_at,
          e.evaluation_started_at, e.evaluation_completed_at, e.agent_review_started_at, e.agent_review_completed_at, e.report_hundredths, e.report_max_hundredths, e.score,
          e.is_passed
        FROM evaluation_reports e
        JOIN evaluation_form_revisions r ON r.form_id = e.form_id AND r.revision = e.form_revision
        WHERE e.report_id IN ${valuesOf('@report_ids', 'text')} AND ${reportsInScope(scope, 'e')}`)
    .all({ ...scope.params, report_ids: JSON.stringify(report_ids) });

/** A report in scope. Refused with NotFound, or with Stale when it has another version. */
function current(db: Connection, report_id: string, scope: Scope, versions: Versions): Report {
  const report = found(reportsOf(db, [report_id], scope)[0]);
  mustBeCurrent(String(report.updated_at), versions);
  return report;
}

type SentTerms = Pick<ChangedReport, 'title' | 'description' | 'evaluation_deadline' | 'agent_review_deadline'> &
  Pick<ChangedReport, 'agent_can_view' | 'agent_can_dispute' | 'agent_review_mandatory' | 'comment'>;

/** What a report is a part of. */
type Origin = { sample_id?: string | undefined; calibration_id?: string | undefined; plan_id?: string | undefined };

/** Stores assigned reports without answers about checked parts, and tells their evaluator. */
export function storeReports(
  db: Connection,
  parts: Parts,
  ids: readonly string[],
  { sample_id, calibration_id, plan_id, ...terms }: SentTerms & Origin,
  by: By,
): void {
  const { form, evaluator_user_id, calls } = parts;
  const which = { form_id: form.form_id, form_revision: form.revision };
  const usual = { agent_can_view: true, agent_can_dispute: true, agent_review_mandatory: false, description: '' };
  const columns = { ...columnsOf({ ...usual, title: form.name }), ...columnsOf(terms) };
  const people = { evaluator_user_id, assigner_user_id: by.user_id };
  const purpose = calibration_id === undefined ? 'quality' : 'calibration';
  const common = { ...which, ...columns, ...people, status: 'assigned', purpose, sample_id, calibration_id };
  for (const [place, { setup_time: call_time, ...call }] of calls.entries()) {
    insertRecord(db, 'evaluation_reports', { ...common, ...call, call_time, report_id: ids[place] }, by);
  }
  insertQuestions(db, ids, which);
  notify(db, by, { user_id: evaluator_user_id, kind: 'assigned', report_ids: ids, calibration_id, plan_id });
}

/** The columns of what is sent. */
function columnsOf({ title, description, comment, ...terms }: SentTerms): Partial<Report> {
  const { evaluation_deadline, agent_review_deadline, ...flags } = terms;
  const number = (flag: boolean | undefined) => (flag === undefined ? undefined : flag ? 1 : 0);
  const sent = {
    ...(title !== undefined && { title, title_folded: fold(title) }),
    description,
    comment,
    evaluation_deadline,
    agent_review_deadline,
    agent_can_view: number(flags.agent_can_view),
    agent_can_dispute: number(flags.agent_can_dispute),
    agent_review_mandatory: number(flags.agent_review_mandatory),
  };
  return Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));
}

/** A report was completed by its evaluator. */
export const completedHook = new Hook<Pick<Report, 'report_id' | 'calibration_id'>>();

/** Refuses with Conflict what would take a report out of its calibration, or show it to its agent. */
function mustStayInRound(report: Report, { evaluator_user_id, status, ...record }: ChangedReport): void {
  const isMoved = evaluator_user_id !== undefined && evaluator_user_id !== report.evaluator_user_id;
  const isShown = record.agent_can_view === true || record.agent_can_dispute === true || record.agent_review_mandatory;
  if (isMoved || isShown || (status === 'cancelled' && report.status !== 'cancelled'))
    throw new Refusal('Conflict', reason('report_in_calibration'));
}

/** Cancels and audits the reports that are not completed, of a calibration or one. */
export function cancelOpen(db: Connection, column: 'calibration_id' | 'report_id', id: string, by: By): void {
  const open = db
    .prepare<object, { report_id: string; revision: number }>(`
      SELECT report_id, revision FROM evaluation_reports
      WHERE ${column} = @id AND status IN ('assigned', 'in_progress')`)
    .all({ id });
  for (const { report_id, revision } of open) {
    auditReport(db, by, { action: 'update', id: report_id }, () => {
      const which = { id: { report_id }, versions: undefined };
      updateRecord(db, 'evaluation_reports', which, { status: 'cancelled', revision: revision + 1 }, by);
    });
  }
}

/** Deletes the reports of a calibration; its own entry in the audit log says so. */
export function removeCalibrationReports(db: Connection, calibration_id: string): void {
  db.prepare<object>('DELETE FROM evaluation_reports WHERE calibration_id = @calibration_id').run({ calibration_id });
}

type Scoring = Pick<ChangedReport, 'sections' | 'comment' | 'status'>;
type Caller = { user_id: string; at: number };

/**
 * The report after it was scored and has another status, and whether any of its answers, which are stored, differs. Refused
 * with PermissionError, Conflict, or InvalidRecord at the answers.
 */
function advanced(
  db: Connection,
  report: Report,
  scoring: Scoring,
  caller: Caller,
): { now: Report; isAnswered: boolean } {
  const { sections: sent, comment = report.comment, status = report.status } = scoring;
  const isScored = sent !== undefined || comment !== report.comment;
  if (isScored) mustBeEvaluator(report, caller.user_id);
  // A disputed report is opened before it is scored, and a report is scored before it is closed.
  const isOpening = status === 'in_progress';
  const opened = isOpening ? become(report, status, caller) : report;
  if (isScored) mustBeOpen(opened);
  const begun = sent && opened.status === 'assigned' ? become(opened, 'in_progress', caller) : opened;
  const ended = isOpening || status === report.status ? begun : become(begun, status, caller);
  const next = { ...ended, comment };
  if (!sent && next.status === report.status) return { now: next, isAnswered: false };
  const known = sectionsOf(db, report);
  const sections = sent ? replaced(known, sent) : known;
  const isAnswered = !isDeepStrictEqual(sections, known);
  return { now: { ...next, ...storeAnswers(db, next, sections) }, isAnswered };
}

/** Stores the columns that differ from those of the report, with a new version, and tells whom they concern. Without any, it stays as it was. */
function keep(db: Connection, was: Report, now: Report, isAnswered: boolean, by: By): void {
  const known: Record<string, unknown> = was;
  const changed = Object.entries(now).filter(([name, value]) => value !== known[name]);
  if (changed.length === 0 && !isAnswered) return;
  const columns = { ...Object.fromEntries(changed), revision: was.revision + 1 };
  const which = { id: { report_id: was.report_id }, versions: undefined };
  updateRecord(db, 'evaluation_reports', which, columns, by);
  tellChanged(db, by, was, now);
}

/** Stores and audits a report. Refused with InvalidRecord by field, or PermissionError unless the caller may score it. */
export const insertReport = change(
  'evaluation-reports.insert',
  (db, { id, record, scope }: Insert<NewReport>, by): void => {
    const user_id = scope.params.scope_user;
    const { status, sections = [], form_id, call_id, agent_user_id, evaluator_user_id = user_id } = record;
    const about = { form_id, evaluator_user_id, calls: [{ call_id, agent_user_id }] };
    const parts = checkedParts(db, about, scope, () => '');
    if (record.comment) mustBeEvaluator(parts, user_id);
    storeReports(db, parts, [id], record, by);
    // The caller need not reach the new report, for example one about themselves that a colleague scores.
    const report = current(db, id, withoutReach(scope), undefined);
    const scoring = { status, ...(sections.length > 0 && { sections }) };
    keep(db, report, advanced(db, report, scoring, { user_id, at: by.at }).now, false, by);
    auditAssigned(db, by, [id]);
  },
);

/**
 * Changes and audits a report. Refused with NotFound, Stale, PermissionError for what only its evaluator or its agent may
 * do, Conflict when its status does not allow it, or InvalidRecord by field.
 */
export const changeReport = change(
  'evaluation-reports.change',
  (db, { id, record, versions, scope }: Update<ChangedReport>, by): void => {
    const {
      status,
      sections,
      comment,
      evaluator_user_id,
      agent_review_status,
      agent_comment,
      dispute_reply,
      ...terms
    } = record;
    const report = current(db, id, scope, versions);
    if (report.calibration_id !== null) mustStayInRound(report, record);
    const caller = { user_id: scope.params.scope_user, at: by.at };
    const given = { ...report, ...columnsOf(terms) };
    if (evaluator_user_id !== undefined && evaluator_user_id !== report.evaluator_user_id) {
      mustBeOpen(report);
      if (!canEvaluate(db, evaluator_user_id, report.tenant_id, scope))
        throw invalid({ evaluator_user_id: reason('user_unseen') });
      given.evaluator_user_id = evaluator_user_id;
    }
    const review = { status: agent_review_status, comment: agent_comment };
    auditReport(db, by, { action: 'update', id }, () => {
      const { now, isAnswered } = advanced(db, given, { sections, comment, status }, caller);
      keep(db, report, replied(reviewed(offered(now, by.at), review, caller), dispute_reply, caller), isAnswered, by);
      if (now.status === 'completed' && report.status !== 'completed') completedHook.run(db, now, by);
    });
  },
);

/** What an evaluator of a calibration scored on another machine. */
type ScoredElsewhere = {
  calibration_id: string;
  user_id: string;
  reports: readonly { call_id: string; comment: string; sections: SentSection[] }[];
  scope: Scope;
};

/**
 * Completes and audits all reports of an evaluator in a calibration with what was scored on another machine. Refused with
 * InvalidRecord at `reports`, and with Conflict when one is closed.
 */
export function completeReports(db: Connection, scored: ScoredElsewhere, by: By): void {
  const { calibration_id, user_id, reports, scope } = scored;
  const own = db
    .prepare<object, { report_id: string; call_id: string }>(`
      SELECT report_id, call_id FROM evaluation_reports
      WHERE calibration_id = @calibration_id AND evaluator_user_id = @user_id`)
    .all({ calibration_id, user_id });
  const ids = reports.map(({ call_id }) => own.find((one) => one.call_id === call_id)?.report_id);
  const faults = Object.fromEntries(
    ids.flatMap((id, i) => {
      if (id === undefined) return [[`reports.${i}.call_id`, reason('not_in_calibration')] as const];
      return ids.indexOf(id) < i ? [[`reports.${i}.call_id`, reason('given_twice')] as const] : [];
    }),
  );
  if (Object.keys(faults).length > 0) throw invalid(faults);
  if (reports.length < own.length) throw invalid({ reports: reason('package_calls_missing') });
  const asEvaluator = { ...scope, params: { ...scope.params, scope_user: user_id, scope_self: user_id } };
  for (const [i, { comment, sections }] of reports.entries()) {
    const report = current(db, ids[i] as string, asEvaluator, undefined);
    // By the evaluator, whose answers they are: nobody else reads them in the audit log before the end.
    auditReport(db, { ...by, user_id }, { action: 'update', id: report.report_id }, () => {
      const scoring = { comment, sections, status: 'completed' as const };
      const { now, isAnswered } = checkUnder(`reports.${i}`, () =>
        advanced(db, report, scoring, { user_id, at: by.at }),
      );
      keep(db, report, now, isAnswered, by);
      completedHook.run(db, now, by);
    });
  }
}

type Reassigning = { reassignment: Reassignment; scope: Scope };

/**
 * Gives several reports to another evaluator, moves their deadline, and audits each. Those that are out of scope, closed or
 * of a tenant in which the evaluator cannot evaluate stay as they are.
 */
export const reassignReports = change(
  'evaluation-reports.reassign',
  (db, { reassignment, scope }: Reassigning, by): { report_ids: string[]; refused: UnchangedReport[] } => {
    const { report_ids, evaluator_user_id, evaluation_deadline } = reassignment;
    const all = new Map(reportsOf(db, report_ids, scope).map((report) => [report.report_id, report]));
    const outcome = eachOf(report_ids, (id) => {
      const report = all.get(id);
      if (!report) return notFound();
      if (isClosed(report)) return new Refusal('Conflict', reason('report_closed'));
      if (report.calibration_id !== null) return new Refusal('Conflict', reason('report_in_calibration'));
      const can = evaluator_user_id === undefined || canEvaluate(db, evaluator_user_id, report.tenant_id, scope);
      return can ? undefined : invalid({ evaluator_user_id: reason('user_unseen') });
    });
    for (const id of outcome.changed) {
      const report = all.get(id) as Report;
      const sent = { evaluator_user_id, evaluation_deadline };
      const given = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));
      auditReport(db, by, { action: 'update', id }, () => keep(db, report, { ...report, ...given }, false, by));
    }
    return {
      report_ids: outcome.changed,
      refused: outcome.refused.map(({ call_id: report_id, ...why }) => ({ report_id, ...why })),
    };
  },
);

type Answering = { id: string; form_question_id: string; given: GivenAnswer; scope: Scope; versions: Versions };

/**
 * Changes and audits the answer to one question; the others stay. Refused with NotFound, Stale, PermissionError unless the
 * caller is the evaluator, Conflict when the report is closed, or InvalidRecord by field.
 */
export const changeAnswer = change(
  'evaluation-reports.answer',
  (db, { id, form_question_id, given, scope, versions }: Answering, by): void => {
    const report = current(db, id, scope, versions);
    const caller = { user_id: scope.params.scope_user, at: by.at };
    mustBeEvaluator(report, caller.user_id);
    mustBeOpen(report);
    const before = sectionsOf(db, report);
    const question = found(
      before.flatMap(({ questions }) => questions).find((one) => one.form_question_id === form_question_id),
    );
    const answered = withAnswer(question, given);
    const sections = before.map((section) => ({
      ...section,
      questions: section.questions.map((one) => (one === question ? answered : one)),
    }));
    const hidden = hiddenIn(sections);
    const faults = faultsOf(answered, answered, hidden.has(answered));
    if (Object.keys(faults).length > 0) throw invalid(faults);
    const turned = sections
      .flatMap(({ questions }) => questions)
      .filter((one) => one !== answered && hidden.has(one) !== one.was_hidden)
      .map((one) => one.form_question_id);
    const begun = become(report, 'in_progress', caller);
    auditReport(db, by, { action: 'update', id, form_question_ids: [form_question_id, ...turned] }, () =>
      keep(
        db,
        report,
        { ...begun, ...storeAnswers(db, begun, sections, form_question_id) },
        !hidden.has(answered) && !isDeepStrictEqual(question, answered),
        by,
      ),
    );
  },
);

/** Deletes and audits a report with its answers. Refused with NotFound or Stale. */
export const removeReport = change('evaluation-reports.remove', (db, { id, versions, scope }: Remove, by): void => {
  const { report_id, calibration_id } = current(db, id, scope, versions);
  if (calibration_id !== null) throw new Refusal('Conflict', reason('report_in_calibration'));
  auditReport(db, by, { action: 'delete', id }, () => {
    db.prepare<{ report_id: string }>('DELETE FROM evaluation_reports WHERE report_id = @report_id').run({ report_id });
    removeNotices(db, 'report_id', report_id);
  });
});
