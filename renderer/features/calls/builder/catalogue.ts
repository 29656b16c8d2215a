import { choicesOf, type FilterName, type FilterType, filterTypes, typeOfField } from '@shared/call-filters/table';
import type { CustomField } from '@shared/contract/custom-fields';
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

export const groups = ['call', 'parties', 'review', 'fields'] as const;
type Group = (typeof groups)[number];

/** The filters by group, in the order of the list. `date` has a chip of its own, and comes first. */
const names = {
  call: [
    'date',
    'datetime',
    'hour',
    'weekday',
    'timezone',
    'duration',
    'direction',
    'call_state',
    'record_state',
    'on_demand_state',
    'confidential',
    'voip_protocol',
    'call_id',
    'pbx_call_id',
    'pbx_tracking_id',
    'tenant_id',
  ],
  parties: [
    'phone_number',
    'phone_number_from',
    'phone_number_to',
    'phone_name',
    'phone_name_from',
    'phone_name_to',
    'phone_id',
    'phone_id_from',
    'phone_id_to',
    'user_id',
    'user_name',
    'group_id',
    'client_id',
    'agent_id',
    'agent_name',
    'acd_number',
    'acd_name',
  ],
  review: ['category_id', 'notes', 'notes_count', 'evaluation_form_id', 'evaluator_id', 'evaluation_section_id'],
} as const satisfies Record<Exclude<Group, 'fields'>, readonly FilterName[]>;

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
  /** It comes from the figures of reports, and is not offered. */
  unlisted?: boolean;
};

const unlisted: readonly string[] = ['timezone', 'evaluation_section_id'] satisfies FilterName[];

/** The column of a call that has the codes of a set. */
const codesOf: { readonly [N in FilterName]?: string } = {
  direction: 'protocol_call_direction',
  call_state: 'call_state',
  record_state: 'record_state',
  on_demand_state: 'on_demand_state',
  voip_protocol: 'voip_protocol',
};

/** Every filter that the role may use, in the order of the list. */
export function useCatalogue(): readonly Item[] {
  const { t, i18n } = useTranslation();
  const { role } = useSignedIn();
  const code = useCodeText();
  const fields = useCustomFields();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `t` and `code` are new for each render, and change with the language
  return useMemo(() => {
    const nameOf = (name: FilterName, id: string): string => {
      if (name === 'confidential') return t(`filters.confidential.${id as 'true'}`);
      if (name === 'hour') return `${id.padStart(2, '0')}:00`;
      return name === 'weekday'
        ? weekdayText(Number(id), localeOf(i18n.language))
        : code(codesOf[name] ?? '', Number(id));
    };
    // Inbound comes first.
    const choicesFor = (name: FilterName): readonly Choice[] | undefined =>
      (name === 'direction' ? choicesOf[name]?.toReversed() : choicesOf[name])?.map((id) => ({
        id,
        name: nameOf(name, id),
      }));
    const known = (['call', 'parties', 'review'] as const).flatMap((group) =>
      (names[group] as readonly FilterName[]).flatMap((name): Item[] => {
        const records = name in recordKinds ? (name as RecordKind) : undefined;
        if (records && !holds(role.permissions, recordKinds[records].right)) return [];
        const key = `filters.name.${name}` as const;
        const found = ['en', 'de'].map((lng) => i18next.t(key, { lng })).join(' ');
        const choices = choicesFor(name);
        const type = filterTypes[name];
        const values = { ...(choices && { choices }), ...(records && { records }) };
        return [{ name, label: t(key), found, group, type, ...values, unlisted: unlisted.includes(name) }];
      }),
    );
    const own = fields.filter(({ search_options }) => search_options.includes('advanced'));
    return [...known, ...own.map(itemOf)];
  }, [i18n.language, role, fields]);
}

function itemOf(field: CustomField): Item {
  const { field_id, name, type, fieldset_dropdown_value_settings: dropdown } = field;
  const choices = dropdown?.options.map(({ value, color }) => ({ id: value, name: value, ...(color && { color }) }));
  return {
    ...{ name: `custom_field_${field_id}`, label: name, found: name, group: 'fields', type: typeOfField[type] },
    ...(choices && { choices }),
  };
}
