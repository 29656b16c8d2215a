import { CallState, RecordState } from '@shared/codes';
import type { EvaluationForm } from '@shared/contract/evaluation-forms';
import type { PackedCall, PackedFile, PackedResult, PackedRound } from '@shared/contract/packages';
import { reason } from '@shared/reasons/reasons';
import type { SoundFormat } from '@shared/sound-formats';
import { type Asking, auditCreated } from '../../../access/changes';
import { calibrationsInScope, callsInScope, type Scope, withoutReach } from '../../../access/scope';
import { found, invalid, notFound, Refusal } from '../../../refusal';
import { audit } from '../../../store/audit';
import type { Connection } from '../../../store/connection';
import { change, query } from '../../../store/query';
import { callList, forget, insertCall, insertFiles, type NewFile } from '../../calls/calls';
import { type Round, roundInScope, storeRound } from '../../judgement/calibrations';
import { completeReports, insertForm, sectionsOf, wholeForms } from '../../judgement/evaluation';

type Asked = { id: string; scope: Scope };

/** A round that the caller leads. Refused with NotFound or PermissionError. */
function ledRound(db: Connection, { id, scope }: Asked): Round {
  const round = roundInScope(db, id, scope);
  if (round.leader_user_id !== scope.params.scope_self)
    throw new Refusal('PermissionError', reason('calibration_leader_only'));
  return round;
}

type Outside = { name: string; public_key: Buffer; fingerprint: string };

const outsideEvaluator = (db: Connection, calibration_id: string, user_id: string): Outside | undefined =>
  db
    .prepare<object, Outside>(`
      SELECT u.name, v.public_key, v.fingerprint FROM calibration_evaluators v JOIN users u USING (user_id)
      WHERE v.calibration_id = @calibration_id AND v.user_id = @user_id AND v.fingerprint IS NOT NULL`)
    .get({ calibration_id, user_id });

type StoredFile = Pick<PackedFile, 'file_id' | 'start_time' | 'stop_time' | 'agent_channel'> & { format: SoundFormat };
export type StoredCall = Omit<PackedCall, 'files'> & { files: StoredFile[] };

/**
 * What the package of a round says to an evaluator on another machine. Refused with NotFound for a user who is none, with
 * PermissionError for everyone but the leader, and with Conflict when the round has ended or the leader does not reach a call.
 */
export const selectRound = query('packages.round', (db, { user_id, ...asked }: Asked & { user_id: string }) => {
  const { calibration_id, form_id, form_revision: revision, status } = ledRound(db, asked);
  const recipient = found(outsideEvaluator(db, calibration_id, user_id));
  if (status === 'ended') throw new Refusal('Conflict', reason('calibration_ended'));
  const terms = db
    .prepare<object, { name: string; description: string; deadline: number | null }>(
      'SELECT name, description, deadline FROM calibrations WHERE calibration_id = @calibration_id',
    )
    .get({ calibration_id });
  const wanted = { id: form_id, revision, scope: withoutReach(asked.scope), zone: 'UTC' };
  const form: EvaluationForm = JSON.parse(found(wholeForms.one.run(db, wanted)).json);
  return { calibration: { calibration_id, ...found(terms) }, form, calls: callsOf(db, asked), recipient };
});

