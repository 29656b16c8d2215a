import { useTranslation } from 'react-i18next';
import { useCustomFields } from '../../core/custom-fields';
import { useMayCreateMissing } from '../../core/session';
import { useFieldName } from '../../i18n/use-said';

/** The meanings that a column may have, the usual ones first; custom fields follow. */
const fields = [
  ...(['setup_time', 'connect_time', 'disconnect_time', 'duration', 'direction', 'file', 'categories'] as const),
  ...(['from_number', 'from_name', 'to_number', 'to_name'] as const),
  ...(['agent_name', 'agent_id', 'acd_number', 'acd_name'] as const),
  ...(['protocol_call_id', 'protocol_tracking_id', 'interaction_id'] as const),
] as const;
const parts = ['date', 'time', 'from', 'to', 'other', 'own', 'agent', 'ring_seconds', 'leg'] as const;

/**
 * What a column of call details can become; `field` is what it becomes now. With the name of the `column`, also a custom field that
 * the import makes.
 */
export function useFieldChoices(): (field: string | null, column?: string) => { id: string; name: string }[] {
  const { t } = useTranslation();
  const nameOf = useFieldName();
  const customFields = useCustomFields();
  const mayCreate = useMayCreateMissing();
  const usual = [
    { id: '', name: t('importPresets.ignored') },
    ...fields.map((id) => ({ id, name: nameOf(id) })),
    ...parts.map((id) => ({ id, name: t(`importPresets.part.${id}`) })),
    ...customFields.map(({ name }) => ({ id: `custom.${name}`, name })),
  ];
  return (field, column) => {
    const made = `custom.${column}`;
    const fresh =
      column && mayCreate && !customFields.some(({ name }) => name.toLowerCase() === column.toLowerCase())
        ? [{ id: made, name: t('importPresets.newField', { name: column }) }]
        : [];
    const all = [...usual, ...fresh];
    if (field === null || all.some(({ id }) => id === field)) return all;
    return [...all, { id: field, name: field.startsWith('custom.') ? field.slice('custom.'.length) : nameOf(field) }];
  };
}
