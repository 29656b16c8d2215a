import { createHash, generateKeyPairSync } from 'node:crypto';
import type { NewCalibration } from '@shared/contract/calibrations';
import type { EvaluationForm } from '@shared/contract/evaluation-forms';
import type { PackedResult, PackedRound } from '@shared/contract/packages';
import { reason } from '@shared/reasons/reasons';
import { expect } from 'vitest';
import type { Unmet } from '../../electron/service/access/needs';
import type { Holder, Scope } from '../../electron/service/access/scope';
import type { NewFile } from '../../electron/service/resources/calls/calls';
import {
  auditSentResult,
  insertRound,
  keepSentRound,
  mergeResult,
  mustBeNew,
  selectAnswered,
  selectResult,
  selectRound,
} from '../../electron/service/resources/exchange/packages/queries';
import {
  changeCalibration,
  insertCalibration,
  removeCalibration,
  selectReachedRounds,
  wholeCalibrations,
} from '../../electron/service/resources/judgement/calibrations/queries';
import {
  insertComment,
  mustHaveEnded,
  selectCall,
  selectGuidance,
  selectResults,
  storeAgreement,
} from '../../electron/service/resources/judgement/calibrations/results.queries';
import { assignCalls } from '../../electron/service/resources/judgement/evaluation/assignment.queries';
import {
  changeForm,
  copyForm,
  insertForm,
  removeForm,
  wholeForms,
} from '../../electron/service/resources/judgement/evaluation/forms/queries';
import {
  recordExport,
  selectExported,
} from '../../electron/service/resources/judgement/evaluation/reports/export.queries';
import {
  selectEntries,
  wholeReports,
} from '../../electron/service/resources/judgement/evaluation/reports/list.queries';
import {
  changeAnswer,
  changeReport,
  insertReport,
  reassignReports,
  removeReport,
} from '../../electron/service/resources/judgement/evaluation/reports/queries';
import { selectIsDue, tellDue } from '../../electron/service/resources/judgement/evaluation/reports/told.queries';
import {
  drawCalls,
  insertSample,
  ownSamples,
  readableSamples,
  removeSample,
} from '../../electron/service/resources/judgement/evaluation/samples/queries';
import { selectScores, selectTotals } from '../../electron/service/resources/judgement/evaluation/scores/queries';
import {
  changeNotice,
  noticeList,
  readNotices,
  removeOldNotices,
} from '../../electron/service/resources/judgement/notices/queries';
import {
  failPlanDraw,
  selectPlanDraw,
  storePlanDraw,
} from '../../electron/service/resources/judgement/plans/draw.queries';
import { replaceDrawn, selectPool } from '../../electron/service/resources/judgement/plans/drawn.queries';
import {
  changePlan,
  insertPlan,
  planList,
  removePlan,
  selectChangeablePlan,
  selectDuePeriod,
  selectDuePlans,
  selectProgress,
} from '../../electron/service/resources/judgement/plans/queries';
import type { Change, Query } from '../../electron/service/store/query';
import { id, levels, scope } from '../support/lists';
import { usualQuestion } from '../support/questions';

type Asking = { id: string; scope: Scope; holder: Holder; unmet: Unmet; versions: undefined };
type Run = {
  read<I, O>(query: Query<I, O>, input: I): O;
  write<I, O>(change: Change<I, O>, input: I): O;
  asking(id: string): Asking;
};

const question = {
  ...usualQuestion,
  title: 'Greeting',
  description: '',
  type: 'numeric',
  weight: 1,
  max_points: 5,
  allow_na: true,
} as const;
const section = { title: 'Opening', description: '', weight: 1, pass_threshold: null, questions: [question] };
const content = { name: 'Sales', description: '', type: 'manual', pass_threshold: 80, sections: [section] } as const;
const form = { ...content, sections: [section], is_active: true };