/** The calls of a round in its order, without what belongs to this archive alone. Refused with Conflict unless all are in reach. */
function callsOf(db: Connection, { id, scope }: Asked): StoredCall[] {
  const rows = db
    .prepare<Record<string, string>, Omit<StoredCall, 'files' | 'participants'> & { call_pk: number }>(`
      SELECT c.call_pk, c.call_id, c.setup_time, c.connect_time, c.disconnect_time, c.duration,
        c.protocol_call_direction, c.from_number, c.from_name, c.to_number, c.to_name, c.agent_name
      FROM calibration_calls k JOIN calls c ON c.call_id = k.call_id
      WHERE k.calibration_id = @id AND ${callsInScope(scope, 'c')} ORDER BY k.place`)
    .all({ ...scope.params, id });
  const all = db
    .prepare<object, { n: number }>('SELECT count(*) AS n FROM calibration_calls WHERE calibration_id = @id')
    .get({ id });
  const parties = db.prepare<object, PackedCall['participants'][number]>(`
    SELECT participant_id, join_time, leave_time, party_direction, party_type, party_number, party_name, party_caller_id
    FROM call_participants WHERE call_pk = @call_pk ORDER BY participant_id`);
  const files = db.prepare<object, StoredFile>(`
    SELECT file_id, start_time, stop_time, agent_channel, format FROM call_files
    WHERE call_pk = @call_pk ORDER BY file_id`);
  const calls = rows.map(({ call_pk, ...call }) => ({
    ...call,
    participants: parties.all({ call_pk }),
    files: files.all({ call_pk }),
  }));
  if (calls.length !== all?.n || calls.some((call) => call.files.length === 0))
    throw new Refusal('Conflict', reason('calibration_call_gone'));
  return calls;
}

type Sent = { package_id: string; calibration_id: string; fingerprint: string };
type SentRound = Sent & { user_id: string; call_ids: string[] };

/** Keeps and audits that the package of a round is sent. Each of its calls is a download. */
export const keepSentRound = change('packages.sent-round', (db, sent: SentRound, by): void => {
  const { package_id, calibration_id, user_id, fingerprint, call_ids } = sent;
  db.prepare<object>(`
    INSERT INTO sent_packages (package_id, calibration_id, user_id, created_at)
    VALUES (@package_id, @calibration_id, @user_id, @at)`).run({ package_id, calibration_id, user_id, at: by.at });
  const details = { calibration_id, user_id, recipient: fingerprint };
  audit(db, by, { action: 'export', resource: 'package', resource_id: package_id, details });
  for (const resource_id of call_ids)
    audit(db, by, { action: 'download', resource: 'call', resource_id, details: { package_id } });
});

/** Audits that a result is sent. */
export const auditSentResult = change('packages.sent-result', (db, sent: Sent, by): void => {
  const { package_id, calibration_id, fingerprint } = sent;
  const details = { calibration_id, recipient: fingerprint };
  audit(db, by, { action: 'export', resource: 'package', resource_id: package_id, details });
});

/** Refuses with Conflict a package whose round is stored. */
export const mustBeNew = query('packages.must-be-new', (db, { package_id }: { package_id: string }): void => {
  const known = db
    .prepare<object>('SELECT 1 FROM received_packages WHERE package_id = @package_id')
    .get({ package_id });
  if (known) throw new Refusal('Conflict', reason('package_stored'));
});

/** By each id of this archive the one that the sender has. */
type SenderIds = Record<'calls' | 'sections' | 'questions', Record<string, string>>;

type Received = Asking & {
  form_id: string;
  manifest: PackedRound;
  signer: { fingerprint: string; public_key: Uint8Array };
  calls: { call_id: string; files: NewFile[] }[];
  /** Of the stored recordings, which were noted to be discarded. */
  paths: string[];
};

/**
 * Stores and audits the round of a package with its form and calls, under new ids. The caller is its leader, only evaluator
 * and agent. Refused with Conflict when it is stored already.
 */
