import type {
  Calibration,
  ChangedCalibration,
  calibrationApi,
  ListedCalibration,
  NewCalibration,
} from '@shared/contract/calibrations';
import type { CalibrationEvent } from '@shared/contract/events';
import { fold } from '@shared/fold';
import { holds } from '@shared/permissions';
import { type Reason, reason } from '@shared/reasons/reasons';
import {
  auditChanged,
  auditCreated,
  auditDeleted,
  type Insert,
  type Remove,
  type Update,
} from '../../../access/changes';
import { followed } from '../../../access/followed';
import { list, type Reader, type Single } from '../../../access/list';
import { calibrationsInScope, reachesAllOf, type Scope } from '../../../access/scope';
import { found, invalid, isRefusal, Refusal } from '../../../refusal';
import { Announcer } from '../../../store/announce';
import type { By } from '../../../store/audit';
import type { Connection } from '../../../store/connection';
import { contains, isoTime, jsonList, jsonObject, storedJson, valuesOf } from '../../../store/fragments';
import { keptBy } from '../../../store/hooks';
import { change, query } from '../../../store/query';
import { insertRecord, mustMatchVersion, named, updateRecord } from '../../../store/record';
import { columnsOf, type Fields, integer, text } from '../../../store/sql';
import { readPublicKey } from '../../../vault/key-text';
import { fingerprintOf } from '../../../vault/key-tree';
import { callInScope, removeCall } from '../../calls/calls';
import { userHooks } from '../../people/users';
import {
  auditAssigned,
  cancelOpen,
  checkedParts,
  completedHook,
  derivedId,
  type Parts,
  removeCalibrationReports,
  storeReports,
} from '../evaluation';
import { notify, removeNotices } from '../notices';

for (const [table, column] of [
  ['calibrations', 'leader_user_id'],
  ['calibrations', 'baseline_user_id'],
  ['calibration_evaluators', 'user_id'],
  ['calibration_answers', 'user_id'],
] as const) {
  userHooks.removing.add(keptBy({ table, column, why: reason('user_in_calibrations') }));
}

const maxOpen = 1_000;

/** SQL: the leader of the calibration `k` scores in it, too. */
const leaderScores = `(k.baseline_user_id IS NOT DISTINCT FROM k.leader_user_id OR EXISTS (
  SELECT 1 FROM calibration_evaluators l
  WHERE l.calibration_id = k.calibration_id AND l.user_id = k.leader_user_id))`;
/** SQL: the caller may see how far the evaluator `v` of the calibration `k` is. */
const seesProgress = `(k.status = 'ended' OR v.user_id = @scope_self
  OR (k.leader_user_id = @scope_self AND NOT ${leaderScores}))`;

const evaluators = jsonList<ListedCalibration['evaluators'][number]>(
  {
    user_id: 'v.user_id',
    name: 'u.name',
    is_outside: "CASE WHEN v.fingerprint IS NULL THEN json('false') ELSE json('true') END",
    fingerprint: 'v.fingerprint',
    finished: `CASE WHEN ${seesProgress} THEN (
      SELECT count(*) FROM evaluation_reports e WHERE e.calibration_id = k.calibration_id
        AND e.evaluator_user_id = v.user_id AND e.status = 'completed') END`,
  },
  'calibration_evaluators v JOIN users u USING (user_id) WHERE v.calibration_id = k.calibration_id',
  'v.place',
);

const listed: Fields<ListedCalibration> = {
  ...columnsOf('k', ['calibration_id', 'tenant_id', 'name', 'description', 'status', 'form_id', 'form_revision']),
  ...columnsOf('k', ['leader_user_id', 'baseline_user_id']),
  form_name: `(SELECT r.name FROM evaluation_form_revisions r
    WHERE r.form_id = k.form_id AND r.revision = k.form_revision)`,
  leader_name: '(SELECT u.name FROM users u WHERE u.user_id = k.leader_user_id)',
  deadline: isoTime('k.deadline'),
  created_at: isoTime('k.created_at'),
  ended_at: isoTime('k.ended_at'),
  origin: storedJson('k.origin'),
  count_calls: '(SELECT count(*) FROM calibration_calls c WHERE c.calibration_id = k.calibration_id)',
  evaluators,
};

