import type {
  AgreedAnswer,
  CalibrationComment,
  CalibrationResults,
  ComparedCall,
  Guidance,
  listCalibrationComments,
  NewCalibrationComment,
} from '@shared/contract/calibrations';
import type { Answer } from '@shared/evaluation/conditions';
import { hundredthsOf, pointsOf } from '@shared/evaluation/points';
import { chosenOf, scoreForm } from '@shared/evaluation/scores';
import { reason } from '@shared/reasons/reasons';
import { list } from '../../../access/list';
import { inTenants, type Scope } from '../../../access/scope';
import { found, invalid, Refusal } from '../../../refusal';
import { roundedTo } from '../../../statistics';
import { audit } from '../../../store/audit';
import type { Connection } from '../../../store/connection';
import { flag, isoTime, jsonList, jsonObject, storedJson } from '../../../store/fragments';
import { change, query } from '../../../store/query';
import { columnsOf, integer, text } from '../../../store/sql';
import { type FormSectionQuestions, faultsOf, formQuestionsOf } from '../evaluation';
import { agreementOf, type Rating } from './agreement';
import { type Round, roundInScope } from './queries';

const maxComments = 2_000;

type Asked = { id: string; scope: Scope };

/** A round that has ended. Refused with NotFound, or PermissionError while it is open, or if it is from another machine. */
function ended(db: Connection, { id, scope }: Asked): Round {
  const round = roundInScope(db, id, scope);
  if (round.status === 'open') throw new Refusal('PermissionError', reason('calibration_open'));
  if (round.origin !== null) throw new Refusal('PermissionError', reason('calibration_elsewhere'));
  return round;
}

type Person = { user_id: string; name: string; is_baseline: boolean };

/** The evaluators of a round in their order, the baseline last. */
function peopleOf(db: Connection, { calibration_id }: Round): Person[] {
  const rows = db
    .prepare<object, { user_id: string; name: string; place: number | null }>(`
      SELECT v.user_id, u.name, v.place FROM calibration_evaluators v JOIN users u USING (user_id)
      WHERE v.calibration_id = @calibration_id
      UNION ALL
      SELECT k.baseline_user_id, u.name, NULL FROM calibrations k JOIN users u ON u.user_id = k.baseline_user_id
      WHERE k.calibration_id = @calibration_id`)
    .all({ calibration_id });
  const order = ({ place }: (typeof rows)[number]) => place ?? Number.POSITIVE_INFINITY;
  return rows
    .sort((one, other) => order(one) - order(other))
    .map(({ user_id, name, place }) => ({ user_id, name, is_baseline: place === null }));
}

const callsOf = (db: Connection, { calibration_id }: Round): string[] =>
  db
    .prepare<object, { call_id: string }>(
      'SELECT call_id FROM calibration_calls WHERE calibration_id = @calibration_id ORDER BY place',
    )
    .all({ calibration_id })
    .map(({ call_id }) => call_id);

type Given = {
  call_id: string;
  user_id: string;
  form_question_id: string;
  answer: Answer;
  na: boolean;
  hidden: boolean;
  hundredths: number | null;
  comment: string;
  position: number | null;
};
type Row = Omit<Given, 'answer' | 'na' | 'hidden'> & { answer: string | null; na: 0 | 1; hidden: 0 | 1 };

/** The answers of the completed evaluations of a round, of one call or of all. */
function answersOf(db: Connection, { calibration_id }: Round, call_id: string | null): Given[] {
  const rows = db
    .prepare<object, Row>(`
      SELECT e.call_id, e.evaluator_user_id AS user_id, a.form_question_id, a.answer, a.na, a.hidden, a.hundredths,
        a.comment, a.position
      FROM evaluation_reports e JOIN evaluation_report_questions a USING (report_id)
      WHERE e.calibration_id = @calibration_id AND e.status = 'completed'
        AND (CAST(@call_id AS TEXT) IS NULL OR e.call_id = @call_id)`)
    .all({ calibration_id, call_id });
  return rows.map((row) => ({
    ...row,
    answer: row.answer === null ? null : JSON.parse(row.answer),
    na: row.na === 1,
    hidden: row.hidden === 1,
  }));
}

