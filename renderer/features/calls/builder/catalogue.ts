import {
  type ChoiceName,
  choicesOf,
  type FilterName,
  type FilterType,
  filterTypes,
  hasChoices,
  typeOfField,
} from '@shared/call-filters/table';
import type { CustomField } from '@shared/contract/custom-fields';
import { isOneOf } from '@shared/one-of';
import { holds } from '@shared/permissions';
import i18next from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCustomFields } from '../../../core/custom-fields';
import { type RecordKind, recordKinds } from '../../../core/record-choices';
import { useSignedIn } from '../../../core/session';
import { localeOf } from '../../../i18n/i18n';
import { weekdayText } from '../../../i18n/times';
import type { Choice } from '../../../ui/check-list';
import { useCodeText } from '../../call';

export const groups = ['call', 'parties', 'review', 'talk', 'fields'] as const;
type Group = (typeof groups)[number];

/** The group of each filter, in the order of the list. `date` has a chip of its own, and comes first. */
const groupOf: Readonly<Record<FilterName, Exclude<Group, 'fields'>>> = {
  date: 'call',
  datetime: 'call',
  hour: 'call',
  weekday: 'call',
  timezone: 'call',
  duration: 'call',
  direction: 'call',
  call_state: 'call',
  record_state: 'call',
  on_demand_state: 'call',
  confidential: 'call',
  has_audio: 'call',
  original_name: 'call',
  legal_hold: 'call',
  voip_protocol: 'call',
  call_id: 'call',
  pbx_call_id: 'call',
  pbx_tracking_id: 'call',
  tenant_id: 'call',
  phone_number: 'parties',
  phone_number_from: 'parties',
  phone_number_to: 'parties',
  phone_name: 'parties',
  phone_name_from: 'parties',
  phone_name_to: 'parties',
  phone_id: 'parties',
  phone_id_from: 'parties',
  phone_id_to: 'parties',
  user_id: 'parties',
  user_name: 'parties',
  group_id: 'parties',
  client_id: 'parties',
  agent_id: 'parties',
  agent_name: 'parties',
  acd_number: 'parties',
  acd_name: 'parties',
  category_id: 'review',
  notes: 'review',
  notes_count: 'review',
  evaluation_form_id: 'review',
  evaluator_id: 'review',
  score: 'review',
  is_passed: 'review',
  agent_review_status: 'review',
  evaluation_status: 'review',
  evaluation_question_id: 'review',
  evaluation_section_id: 'review',
  import_id: 'call',
  talk_share_agent: 'talk',
  talk_share_customer: 'talk',
  silence_share: 'talk',
  overlap_share: 'talk',
  longest_silence: 'talk',
  longest_monologue: 'talk',
  interruptions: 'talk',
};

/** A filter that can be added. */
export type Item = {
  name: string;
  label: string;
  /** The label in each language, for finding it. */
  found: string;
  group: Group;
  type: FilterType;
  /** The values of a set, unless they are the ids of records. */
  choices?: readonly Choice[];
  records?: RecordKind;
  /** It comes from the figures of reports or from a search of somebody else, and is not offered. */
  unlisted?: boolean;
};

const unlisted: readonly string[] = [
  'timezone',
  'evaluation_section_id',
  'evaluation_question_id',
] satisfies FilterName[];

const yesNo = ['confidential', 'has_audio', 'legal_hold'] as const;
type YesNo = (typeof yesNo)[number];
/** The sets whose values have words of their own. */
const worded = ['is_passed', 'agent_review_status', 'evaluation_status'] as const;
type Worded = (typeof worded)[number];

/** The column of a call that has the codes of a set. */
const codesOf: Readonly<Record<Exclude<ChoiceName, YesNo | Worded | 'hour' | 'weekday'>, string>> = {
  direction: 'protocol_call_direction',
  call_state: 'call_state',
  record_state: 'record_state',
  on_demand_state: 'on_demand_state',
  voip_protocol: 'voip_protocol',
};

/** Every filter, in the order of the list. Those that the role may not use are unlisted. */
export function useCatalogue(): readonly Item[] {
  const { t, i18n } = useTranslation();
  const { role } = useSignedIn();
  const code = useCodeText();
  const fields = useCustomFields();
  return useMemo(() => {
    const nameOf = (name: ChoiceName, id: string): string => {
      if (isOneOf(yesNo, name)) return t(`filters.yesNo.${id as 'true'}`);
      if (isOneOf(worded, name)) return t(`filters.word.${name}.${id}` as 'filters.word.is_passed.true');
      if (name === 'hour') return `${id.padStart(2, '0')}:00`;
      return name === 'weekday' ? weekdayText(Number(id), localeOf(i18n.language)) : code(codesOf[name], Number(id));
    };
    // Inbound comes first.
    const choicesFor = (name: ChoiceName): readonly Choice[] =>
      (name === 'direction' ? choicesOf[name].toReversed() : choicesOf[name]).map((id) => ({
        id,
        name: nameOf(name, id),
      }));
    const known = (Object.keys(groupOf) as FilterName[]).flatMap((name): Item[] => {
      const kind = name in recordKinds ? (name as RecordKind) : undefined;
      // The search of somebody else can have such a filter. It applies, so it is shown, without the names of its records.
      const isUnseen = kind !== undefined && !holds(role.permissions, recordKinds[kind].right);
      const records = isUnseen ? undefined : kind;
      const key = `filters.name.${name}` as const;
      const found = ['en', 'de'].map((lng) => i18next.t(key, { lng })).join(' ');
      const values = { ...(hasChoices(name) && { choices: choicesFor(name) }), ...(records && { records }) };
      const item = { name, label: t(key), found, group: groupOf[name], type: filterTypes[name], ...values };
      return [{ ...item, unlisted: isUnseen || unlisted.includes(name) }];
    });
    const answers: Item = {
      name: 'evaluation_answer',
      label: t('filters.answerTo'),
      found: ['en', 'de'].map((lng) => i18next.t('filters.answerTo', { lng })).join(' '),
      group: 'review',
      type: 'set',
      unlisted: !holds(role.permissions, 'evaluation_forms:view'),
    };
    const own = fields.filter(({ search_options }) => search_options.includes('advanced'));
    return [...known, answers, ...own.map(itemOf)];
  }, [t, i18n.language, code, role, fields]);
}

function itemOf(field: CustomField): Item {
  const { field_id, name, type, fieldset_dropdown_value_settings: dropdown } = field;
  const choices = dropdown?.options.map(({ value, color }) => ({ id: value, name: value, ...(color && { color }) }));
  return {
    name: `custom_field_${field_id}`,
    label: name,
    found: name,
    group: 'fields',
    type: typeOfField[type],
    ...(choices && { choices }),
  };
}