/** Runs every query and change of evaluations; `call_id` is the call of a report, `heard` one with audio, `file` that of another. */
export function runEvaluation({ read, write, asking }: Run, call_id: string, heard: string, file: NewFile): void {
  write(insertForm, { ...asking('form'), record: form });
  write(copyForm, { ...asking('copy'), source: 'form', name: 'Copy' });
  write(changeForm, { ...asking('form'), record: { name: 'Support', is_active: true, sections: [section] } });
  write(removeForm, asking('copy'));
  read(wholeForms.one, { ...asking('form'), zone: 'UTC', revision: 1 });
  const current = read(wholeForms.one, { ...asking('form'), zone: 'UTC' });
  const [{ form_section_id, questions }] = JSON.parse(current?.json ?? '').sections;
  const [{ form_question_id }] = questions;
  const about = { form_id: 'form', call_id, agent_user_id: id };
  write(insertReport, { ...asking('report'), record: { ...about, status: 'assigned' } });
  const given = { answer: 4, na: false, comment: '', position: 1 };
  write(changeAnswer, { ...asking('report'), form_question_id, given });
  const sections = [{ form_section_id, comment: '', questions: [{ ...given, form_question_id }] }];
  write(changeReport, { ...asking('report'), record: { sections, status: 'completed', evaluator_user_id: id } });
  for (const level of levels) {
    read(wholeReports.one, { id: 'report', scope: scope(level), zone: 'UTC' });
    read(selectScores, { ids: [call_id], scope: scope(level) });
    for (const views_evaluations of [true, false])
      read(selectTotals, { filters: {}, scope: scope(level), zone: 'UTC', views_evaluations });
  }
  const round = { ...asking('round') };
  const calibration = {
    name: 'Round',
    description: '',
    form_id: 'form',
    calls: [{ call_id: heard, agent_user_id: id }],
    evaluators: [{ user_id: id }],
    baseline_user_id: null,
  };
  write(insertCalibration, { ...round, record: calibration });
  for (const level of levels)
    for (const permissions of [{}, { evaluation_reports: ['view', 'calibrate'] }])
      read(wholeCalibrations.one, { id: 'round', scope: scope(level, permissions), zone: 'UTC' });
  read(selectReachedRounds, { ids: ['round'], scope: round.scope });
  write(changeCalibration, { ...round, record: { name: 'Round 1' } });
  write(changeCalibration, { ...round, record: { status: 'ended' } });
  const ended = { id: 'round', scope: round.scope };
  read(mustHaveEnded, ended);
  read(selectResults, ended);
  const agreed = { answer: 4, na: false, note: 'Warm', as_guidance: true };
  write(storeAgreement, { ...ended, call_id: heard, form_question_id, agreed });
  read(selectCall, { ...ended, call_id: heard, zone: 'UTC' });
  read(selectGuidance, { form_id: 'form', scope: round.scope, zone: 'UTC' });
  const comment = { call_id: heard, form_question_id, text: 'Really?' };
  write(insertComment, { ...ended, comment_id: 'comment', comment, zone: 'UTC' });
  // Deadlines of long ago, twice of the same person, who is not the author.
  const [near, over] = ['near', 'over'];
  for (const report of [near, over])
    write(insertReport, {
      ...asking(report),
      record: { ...about, status: 'assigned', evaluator_user_id: 'agent', evaluation_deadline: 0 },
    });
  read(selectIsDue, { at: 0 });
  write(tellDue, undefined);
  const self = { ...round.scope, evaluations: true, params: { ...round.scope.params, scope_self: 'agent' } };
  const page = { values: {}, limit: 1, start: 0, cap: 0, after: undefined, scope: self, zone: 'UTC', days: undefined };
  const [told] = JSON.parse(new TextDecoder().decode(read(noticeList.page, page).bytes));
  write(changeNotice, { id: told.notice_id, is_read: true, scope: self });
  write(readNotices, { scope: self });
  for (const report of [near, over]) write(removeReport, asking(report));
  write(removeOldNotices, undefined);
  write(removeCalibration, { ...round, with_calls: false });
  const single = { ...round, id: 'another round' };
  write(insertCalibration, { ...single, record: calibration });
  const [own] = JSON.parse(read(wholeCalibrations.one, { ...ended, id: single.id, zone: 'UTC' })?.json ?? '').calls;
  write(changeReport, { ...asking(own.report_id), record: { sections, status: 'completed' } });
  write(removeCalibration, { ...single, with_calls: false });
  runPackages({ read, write, asking }, { ...calibration, calls: calibration.calls }, file);
  write(reassignReports, { reassignment: { report_ids: ['report'], evaluator_user_id: id }, scope: asking('').scope });
  for (const level of levels)
    read(selectExported, { values: { purpose: 'quality' }, scope: scope(level), zone: 'UTC', after: undefined });
  write(recordExport, undefined);
  read(selectEntries, { ids: ['report'] });
  read(selectEntries, { ids: ['report'], form_question_ids: [form_question_id] });
  write(removeReport, asking('report'));
  for (const level of levels) {
    const drawn = { filters: {}, amount: 1, seed: 'a' };
    for (const method of ['random', 'per_agent'] as const)
      read(drawCalls, { ...drawn, method, scope: scope(level), zone: 'UTC' });
    for (const { one } of [readableSamples, ownSamples]) read(one, { id: 'sample', scope: scope(level), zone: 'UTC' });
  }
  const sample = { name: null, query: '', method: 'random' as const, amount: 1, seed: 'a', zone: 'UTC' };
  const pool = { pool_from: 0, pool_to: 0, pool: [{ agent_user_id: null, calls: 1, parts: [1] }] };
  const drawn = {
    drawn_from: 1,
    left_out: 0,
    unlinked: 0,
    unlinked_agents: [{ agent: null, call_id, calls: 1 }],
    ...pool,
    calls: [{ call_id, agent_user_id: null, part: 0 }],
  };
  write(insertSample, { ...asking('sample'), record: { ...sample, ...drawn } });
  const assignment = { form_id: 'form', calls: [{ call_id, agent_user_id: id }], sample_id: 'sample' };
  write(assignCalls, { id: 'assignment', assignment, scope: asking('').scope });
  write(removeSample, asking('sample'));
  runPlans({ read, write, asking }, heard);
}