type Question = FormSectionQuestions['questions'][number];
const questionsOf = (db: Connection, round: Round): Question[] =>
  formQuestionsOf(db, round).flatMap(({ questions }) => questions);

/** An answer as α compares it. */
function ratingOf({ is_scored }: Question, { answer, na, hundredths }: Given): Rating {
  if (na) return { na };
  return is_scored ? { na, points: pointsOf(hundredths ?? 0) } : { na, label: JSON.stringify(answer) };
}

/** Whether answers are the same; null for a text, and for fewer than two. */
const areAlike = ({ type }: Question, answers: readonly Given[]): boolean | null =>
  type === 'text' || answers.length < 2
    ? null
    : new Set(answers.map(({ answer, na }) => JSON.stringify(na ? 'na' : [answer]))).size === 1;

const keyOf = (call_id: string, form_question_id: string) => `${call_id} ${form_question_id}`;

/** Answers by call and question. */
function byPlace(answers: readonly Given[]): Map<string, Given[]> {
  const places = new Map<string, Given[]>();
  for (const one of answers) {
    const key = keyOf(one.call_id, one.form_question_id);
    const known = places.get(key);
    if (known) known.push(one);
    else places.set(key, [one]);
  }
  return places;
}

type Scored = { call_id: string; user_id: string; score: number | null; is_passed: 0 | 1 | null };

/** How far the evaluators of an ended round agree. Refused with NotFound, or PermissionError while it is open. */
export const selectResults = query('calibrations.results', (db, asked: Asked): CalibrationResults => {
  const round = ended(db, asked);
  const { calibration_id } = round;
  const people = peopleOf(db, round);
  const baseline = people.find(({ is_baseline }) => is_baseline)?.user_id;
  const calls = callsOf(db, round);
  const questions = questionsOf(db, round).filter(({ type }) => type !== 'text');
  const places = byPlace(answersOf(db, round, null));
  const given = (call_id: string, { form_question_id }: Question, of: (user_id: string) => boolean) =>
    (places.get(keyOf(call_id, form_question_id)) ?? []).filter(({ user_id }) => of(user_id));
  const isOwn = (user_id: string) => user_id !== baseline;
  const ratedBy = (of: (user_id: string) => boolean) =>
    questions.map((question) => ({
      max_points: question.max_points,
      units: calls.map((call_id) => given(call_id, question, of).map((one) => ratingOf(question, one))),
    }));
  const rated = ratedBy(isOwn);
  const alike = new Map(
    calls.flatMap((call_id) =>
      questions.map((question) => [
        keyOf(call_id, question.form_question_id),
        areAlike(question, given(call_id, question, isOwn)),
      ]),
    ),
  );
  const counted = (keys: readonly string[]) => {
    const known = keys.flatMap((key) => alike.get(key) ?? []);
    return { alike: known.filter((is) => is).length, answers: known.length };
  };
  const scores = db
    .prepare<object, Scored>(`
      SELECT call_id, evaluator_user_id AS user_id, score, is_passed FROM evaluation_reports
      WHERE calibration_id = @calibration_id AND status = 'completed'`)
    .all({ calibration_id });
  const scoreOf = (call_id: string, user_id: string) =>
    scores.find((one) => one.call_id === call_id && one.user_id === user_id)?.score ?? null;
  const agreed = agreedScores(db, round);
  const everywhere = calls.flatMap((call_id) => questions.map((one) => keyOf(call_id, one.form_question_id)));
  return {
    agreement: { ...agreementOf(rated), ...counted(everywhere) },
    questions: questions.map((question, at) => ({
      form_question_id: question.form_question_id,
      title: question.title,
      type: question.type,
      ...agreementOf(rated.slice(at, at + 1)),
      ...counted(calls.map((call_id) => keyOf(call_id, question.form_question_id))),
    })),
    evaluators: people.map(({ user_id, name, is_baseline }) => ({
      user_id,
      name,
      is_baseline,
      score_difference: is_baseline ? null : differenceOf(user_id),
      alpha_baseline:
        is_baseline || baseline === undefined
          ? null
          : agreementOf(ratedBy((one) => one === user_id || one === baseline)).alpha,
    })),
    calls: calls.map((call_id) => {
      const own = people.flatMap(({ user_id }) =>
        scores.filter((one) => one.call_id === call_id && one.user_id === user_id),
      );
      const known = own.filter(({ user_id }) => isOwn(user_id)).flatMap(({ score }) => score ?? []);
      return {
        call_id,
        ...counted(questions.map((one) => keyOf(call_id, one.form_question_id))),
        score_spread: known.length < 2 ? null : Math.max(...known) - Math.min(...known),
        agreed_score: agreed.get(call_id) ?? null,
        scores: own.map(({ user_id, score, is_passed }) => ({
          user_id,
          score,
          is_passed: is_passed === null ? null : is_passed === 1,
        })),
      };
    }),
  };

  /** The mean over calls of a score less that of the baseline, otherwise less the mean of the others. */
  function differenceOf(user_id: string): number | null {
    const others = people.filter((one) => (baseline === undefined ? one.user_id !== user_id : one.is_baseline));
    const differences = calls.flatMap((call_id) => {
      const own = scoreOf(call_id, user_id);
      const theirs = others.flatMap((one) => scoreOf(call_id, one.user_id) ?? []);
      if (own === null || theirs.length === 0) return [];
      return own - theirs.reduce((sum, one) => sum + one, 0) / theirs.length;
    });
    if (differences.length === 0) return null;
    return roundedTo(differences.reduce((sum, one) => sum + one, 0) / differences.length, 2);
  }
});

