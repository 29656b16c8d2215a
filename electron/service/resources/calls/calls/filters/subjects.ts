import type { FilterName } from '@shared/call-filters/table';
import { type TalkFigure, talkUnit } from '@shared/talk-figures';
import type { Making } from '../../../../access/list';
import { completedInScope, evaluationsInScope } from '../../../../access/scope';
import { byIndex, inTime, joinedInOrder, valuesOf } from '../../../../store/fragments';
import { integer } from '../../../../store/sql';
import { type FoldedId, foldedColumn } from '../columns';
import { hourOf, weekdayOf } from '../local-time';
import { localKey } from './local-key';
import type { SearchedQuestion } from './questions.queries';

type Holds = (value: string) => string;
/** What a filter compares: the values that a call has under a name. */
export type Subject = {
  /** SQL condition: `holds` is true for any of the values. Each is passed as an SQL expression. */
  any(holds: Holds, making: Making): string;
  /**
   * The keys (`call_pk`) of these calls and possibly of others, read from the values. Only for values that an index leads
   * to, or of which there are fewer than calls.
   */
  keys?: (holds: Holds, making: Making) => string;
  /** The expressions are folded texts. */
  isFolded?: true;
  /** The expression is a key of the list, which contains a time. */
  isTime?: true;
  /** A value of a set as it is stored. */
  stored?: (value: string) => number | string;
  /** A value counts so many of the stored ones, of which those up to the next value are equal to it. */
  units?: number;
};

const columns = (...names: string[]): Subject => ({
  any: (holds) => `(${names.map((name) => holds(`c.${name}`)).join(' OR ')})`,
});
const coded = (name: string, stored: (value: string) => number = Number): Subject => ({ ...columns(name), stored });
/** Ids of a call, each with an index of its folded text. */
const ids = (...names: FoldedId[]): Subject => ({
  ...columns(...names.map(foldedColumn)),
  keys: (holds) => names.map((name) => keysByIndex(foldedColumn(name), holds)).join(' UNION ALL '),
  isFolded: true,
});
const keysByIndex = (column: string, holds: Holds) => `SELECT d.call_pk FROM ${byIndex('calls d', `calls_by_${column}`)}
  WHERE d.${column} IS NOT NULL AND ${keyInTime('d.call_pk')} AND ${holds(`d.${column}`)}`;
const keyInTime = (key: string) => inTime([key], [integer(key)]);

/**
 * A column of the rows that belong to a call: their tables with the key of the call, and conditions on them and on the
 * call. `found`: the same tables, joined from the value to the call, if that order is another.
 */
type Rows = { from: string; key: string; where?: string; whereCall?: string; column: string; found?: string };
export const rows = ({
  from,
  key,
  where = 'TRUE',
  whereCall = 'TRUE',
  column,
  found = from,
}: Rows): Pick<Required<Subject>, 'any' | 'keys'> => ({
  any: (holds) => `EXISTS (SELECT 1 FROM ${from}
    WHERE ${key} = c.call_pk AND ${where} AND ${whereCall} AND ${holds(column)})`,
  keys: (holds) => `SELECT ${key} AS call_pk FROM ${found} WHERE ${keyInTime(key)} AND ${where} AND ${holds(column)}`,
});
/** The key of a call, which is its time. */
const time: Subject = { any: (holds, { key }) => holds(key), isTime: true };
const clock = (part: (key: string) => string): Subject => ({
  any: (holds, making) => holds(part(localKey(making))),
  stored: Number,
});
/**
 * The values of the completed evaluations that the caller reaches. `keys` does not check this, so it returns a few calls
 * too many; `any` removes them.
 */