/** Runs every query and change of plans; `heard` is a call with audio. */
function runPlans({ read, write, asking }: Run, heard: string): void {
  const about = asking('plan');
  const { scope: reach } = about;
  const risk = { longest_silence: 30, longest_monologue: null, overlap_share: null, interruptions: null };
  write(insertPlan, {
    ...about,
    record: {
      name: 'Weekly',
      form_id: 'form',
      query: '',
      period: 'week',
      timezone: 'UTC',
      starts_on: '1969-12-29',
      ends_on: null,
      delay_hours: 6,
      amount: 2,
      amount_by_risk: 1,
      risk,
      more: { amount: 1, score_below: 70, new_agent_days: 30 },
      evaluators: [id],
      absences: [{ user_id: id, from: '1970-03-01', to: '1970-03-02' }],
      due_days: 5,
      seed: '1',
      is_active: true,
      agent_can_view: true,
      agent_can_dispute: true,
      agent_review_mandatory: false,
    },
  });
  write(changePlan, { ...about, record: { name: 'Every week', evaluators: [id] } });
  for (const level of levels)
    for (const permissions of [{}, { evaluation_reports: ['view', 'plan'] }])
      read(planList.one, { id: 'plan', scope: scope(level, permissions), zone: 'UTC' });
  const plan = read(selectChangeablePlan, { id: 'plan', scope: reach });
  const period = '1970-W01';
  const now = Date.UTC(1970, 1, 1);
  read(selectDuePlans, { now });
  read(selectDuePeriod, { plan_id: 'plan', now });
  for (const level of levels) read(selectPlanDraw, { plan, period, filters: {}, scope: scope(level), now });
  const call = { call_id: heard, agent_user_id: id, setup_time: 0, ...risk };
  const draw = {
    strata: [{ agent_user_id: id, stratum: 'all' as const, calls: 1, drawn: 1, pool: [heard] }],
    calls: [{ call, risk: [], hash: '', stratum: 'all' as const, evaluator_user_id: id }],
    drawn_from: 1,
    left_out: 0,
    unlinked: 0,
    pooled: { pool_from: 0, pool_to: 0, pool: [] },
    parts: [0],
    agents: [],
  };
  write(storePlanDraw, { id: 'planned', plan, period, draw, scope: reach });
  for (const level of levels) read(readableSamples.one, { id: 'planned', scope: scope(level), zone: 'UTC' });
  for (const one of [period, undefined]) read(selectProgress, { id: 'plan', period: one, scope: reach, now });
  read(selectPool, { id: 'planned', scope: reach });
  const replacement = { call_id: heard, reason: 'Wrong number' };
  // There is no other call in the pool.
  expect(() => write(replaceDrawn, { id: 'planned', report_id: 'another', replacement, scope: reach })).toThrow();
  const why = reason('plan_nobody');
  write(failPlanDraw, { plan, text: '', why, next: now });
  write(removePlan, about);
}