type StoredAgreement = { call_id: string; form_question_id: string; answer: string | null; na: 0 | 1 };

/** The scores of the agreed answers, of calls where none is missing. */
function agreedScores(db: Connection, round: Round): Map<string, number | null> {
  const { calibration_id } = round;
  const rows = db
    .prepare<object, StoredAgreement>(`
      SELECT call_id, form_question_id, answer, na FROM calibration_answers
      WHERE calibration_id = @calibration_id`)
    .all({ calibration_id });
  const stored = new Map(rows.map((row) => [keyOf(row.call_id, row.form_question_id), row]));
  const sections = formQuestionsOf(db, round);
  const scored = new Map<string, number | null>();
  for (const call_id of new Set(rows.map((row) => row.call_id))) {
    const answered = sections.map(({ weight, questions }) => ({
      weight,
      questions: questions.map((question) => {
        const agreed = stored.get(keyOf(call_id, question.form_question_id));
        const answer: Answer = agreed?.answer == null ? null : JSON.parse(agreed.answer);
        return { ...question, answer, na: agreed?.na === 1 };
      }),
    }));
    const form = scoreForm(answered);
    const isMissing = answered.some(({ questions }, i) =>
      questions.some(
        ({ type, answer, na }, j) => type !== 'text' && !form.sections[i]?.hidden[j] && !na && answer === null,
      ),
    );
    if (!isMissing) scored.set(call_id, form.score);
  }
  return scored;
}

const agreedFields = {
  answer: storedJson('g.answer'),
  na: flag('g.na'),
  note: 'g.note',
  as_guidance: flag('g.as_guidance'),
  user_id: 'g.user_id',
  at: isoTime('g.at'),
};
type Agreed = NonNullable<ComparedCall['questions'][number]['agreed']>;