export const insertRound = change('packages.insert-round', (db, received: Received, by): void => {
  const { form_id, manifest, signer, calls, paths, ...asking } = received;
  const { id, scope } = asking;
  const { package_id, calibration, sender } = manifest;
  const { scope_tenant: tenant_id, scope_user: user_id } = scope.params;
  mustBeNew.run(db, { package_id });
  const { form_id: _, revision: __, ...form } = manifest.form;
  insertForm.change(db, { ...asking, id: form_id, record: { ...form, tenant_id: undefined, is_active: false } }, by);
  const packed = manifest.calls.map((call, place) => ({ ...call, ...(calls[place] as (typeof calls)[number]) }));
  const stored = packed.map(({ call_id, files, ...call }) => {
    const states = { record_state: RecordState.finished, call_state: CallState.disconnected };
    const added = { category_ids: [], custom_values: [], people: [user_id] };
    const participants = call.participants.map((one) => ({ ...one, user_id: null }));
    const call_pk = insertCall(db, { ...call, ...states, ...added, call_id, tenant_id, participants }, by);
    if (insertFiles(db, call_pk, files).includes(undefined)) throw invalid({ package: reason('too_many_files') });
    auditCreated(db, by, { list: callList, resource: 'call', id: call_id, scope: withoutReach(scope) });
    return { call_id, call_pk, tenant_id, setup_time: call.setup_time, agent_user_id: user_id };
  });
  const { fingerprint: sender_fingerprint, public_key } = signer;
  const { calibration_id, ...terms } = calibration;
  storeRound(
    db,
    {
      ...terms,
      id,
      baseline_user_id: null,
      evaluators: [{ user_id, public_key: null, fingerprint: null }],
      parts: [
        {
          form: { form_id, tenant_id, revision: 1, name: form.name, is_active: 0 },
          evaluator_user_id: user_id,
          calls: stored,
        },
      ],
      origin: { package_id, calibration_id, sender_name: sender.name, sender_fingerprint },
      scope,
    },
    by,
  );
  const ids: SenderIds = {
    calls: Object.fromEntries(manifest.calls.map((call, place) => [calls[place]?.call_id, call.call_id])),
    ...formIds(db, form_id, manifest.form, scope),
  };
  db.prepare<object>(`
    INSERT INTO received_packages (package_id, calibration_id, sender_key, ids, created_at)
    VALUES (@package_id, @id, @public_key, @ids, @at)`).run({
    package_id,
    id,
    public_key,
    ids: JSON.stringify(ids),
    at: by.at,
  });
  forget(db, paths);
  const details = { kind: 'calibration', calibration_id: id, sender: sender_fingerprint };
  audit(db, by, { action: 'create', resource: 'package', resource_id: package_id, details });
});

/** The sender's ids of the sections and questions of a form that was stored. Both are in the order of the sections. */
function formIds(
  db: Connection,
  id: string,
  { sections }: PackedRound['form'],
  scope: Scope,
): Pick<SenderIds, 'sections' | 'questions'> {
  const own: EvaluationForm = JSON.parse(
    found(wholeForms.one.run(db, { id, scope: withoutReach(scope), zone: 'UTC' })).json,
  );
  const theirs = sections
    .map((section, place) => ({ ...section, order: section.order ?? place + 1 }))
    .sort((one, other) => one.order - other.order);
  const pairs = own.sections.map((section, i) => [section, theirs[i] as (typeof theirs)[number]] as const);
  return {
    sections: Object.fromEntries(pairs.map(([one, other]) => [one.form_section_id, other.form_section_id ?? ''])),
    questions: Object.fromEntries(
      pairs.flatMap(([one, other]) =>
        one.questions.map(({ form_question_id }, j) => [form_question_id, other.questions[j]?.form_question_id ?? '']),
      ),
    ),
  };
}

type Own = {
  report_id: string;
  call_id: string;
  status: string;
  comment: string;
  form_id: string;
  form_revision: number;
};

/**
 * The answers to a round from another machine, with the sender's ids. Refused with NotFound for another round, with
 * PermissionError for others than its leader, and with Conflict until all is completed.
 */