const calls = jsonList<Calibration['calls'][number]>(
  {
    ...columnsOf('c', ['call_id', 'agent_user_id']),
    agent_name: '(SELECT u.name FROM users u WHERE u.user_id = c.agent_user_id)',
    setup_time: isoTime('c.call_time'),
    report_id: `(SELECT e.report_id FROM evaluation_reports e WHERE e.calibration_id = k.calibration_id
      AND e.call_id = c.call_id AND e.evaluator_user_id = @scope_self)`,
  },
  'calibration_calls c WHERE c.calibration_id = k.calibration_id',
  'c.place',
);

const inScope = (scope: Scope) => calibrationsInScope(scope, 'k');

/** Rounds, newest first. */
export const calibrationList = list<typeof calibrationApi.list>('/api/v2/calibrations.json', {
  from: 'calibrations k',
  record: listed,
  key: [integer('k.created_at'), text('k.calibration_id')],
  descending: () => true,
  scope: inScope,
  filters: {
    status: (status, { bind }) => `k.status = ${bind(status)}`,
    search_term: (term, { bind }) => contains('k.name_folded', bind(fold(term))),
  },
  id: 'k.calibration_id',
  named: { as: 'calibration', by: 'k.name' },
});

/** Rounds with their calls. */
export const wholeCalibrations: Reader = {
  one: query('calibrations.one', (db, { id, scope, zone }: Parameters<Reader['one']['run']>[1]) =>
    db
      .prepare<Record<string, string>, Single>(`
        SELECT ${jsonObject<Calibration>({ ...listed, calls })} AS json, k.updated_at AS version
        FROM calibrations k WHERE k.calibration_id = @id AND ${inScope(scope)}`)
      .get({ ...scope.params, id, zone }),
  ),
};

/** The changes of rounds. */
export const calibrationChanges = new Announcer<Pick<CalibrationEvent, 'change'>>('calibration', {
  replaces: ({ change }) => change !== 'changed',
});

/** The rounds among these that the caller reaches. */
export const selectReachedRounds = query(
  'calibrations.reached',
  (db, { ids, scope }: { ids: readonly string[]; scope: Scope }): Set<string> => {
    const reached = db
      .prepare<Record<string, string>, { calibration_id: string }>(`
        SELECT k.calibration_id FROM calibrations k
        WHERE k.calibration_id IN ${valuesOf('@ids', 'text')} AND ${inScope(scope)}`)
      .all({ ...scope.params, ids: JSON.stringify(ids) });
    return new Set(reached.map(({ calibration_id }) => calibration_id));
  },
);

followed(calibrationChanges, (db, rounds, { permissions, scope }) => {
  if (!holds(permissions, 'evaluation_reports:view')) return [];
  const reached = selectReachedRounds.run(db, { ids: rounds.map(({ id }) => id), scope });
  return rounds
    .filter(({ id }) => reached.has(id))
    .map(({ id, change }) => ({ id, data: { calibration_id: id, change } satisfies CalibrationEvent }));
});

/** A round as it is stored. */
export type Round = {
  calibration_id: string;
  tenant_id: string;
  name: string;
  status: 'open' | 'ended';
  form_id: string;
  form_revision: number;
  leader_user_id: string;
  baseline_user_id: string | null;
  /** JSON; of a round from another machine. */
  origin: string | null;
};

/** A round in the caller's scope. Refused with NotFound. */
export const roundInScope = (db: Connection, calibration_id: string, scope: Scope): Round =>
  found(
    db
      .prepare<Record<string, string>, Round>(`
        SELECT k.calibration_id, k.tenant_id, k.name, k.status, k.form_id, k.form_revision, k.leader_user_id,
          k.baseline_user_id, k.origin
        FROM calibrations k WHERE k.calibration_id = @calibration_id AND ${inScope(scope)}`)
      .get({ ...scope.params, calibration_id }),
  );