/** The answers of all to one call of an ended round. Refused with NotFound, or PermissionError while it is open. */
export const selectCall = query(
  'calibrations.call',
  (db, { call_id, zone, ...asked }: Asked & { call_id: string; zone: string }): ComparedCall => {
    const round = ended(db, asked);
    const { calibration_id } = round;
    if (!callsOf(db, round).includes(call_id)) throw found(undefined);
    const people = peopleOf(db, round);
    const places = byPlace(answersOf(db, round, call_id));
    const agreements = db
      .prepare<object, { form_question_id: string; json: string }>(`
        SELECT g.form_question_id, ${jsonObject<Agreed>(agreedFields)} AS json FROM calibration_answers g
        WHERE g.calibration_id = @calibration_id AND g.call_id = @call_id`)
      .all({ calibration_id, call_id, zone });
    const agreed = new Map(agreements.map(({ form_question_id, json }) => [form_question_id, JSON.parse(json)]));
    return {
      call_id,
      questions: questionsOf(db, round).map((question) => {
        const { form_question_id, title, type, max_points } = question;
        const all = places.get(keyOf(call_id, form_question_id)) ?? [];
        const answers = people.flatMap(({ user_id, is_baseline }) =>
          all
            .filter((one) => one.user_id === user_id)
            .map(({ answer, na, hidden, hundredths, comment, position }) => ({
              user_id,
              is_baseline,
              answer,
              na,
              hidden,
              points: hundredths === null ? null : pointsOf(hundredths),
              comment,
              position,
              fails: failsOf(question, answer, na),
            })),
        );
        const own = answers.filter(({ is_baseline }) => !is_baseline);
        return {
          form_question_id,
          title,
          type,
          max_points,
          is_alike: areAlike(
            question,
            all.filter(({ user_id }) => own.some((one) => one.user_id === user_id)),
          ),
          spread: spreadOf(question, own),
          is_critical: new Set(own.map(({ fails }) => fails)).size > 1,
          agreed: agreed.get(form_question_id) ?? null,
          answers,
        };
      }),
    };
  },
);

function failsOf({ options }: Question, answer: Answer, na: boolean): 'form' | 'section' | null {
  const chosen = chosenOf({ options: [...options], answer, na });
  if (chosen.some(({ fails_form }) => fails_form)) return 'form';
  return chosen.some(({ fails_section }) => fails_section) ? 'section' : null;
}

/** How far answers are apart, in percent of the most points, of those that are not N/A. */
function spreadOf({ type, is_scored, max_points }: Question, answers: readonly { points: number | null }[]) {
  if (type === 'text' || !is_scored) return null;
  const points = answers.flatMap((one) => (one.points === null ? [] : (hundredthsOf(one.points) ?? 0)));
  if (points.length < 2) return null;
  return roundedTo((Math.max(...points) - Math.min(...points)) / max_points, 1);
}

type Agreeing = Asked & { call_id: string; form_question_id: string; agreed: AgreedAnswer };

/** Several choices are kept in the order of the form. */
const inOrder = (answer: Answer, { options }: Pick<Question, 'options'>): Answer =>
  Array.isArray(answer) ? options.flatMap(({ label }) => (answer.includes(label) ? [label] : [])) : answer;

/** Stores and audits what the evaluators agree on. Refused with NotFound, PermissionError, Conflict, or InvalidRecord by field. */
export const storeAgreement = change(
  'calibrations.agree',
  (db, { call_id, form_question_id, agreed, ...asked }: Agreeing, by): void => {
    const round = roundInScope(db, asked.id, asked.scope);
    if (round.leader_user_id !== asked.scope.params.scope_user)
      throw new Refusal('PermissionError', reason('calibration_leader_only'));
    if (round.status === 'open') throw new Refusal('Conflict', reason('calibration_open'));
    if (!callsOf(db, round).includes(call_id)) throw found(undefined);
    const question = found(questionsOf(db, round).find((one) => one.form_question_id === form_question_id));
    const { answer, na, note, as_guidance } = agreed;
    const faults = faultsOf({ ...question, options: [...question.options] }, { answer, na }, false);
    if (Object.keys(faults).length > 0) throw invalid(faults);
    const { calibration_id } = round;
    db.prepare<object>(`
      INSERT INTO calibration_answers (calibration_id, call_id, form_question_id, answer, na, note, as_guidance, user_id, at)
      VALUES (@calibration_id, @call_id, @form_question_id, @answer, @na, @note, @as_guidance, @user_id, @at)
      ON CONFLICT (calibration_id, call_id, form_question_id) DO UPDATE SET answer = excluded.answer, na = excluded.na,
        note = excluded.note, as_guidance = excluded.as_guidance, user_id = excluded.user_id, at = excluded.at`).run({
      calibration_id,
      call_id,
      form_question_id,
      answer: answer === null ? null : JSON.stringify(inOrder(answer, question)),
      na: Number(na),
      note,
      as_guidance: Number(as_guidance),
      user_id: asked.scope.params.scope_user,
      at: by.at,
    });
    const details = { agreed: { call_id, form_question_id, ...agreed } };
    audit(db, by, { action: 'update', resource: 'calibration', resource_id: calibration_id, details });
  },
);