const evaluated = (column: string, from = 'evaluation_reports e', found = from, where = 'TRUE'): Subject => {
  const values = { from, found, key: 'e.call_pk', column };
  return {
    any: (holds, making) =>
      rows({ ...values, where: `${completedInScope(making.scope, 'e')} AND ${where}` }).any(holds, making),
    keys: rows({ ...values, where: `e.status = 'completed' AND e.call_pk IS NOT NULL AND ${where}` }).keys,
  };
};
/** The answers of completed evaluations. What is N/A or hidden is not answered. */
const answers = ['evaluation_report_questions q', 'evaluation_reports e'] as const;
const isAnswered = 'q.na = 0 AND q.answer IS NOT NULL';
const isTrue = (value: string) => (value === 'true' ? 1 : 0);
const files = 'call_files f';
const notes = 'call_notes n';
const noteTexts = rows({ from: notes, key: 'n.call_pk', column: 'n.text_folded' });

/** A figure of the talk of a call, if it is measured. */
const talk = (name: TalkFigure): Subject => ({
  ...rows({ from: 'call_order t', key: 't.call_pk', column: `t.${name}` }),
  units: talkUnit(name),
});

/** The values of a call by the names of the advanced search; docs/search.md. */
export const subjects: Record<FilterName, Subject> = {
  date: time,
  datetime: time,
  hour: clock(hourOf),
  weekday: clock(weekdayOf),
  // Sets the zone of the days and hours in the other filters.
  timezone: { any: () => 'TRUE' },
  duration: columns('duration'),
  direction: coded('protocol_call_direction'),
  call_state: coded('call_state'),
  record_state: coded('record_state'),
  voip_protocol: coded('voip_protocol'),
  on_demand_state: coded('on_demand_state'),
  confidential: coded('confidential', isTrue),
  has_audio: {
    any: (holds) => holds(`CASE WHEN EXISTS (SELECT 1 FROM ${files} WHERE f.call_pk = c.call_pk) THEN 1 ELSE 0 END`),
    stored: isTrue,
  },
  legal_hold: {
    ...coded('legal_hold', isTrue),
    keys: (holds) => keysByIndex('legal_hold', holds),
  },
  original_name: { any: rows({ from: files, key: 'f.call_pk', column: 'f.original_name' }).any },
  // Found by the index of ids, because the narrow indexes of calls do not contain them.
  call_id: {
    any: (holds, { key }) => `${key} IN (SELECT d.call_pk FROM calls d WHERE ${holds('d.call_id')})`,
  },
  pbx_call_id: ids('protocol_call_id'),
  pbx_tracking_id: ids('protocol_tracking_id'),
  phone_number: columns('from_number', 'to_number'),
  phone_number_from: columns('from_number'),
  phone_number_to: columns('to_number'),
  phone_name: columns('from_name', 'to_name'),
  phone_name_from: columns('from_name'),
  phone_name_to: columns('to_name'),
  phone_id: ids('from_id', 'to_id'),
  phone_id_from: ids('from_id'),
  phone_id_to: ids('to_id'),
  agent_id: ids('agent_id'),
  agent_name: columns('agent_name'),
  acd_number: columns('acd_number'),
  acd_name: columns('acd_name'),
  user_id: rows({ from: 'call_users f', key: 'f.call_pk', column: 'f.user_id' }),
  user_name: {
    ...rows({
      from: 'call_users f JOIN users u USING (user_id)',
      key: 'f.call_pk',
      column: 'u.name_folded',
      found: joinedInOrder('users u', 'call_users f', 'USING (user_id)'),
    }),
    isFolded: true,
  },
  group_id: rows({
    from: 'call_users f JOIN user_groups g USING (user_id)',
    key: 'f.call_pk',
    column: 'g.group_id',
    found: joinedInOrder('user_groups g', 'call_users f', 'USING (user_id)'),
  }),
  client_id: rows({
    from: `${joinedInOrder('call_numbers f', 'client_contacts k', 'USING (number_key)')} JOIN clients l USING (client_id)`,
    key: 'f.call_pk',
    whereCall: 'l.tenant_id = c.tenant_id',
    column: 'k.client_id',
    found: joinedInOrder('client_contacts k', 'call_numbers f', 'USING (number_key)'),
  }),
  tenant_id: columns('tenant_id'),
  category_id: rows({
    from: 'call_categories f JOIN categories g USING (category_id)',
    key: 'f.call_pk',
    where: '(g.private_user_id IS NULL OR g.private_user_id = @scope_user)',
    column: 'f.category_id',
  }),
  // Notes that the caller may not see do not exist for them.
  notes: {
    ...noteTexts,
    any: (holds, making) => (making.scope.notes ? noteTexts.any(holds, making) : 'FALSE'),
    isFolded: true,
  },
  notes_count: {
    any: (holds, { scope }) => holds(scope.notes ? `(SELECT count(*) FROM ${notes} WHERE n.call_pk = c.call_pk)` : '0'),
  },
  evaluation_form_id: evaluated('e.form_id'),
  evaluator_id: evaluated('e.evaluator_user_id'),
  score: evaluated('e.score'),
  is_passed: { ...evaluated('e.is_passed'), stored: isTrue },
  agent_review_status: evaluated('e.agent_review_status'),
  // Those that are still to be scored count as well.
  evaluation_status: {
    any: (holds, making) =>
      making.scope.evaluations
        ? rows({
            from: 'evaluation_reports e',
            key: 'e.call_pk',
            where: `e.status <> 'cancelled' AND ${evaluationsInScope(making.scope, 'e')}`,
            column: 'e.status',
          }).any(holds, making)
        : 'FALSE',
  },
  evaluation_question_id: evaluated(
    'q.form_question_id',
    `${answers.join(' JOIN ')} USING (report_id)`,
    joinedInOrder(answers[1], answers[0], 'USING (report_id)'),
    isAnswered,
  ),
  import_id: rows({
    from: 'import_rows m JOIN calls d USING (call_id)',
    key: 'd.call_pk',
    where: "m.outcome = 'imported'",
    column: 'm.import_id',
    found: joinedInOrder('import_rows m', 'calls d', 'USING (call_id)'),
  }),
  talk_share_agent: talk('talk_share_agent'),
  talk_share_customer: talk('talk_share_customer'),
  silence_share: talk('silence_share'),
  overlap_share: talk('overlap_share'),
  longest_silence: talk('longest_silence'),
  longest_monologue: talk('longest_monologue'),
  interruptions: talk('interruptions'),
  evaluation_section_id: evaluated(
    's.form_section_id',
    'evaluation_reports e JOIN evaluation_report_sections s USING (report_id)',
    joinedInOrder('evaluation_report_sections s', 'evaluation_reports e', 'USING (report_id)'),
  ),
};