/** Refuses everybody but the leader and those who reach the tenant with PermissionError. */
function mustChange({ leader_user_id, tenant_id }: Round, scope: Scope): void {
  if (leader_user_id !== scope.params.scope_user && !(scope.calibrates && reachesAllOf(scope, tenant_id)))
    throw new Refusal('PermissionError', reason('calibration_not_yours'));
}

const target = (id: string, scope: Scope) => ({
  list: { ...wholeCalibrations, areHeld: undefined },
  resource: 'calibration' as const,
  id,
  scope,
});

/** The ids of the calls among these that have audio. */
const withAudio = (db: Connection, ids: readonly string[]): Set<string> =>
  new Set(
    db
      .prepare<object, { call_id: string }>(`
        SELECT c.call_id FROM calls c WHERE c.call_id IN ${valuesOf('@ids', 'text')}
          AND EXISTS (SELECT 1 FROM call_files f WHERE f.call_pk = c.call_pk)`)
      .all({ ids: JSON.stringify(ids) })
      .map(({ call_id }) => call_id),
  );

/** What is wrong with the people and calls of a new round, besides what each evaluation of it needs. */
function faultsOf(db: Connection, { calls, evaluators, baseline_user_id }: NewCalibration): Record<string, Reason> {
  const faults: Record<string, Reason> = {};
  const ids = calls.map(({ call_id }) => call_id);
  const heard = withAudio(db, ids);
  for (const [i, call_id] of ids.entries()) {
    if (ids.indexOf(call_id) < i) faults[`calls.${i}.call_id`] = reason('given_twice');
    else if (!heard.has(call_id)) faults[`calls.${i}.call_id`] = reason('call_without_audio');
  }
  const people = evaluators.map(({ user_id }) => user_id);
  for (const [i, user_id] of people.entries()) {
    if (people.indexOf(user_id) < i) faults[`evaluators.${i}.user_id`] = reason('given_twice');
  }
  if (baseline_user_id !== null && people.includes(baseline_user_id)) faults.baseline_user_id = reason('given_twice');
  return faults;
}

/** The evaluators with the keys of those on another machine, as they are stored. Refused with InvalidRecord at a key. */
function withKeys(evaluators: NewCalibration['evaluators']): Evaluator[] {
  return evaluators.map(({ user_id, public_key: text }, place) => {
    if (text === undefined) return { user_id, public_key: null, fingerprint: null };
    try {
      const key = readPublicKey(text);
      const public_key = key.export({ type: 'spki', format: 'der' });
      return { user_id, public_key, fingerprint: fingerprintOf(public_key) };
    } catch (cause) {
      if (!isRefusal(cause)) throw cause;
      throw invalid({ [`evaluators.${place}.public_key`]: Object.values(cause.details)[0] ?? cause.reason });
    }
  });
}

/** Runs a check of an evaluation, and reports a fault of its evaluator at a field. */
function atField<T>(field: string, run: () => T): T {
  try {
    return run();
  } catch (cause) {
    if (!(cause instanceof Refusal) || !('evaluator_user_id' in cause.details)) throw cause;
    const { evaluator_user_id, ...others } = cause.details;
    throw new Refusal(cause.code, cause.reason, { ...others, [field]: evaluator_user_id as Reason });
  }
}

/** Stores and audits a round with an evaluation of each call by each of its people. Refused with InvalidRecord by field, or Conflict. */
export const insertCalibration = change(
  'calibrations.insert',
  (db, { id, record, scope }: Insert<NewCalibration>, by): void => {
    const { form_id, calls, baseline_user_id, ...terms } = record;
    const evaluators = withKeys(record.evaluators);
    const people = [
      ...evaluators.map(({ user_id }) => user_id),
      ...(baseline_user_id === null ? [] : [baseline_user_id]),
    ];
    const faults = faultsOf(db, record);
    const parts = people.map((evaluator_user_id, place) => {
      const field = place < evaluators.length ? `evaluators.${place}.user_id` : 'baseline_user_id';
      const about = { form_id, evaluator_user_id, calls };
      return atField(field, () => checkedParts(db, about, scope, (call) => `calls.${call}.`));
    });
    if (Object.keys(faults).length > 0) throw invalid(faults);
    storeRound(db, { ...terms, id, baseline_user_id, evaluators, parts, scope }, by);
  },
);