/** Runs what packages need: a round is sent and answered, and one from elsewhere is stored. */
function runPackages(
  { read, write, asking }: Run,
  calibration: Omit<NewCalibration, 'evaluators'>,
  file: NewFile,
): void {
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const public_key = publicKey.export({ type: 'spki', format: 'pem' }) as string;
  const der = publicKey.export({ type: 'spki', format: 'der' });
  const fingerprint = createHash('sha256').update(der).digest('hex');
  const { scope } = asking('sent');
  write(insertCalibration, {
    ...asking('sent'),
    record: { ...calibration, evaluators: [{ user_id: id, public_key }] },
  });
  const sent = { package_id: 'sent', calibration_id: 'sent', user_id: id, fingerprint };
  const round = read(selectRound, { id: 'sent', user_id: id, scope });
  write(keepSentRound, { ...sent, call_ids: round.calls.map(({ call_id }) => call_id) });
  write(auditSentResult, sent);
  read(selectAnswered, { package_id: 'sent', scope });
  read(mustBeNew, { package_id: 'received' });
  const [call] = round.calls;
  if (!call) throw new Error('A round was sent without calls.');
  const sender = { name: 'Eva', public_key };
  const head = { version: 1, package_id: 'received', created_at: 1, recipient: '', sender } as const;
  const packed = { ...call, files: [] };
  const { form_id, revision, name, description, type, pass_threshold, sections } = round.form;
  const manifest: PackedRound = {
    ...head,
    kind: 'calibration',
    calibration: round.calibration,
    form: { form_id, revision, name, description, type, pass_threshold, sections, is_active: true },
    calls: [packed],
  };
  const received = { manifest, signer: { fingerprint, public_key: der }, paths: ['received'] };
  const calls = [{ call_id: 'received', files: [file] }];
  write(insertRound, { ...asking('received'), form_id: 'received', ...received, calls });
  const [own] = JSON.parse(read(wholeCalibrations.one, { id: 'received', scope, zone: 'UTC' })?.json ?? '').calls;
  const form = JSON.parse(read(wholeForms.one, { ...asking('received'), zone: 'UTC' })?.json ?? '');
  const answers = ({ sections: all }: Pick<EvaluationForm, 'sections'>) =>
    all.map(({ form_section_id, questions }) => ({
      form_section_id,
      comment: '',
      questions: questions.map(({ form_question_id }) => ({
        form_question_id,
        answer: 4,
        na: false,
        comment: '',
        position: 1,
      })),
    }));
  write(changeReport, { ...asking(own.report_id), record: { sections: answers(form), status: 'completed' } });
  read(selectResult, { id: 'received', scope });
  const result: PackedResult = {
    ...head,
    kind: 'result',
    answers_to: 'sent',
    calibration: { calibration_id: 'sent' },
    reports: [{ call_id: call.call_id, comment: '', sections: answers(round.form) }],
  };
  write(mergeResult, { manifest: result, fingerprint, scope });
  write(removeCalibration, { ...asking('received'), with_calls: true });
  write(removeCalibration, { ...asking('sent'), with_calls: false });
}