/** What rounds agreed on about the questions of a form in scope, newest first. Refused with NotFound. */
export const selectGuidance = query(
  'calibrations.guidance',
  (db, { form_id, scope, zone }: { form_id: string; scope: Scope; zone: string }): Guidance[] => {
    const form = db
      .prepare<Record<string, string>>(
        `SELECT 1 FROM evaluation_forms f WHERE f.form_id = @form_id AND ${inTenants(scope, 'f')}`,
      )
      .get({ ...scope.params, form_id });
    found(form);
    const fields = {
      ...columnsOf('g', ['form_question_id', 'note', 'calibration_id']),
      answer: storedJson('g.answer'),
      na: flag('g.na'),
      calibration_name: 'k.name',
      at: isoTime('g.at'),
    };
    const row = db
      .prepare<object, { json: string }>(`
        SELECT ${jsonList<Guidance>(
          fields,
          `calibration_answers g JOIN calibrations k USING (calibration_id)
            WHERE k.form_id = @form_id AND g.as_guidance = 1`,
          'g.at DESC, g.calibration_id, g.call_id, g.form_question_id',
        )} AS json`)
      .get({ form_id, zone });
    return JSON.parse(row?.json ?? '[]');
  },
);

/** The comments of an ended round, oldest first. */
export const commentList = list<typeof listCalibrationComments>('/api/v2/calibrations/:calibration_id/comments.json', {
  from: 'calibration_comments m',
  record: {
    ...columnsOf('m', ['comment_id', 'call_id', 'form_question_id', 'text', 'user_id']),
    user_name: '(SELECT u.name FROM users u WHERE u.user_id = m.user_id)',
    created_at: isoTime('m.created_at'),
  },
  key: [integer('m.created_at'), text('m.comment_id')],
  scope: () => 'TRUE',
  filters: { calibration_id: (id, { bind }) => `m.calibration_id = ${bind(id)}` },
  id: 'm.comment_id',
});

/** Refuses an open round with PermissionError, and one out of reach with NotFound. */
export const mustHaveEnded = query('calibrations.must-have-ended', (db, asked: Asked): void => void ended(db, asked));

type Commenting = Asked & { comment_id: string; comment: NewCalibrationComment; zone: string };

/** Stores a comment on an ended round, and returns it. Refused with NotFound, PermissionError, Conflict, or InvalidRecord by field. */
export const insertComment = change(
  'calibrations.comment',
  (db, { comment_id, comment, zone, ...asked }: Commenting, by): CalibrationComment => {
    const round = ended(db, asked);
    const { calibration_id } = round;
    const { call_id, form_question_id, text: said } = comment;
    if (!callsOf(db, round).includes(call_id)) throw invalid({ call_id: reason('not_in_calibration') });
    if (form_question_id !== null && !questionsOf(db, round).some((one) => one.form_question_id === form_question_id))
      throw invalid({ form_question_id: reason('not_of_this_form') });
    const known = db
      .prepare<object, { n: number }>(
        'SELECT count(*) AS n FROM calibration_comments WHERE calibration_id = @calibration_id',
      )
      .get({ calibration_id });
    if ((known?.n ?? 0) >= maxComments)
      throw new Refusal('Conflict', reason('too_many_comments', { most: maxComments }));
    db.prepare<object>(`
      INSERT INTO calibration_comments (comment_id, calibration_id, call_id, form_question_id, text, user_id, created_at)
      VALUES (@comment_id, @calibration_id, @call_id, @form_question_id, @text, @user_id, @at)`).run({
      comment_id,
      calibration_id,
      call_id,
      form_question_id,
      text: said,
      user_id: asked.scope.params.scope_user,
      at: by.at,
    });
    const details = { comment: { comment_id, call_id, form_question_id } };
    audit(db, by, { action: 'update', resource: 'calibration', resource_id: calibration_id, details });
    const row = commentList.one.run(db, { id: comment_id, scope: asked.scope, zone });
    return JSON.parse(found(row).json);
  },
);