type Evaluator = { user_id: string; public_key: Uint8Array | null; fingerprint: string | null };
type NewRound = Pick<NewCalibration, 'name' | 'description' | 'deadline' | 'baseline_user_id'> & {
  id: string;
  evaluators: readonly Evaluator[];
  /** The evaluations of each person. */
  parts: readonly Parts[];
  origin?: ListedCalibration['origin'];
  scope: Scope;
};

/** Stores and audits a round, which the caller leads, and the evaluations of its people. Refused with Conflict. */
export function storeRound(db: Connection, round: NewRound, by: By): void {
  const { id, name, description, deadline = null, baseline_user_id, evaluators, parts, origin = null, scope } = round;
  const [first] = parts;
  if (!first) return;
  const { form } = first;
  const { tenant_id, form_id } = form;
  mustHaveRoom(db, tenant_id);
  const leader_user_id = scope.params.scope_user;
  const which = { calibration_id: id, tenant_id, form_id, form_revision: form.revision, leader_user_id };
  const terms = { ...named(name), description, baseline_user_id, deadline, origin: origin && JSON.stringify(origin) };
  insertRecord(db, 'calibrations', { ...which, ...terms }, by);
  const person = db.prepare<object>(`
    INSERT INTO calibration_evaluators (calibration_id, place, user_id, public_key, fingerprint)
    VALUES (@id, @place, @user_id, @public_key, @fingerprint)`);
  for (const [place, evaluator] of evaluators.entries()) person.run({ ...evaluator, id, place });
  const call = db.prepare<object>(`
    INSERT INTO calibration_calls (calibration_id, place, call_id, agent_user_id, call_time)
    VALUES (@id, @place, @call_id, @agent_user_id, @setup_time)`);
  for (const [place, { call_id, agent_user_id, setup_time }] of first.calls.entries())
    call.run({ id, place, call_id, agent_user_id, setup_time });
  const hidden = { agent_can_view: false, agent_can_dispute: false, agent_review_mandatory: false };
  for (const [of, one] of parts.entries()) {
    const ids = one.calls.map((_, place) => derivedId(id, of, place));
    storeReports(db, one, ids, { title: name, evaluation_deadline: deadline, calibration_id: id, ...hidden }, by);
    auditAssigned(db, by, ids);
  }
  auditCreated(db, by, target(id, scope));
  calibrationChanges.announce(db, id, { change: 'created' });
}

function mustHaveRoom(db: Connection, tenant_id: string): void {
  const open = db
    .prepare<object, { n: number }>(
      "SELECT count(*) AS n FROM calibrations WHERE tenant_id = @tenant_id AND status = 'open'",
    )
    .get({ tenant_id });
  if ((open?.n ?? 0) >= maxOpen) throw new Refusal('Conflict', reason('too_many_calibrations', { most: maxOpen }));
}

/** Changes and audits a round, or ends it. Refused with NotFound, Stale, PermissionError, or Conflict once it has ended. */
export const changeCalibration = change(
  'calibrations.change',
  (db, { id, record, versions, scope }: Update<ChangedCalibration>, by): void => {
    const round = roundInScope(db, id, scope);
    mustChange(round, scope);
    const { name, description, deadline, status } = record;
    if (round.status === 'ended')
      throw new Refusal('Conflict', reason(status === 'open' ? 'calibration_never_open' : 'calibration_ended'));
    auditChanged(db, by, target(id, scope), () => {
      const isEnding = status === 'ended';
      const columns = {
        ...(name !== undefined && named(name)),
        description,
        deadline,
        ...(isEnding && { status, ended_at: by.at }),
      };
      updateRecord(db, 'calibrations', { id: { calibration_id: id }, versions }, columns, by);
      if (isEnding) {
        cancelOpen(db, 'calibration_id', id, by);
        tellEnded(db, id, by);
      }
    });
    calibrationChanges.announce(db, id, { change: 'changed' });
  },
);