export const selectResult = query('packages.result', (db, asked: Asked) => {
  const { calibration_id, origin } = ledRound(db, asked);
  const received = db
    .prepare<object, { package_id: string; sender_key: Buffer; ids: string }>(
      'SELECT package_id, sender_key, ids FROM received_packages WHERE calibration_id = @calibration_id',
    )
    .get({ calibration_id });
  if (!received || origin === null) throw notFound();
  const own = db
    .prepare<object, Own>(`
      SELECT e.report_id, e.call_id, e.status, e.comment, e.form_id, e.form_revision
      FROM calibration_calls k JOIN evaluation_reports e ON e.calibration_id = k.calibration_id AND e.call_id = k.call_id
      WHERE k.calibration_id = @calibration_id ORDER BY k.place`)
    .all({ calibration_id });
  if (own.some(({ status }) => status !== 'completed')) throw new Refusal('Conflict', reason('calibration_unscored'));
  const ids: SenderIds = JSON.parse(received.ids);
  return {
    answers_to: received.package_id,
    sender_key: received.sender_key,
    origin: JSON.parse(origin) as { calibration_id: string; sender_name: string; sender_fingerprint: string },
    reports: own.map((report) => ({
      call_id: ids.calls[report.call_id] ?? '',
      comment: report.comment,
      sections: sectionsOf(db, report).map(({ form_section_id, comment, questions }) => ({
        form_section_id: ids.sections[form_section_id] ?? '',
        comment,
        questions: questions
          .filter(({ was_hidden }) => !was_hidden)
          .map(({ form_question_id, answer, na, comment, position }) => ({
            form_question_id: ids.questions[form_question_id] ?? '',
            answer,
            na,
            comment,
            position,
          })),
      })),
    })),
  };
});

type Answered = { calibration_id: string; user_id: string; name: string };

/** The round and the evaluator that a package was sent to; undefined if no round in the caller's scope sent it. */
function answeredBy(db: Connection, package_id: string, scope: Scope): Answered | undefined {
  return db
    .prepare<Record<string, string>, Answered>(`
      SELECT s.calibration_id, s.user_id, k.name FROM sent_packages s JOIN calibrations k USING (calibration_id)
      WHERE s.package_id = @package_id AND ${calibrationsInScope(scope, 'k')}`)
    .get({ ...scope.params, package_id });
}

/** The name of the round that a result answers; empty if the caller reaches none. */
export const selectAnswered = query(
  'packages.answered',
  (db, { package_id, scope }: { package_id: string; scope: Scope }): string =>
    answeredBy(db, package_id, scope)?.name ?? '',
);

type Merging = { manifest: PackedResult; fingerprint: string; scope: Scope };

/**
 * Completes and audits the evaluations of an evaluator on another machine with a result, and returns the id of the round.
 * Refused with InvalidRecord at `package` or `reports`, with PermissionError for others than the leader of the round, and
 * with Conflict when it has ended or a result was merged before.
 */
export const mergeResult = change('packages.merge', (db, { manifest, fingerprint, scope }: Merging, by): string => {
  const { package_id, answers_to, calibration, reports } = manifest;
  const sent = answeredBy(db, answers_to, scope);
  if (!sent || sent.calibration_id !== calibration.calibration_id)
    throw invalid({ package: reason('package_unknown') });
  const { calibration_id, user_id } = sent;
  const { status } = ledRound(db, { id: calibration_id, scope });
  if (outsideEvaluator(db, calibration_id, user_id)?.fingerprint !== fingerprint)
    throw invalid({ package: reason('package_signature') });
  if (hasFinished(db, calibration_id, user_id)) throw new Refusal('Conflict', reason('package_merged'));
  if (status === 'ended') throw new Refusal('Conflict', reason('calibration_ended'));
  completeReports(db, { calibration_id, user_id, reports, scope }, by);
  const details = { kind: 'result', calibration_id, user_id, sender: fingerprint };
  audit(db, by, { action: 'create', resource: 'package', resource_id: package_id, details });
  return calibration_id;
});

const hasFinished = (db: Connection, calibration_id: string, user_id: string): boolean =>
  db
    .prepare<object>(`
      SELECT 1 FROM evaluation_reports
      WHERE calibration_id = @calibration_id AND evaluator_user_id = @user_id AND status = 'completed' LIMIT 1`)
    .get({ calibration_id, user_id }) !== undefined;
