import {
  callDirectionLabels,
  callStateLabels,
  onDemandStateLabels,
  recordStateLabels,
  voipProtocolLabels,
} from '../codes';
import { reportStatuses, reviews } from '../evaluation/statuses';
import { isOneOf } from '../one-of';

const compared = [
  'equal_to',
  'not_equal_to',
  'greater_than',
  'lower_than',
  'greater_or_equal',
  'lower_or_equal',
] as const;
const emptiness = ['is_empty', 'is_not_empty'] as const;
/** Whether an operator compares with no value. */
export const isEmptiness = (operator: string): boolean => isOneOf(emptiness, operator);
/** The value of such an operator in the advanced search, which takes no empty parameter. */
export const unusedValue = '1';
const moments = ['equal_to', 'greater_than', 'lower_than', 'greater_or_equal', 'lower_or_equal', 'between'] as const;

/** The types of filters of the advanced search, and the operators of each. */
export const operatorsOf = {
  string: ['equal_to', 'not_equal_to', 'includes', 'not_includes', 'starts_with', 'ends_with', ...emptiness],
  string_exact: ['equal_to', 'not_equal_to'],
  number: [...compared, ...emptiness],
  decimal: [...compared, ...emptiness],
  duration: [...compared, ...emptiness],
  date: moments,
  datetime: moments,
  set: ['equal_to', 'not_equal_to', ...emptiness],
  zone: ['equal_to'],
} as const;
export type FilterType = keyof typeof operatorsOf;

/**
 * The filters of the advanced search by name. Each custom field is one more, `custom_field_<field_id>`, and so is each question
 * of a form, `evaluation_answer_<form_question_id>`.
 */
export const filterTypes = {
  date: 'date',
  datetime: 'datetime',
  hour: 'set',
  weekday: 'set',
  timezone: 'zone',
  duration: 'duration',
  direction: 'set',
  call_state: 'set',
  record_state: 'set',
  voip_protocol: 'set',
  on_demand_state: 'set',
  confidential: 'set',
  has_audio: 'set',
  legal_hold: 'set',
  original_name: 'string',
  call_id: 'string_exact',
  pbx_call_id: 'string',
  pbx_tracking_id: 'string',
  phone_number: 'string',
  phone_number_from: 'string',
  phone_number_to: 'string',
  phone_name: 'string',
  phone_name_from: 'string',
  phone_name_to: 'string',
  phone_id: 'string',
  phone_id_from: 'string',
  phone_id_to: 'string',
  agent_id: 'string',
  agent_name: 'string',
  acd_number: 'string',
  acd_name: 'string',
  user_id: 'set',
  user_name: 'string',
  group_id: 'set',
  client_id: 'set',
  tenant_id: 'set',
  category_id: 'set',
  notes: 'string',
  notes_count: 'number',
  evaluation_form_id: 'set',
  evaluation_section_id: 'set',
  evaluator_id: 'set',
  score: 'number',
  is_passed: 'set',
  agent_review_status: 'set',
  evaluation_status: 'set',
  evaluation_question_id: 'set',
  import_id: 'set',
  talk_share_agent: 'decimal',
  talk_share_customer: 'decimal',
  silence_share: 'decimal',
  overlap_share: 'decimal',
  longest_silence: 'duration',
  longest_monologue: 'duration',
  interruptions: 'number',
} as const satisfies Record<string, FilterType>;
export type FilterName = keyof typeof filterTypes;

/** The type of the filter `evaluation_answer_<form_question_id>`, from the type of the question. */
export const typeOfQuestion = {
  choice: 'set',
  yes_no: 'set',
  multi: 'set',
  numeric: 'number',
  text: 'string',
} as const satisfies Record<string, FilterType>;

const upTo = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, n) => String(first + n));

const choices = {
  hour: upTo(0, 23),
  weekday: upTo(1, 7),
  direction: Object.keys(callDirectionLabels),
  call_state: Object.keys(callStateLabels),
  record_state: Object.keys(recordStateLabels),
  voip_protocol: Object.keys(voipProtocolLabels),
  on_demand_state: Object.keys(onDemandStateLabels),
  confidential: ['true', 'false'],
  has_audio: ['true', 'false'],
  legal_hold: ['true', 'false'],
  is_passed: ['true', 'false'],
  agent_review_status: reviews,
  evaluation_status: reportStatuses.filter((status) => status !== 'cancelled'),
} satisfies { readonly [N in FilterName]?: readonly string[] };
/** A set that does not take ids. */
export type ChoiceName = keyof typeof choices;
/** The values of a set; none of a set that takes ids. */
export const choicesOf: Readonly<Record<ChoiceName, readonly string[]>> & {
  readonly [N in FilterName]?: readonly string[];
} = choices;
/** Whether a filter is a set that does not take ids. */
export const hasChoices = (name: FilterName): name is ChoiceName => Object.hasOwn(choices, name);

/** The type of the filter by a custom field, from the type of the field. */
export const typeOfField = {
  string: 'string',
  date: 'date',
  option: 'set',
  integer: 'number',
} as const satisfies Record<string, FilterType>;

/** The values of each type as the API takes them. */
export const valueForms: Record<FilterType, string> = {
  string: 'Text, compared without case',
  string_exact: 'An id',
  number: 'A whole number',
  decimal: 'A number with at most one decimal',
  duration: 'Seconds, m:ss or h:mm:ss',
  date: 'YYYY-MM-DD or YYYY/MM/DD, in the time zone of the caller; for between two days, separated by a comma',
  datetime: 'ISO 8601 with an offset, compared in whole seconds; for between two times, separated by a comma',
  zone: 'The name of a time zone, such as Europe/Berlin',
  set: 'One value, or several separated by commas, of which any may match',
};