// A round ends by itself once everybody has finished.
completedHook.add((db, { calibration_id }, by) => {
  if (calibration_id !== null) endIfFinished(db, calibration_id, by);
  return undefined;
});

function endIfFinished(db: Connection, calibration_id: string, by: By): void {
  const open = `SELECT 1 FROM evaluation_reports e
    WHERE e.calibration_id = k.calibration_id AND e.status IN ('assigned', 'in_progress')`;
  const ended = db
    .prepare<object>(`
      SELECT 1 FROM calibrations k
      WHERE k.calibration_id = @calibration_id AND k.status = 'open' AND NOT EXISTS (${open})`)
    .get({ calibration_id });
  if (!ended) return;
  const which = { id: { calibration_id }, versions: undefined };
  updateRecord(db, 'calibrations', which, { status: 'ended', ended_at: by.at }, by);
  tellEnded(db, calibration_id, by);
  calibrationChanges.announce(db, calibration_id, { change: 'changed' });
}

/** Tells the people of a round that it has ended. */
function tellEnded(db: Connection, calibration_id: string, by: By): void {
  const people = db
    .prepare<object, { user_id: string | null }>(`
      SELECT k.leader_user_id AS user_id FROM calibrations k WHERE k.calibration_id = @calibration_id
      UNION SELECT k.baseline_user_id FROM calibrations k WHERE k.calibration_id = @calibration_id
      UNION SELECT v.user_id FROM calibration_evaluators v WHERE v.calibration_id = @calibration_id`)
    .all({ calibration_id });
  for (const { user_id } of people)
    if (user_id !== null) notify(db, by, { user_id, kind: 'calibration_ended', calibration_id });
}

/** Removes and audits the calls of a round that the caller reaches. Refused with Conflict under legal hold. */
function removeCallsOf(db: Connection, { id, ...asking }: Remove, by: By): void {
  const calls = db
    .prepare<object, { call_id: string }>('SELECT call_id FROM calibration_calls WHERE calibration_id = @id')
    .all({ id });
  for (const { call_id } of calls)
    if (callInScope(db, call_id, asking.scope))
      removeCall.change(db, { ...asking, id: call_id, versions: undefined }, by);
}

type Removing = Remove & { with_calls: boolean };

/**
 * Deletes and audits a round with its evaluations, and removes its calls if that is wanted. Refused with NotFound, Stale,
 * PermissionError, or Conflict when one of these calls is under legal hold.
 */
export const removeCalibration = change('calibrations.remove', (db, { with_calls, ...asked }: Removing, by): void => {
  const { id, versions, scope } = asked;
  mustChange(roundInScope(db, id, scope), scope);
  if (with_calls) removeCallsOf(db, asked, by);
  auditDeleted(db, by, target(id, scope), () => {
    const which = { calibration_id: id };
    mustMatchVersion(db, 'calibrations', { id: which, versions });
    // Those of a round that never ended stay withheld in the audit log.
    db.prepare<typeof which>(`
      INSERT INTO withheld_reports (report_id) SELECT e.report_id FROM evaluation_reports e
      JOIN calibrations k USING (calibration_id) WHERE k.calibration_id = @calibration_id AND k.status = 'open'`).run(
      which,
    );
    removeCalibrationReports(db, id);
    removeNotices(db, 'calibration_id', id);
    db.prepare<typeof which>('DELETE FROM calibrations WHERE calibration_id = @calibration_id').run(which);
    return {};
  });
  calibrationChanges.announce(db, id, { change: 'removed' });
});