/** The answers of completed evaluations to one question; a number by its points, the others by their JSON. */
export function answered({ form_question_id, form_id, type }: SearchedQuestion, making: Making): Subject {
  const { bind } = making;
  const from = joinedInOrder(answers[1], answers[0], 'USING (report_id)');
  const where = `e.form_id = ${bind(form_id)} AND q.form_question_id = ${bind(form_question_id)} AND ${isAnswered}`;
  if (type === 'numeric') return { ...evaluated('q.hundredths', from, from, where), units: 100 };
  const labels = valuesOf(type === 'multi' ? 'q.answer' : "'[' || q.answer || ']'", 'text');
  const within = (holds: Holds) => () => `EXISTS (SELECT 1 FROM ${labels} m WHERE ${holds('m.value')})`;
  const { any, keys } = evaluated('q.answer', from, from, where);
  return {
    any: (holds, making) => any(within(holds), making),
    keys: (holds, making) => keys?.(within(holds), making) ?? '',
  };
}

/** SQL condition: a value is one of these. */
export const anyOf = (values: readonly (string | number)[], { bind }: Making): string =>
  `IN ${valuesOf(bind(JSON.stringify(values)), typeof values[0] === 'number' ? 'integer' : 'text')}`;

/** SQL condition: a key is one of these, of which there may be none. */
export const anyKey = (keys: readonly number[], { bind }: Making): string =>
  `IN ${valuesOf(bind(JSON.stringify(keys)), 'integer')}`;
