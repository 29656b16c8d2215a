import { fieldOf } from '@shared/reports/names';
import { useTranslation } from 'react-i18next';
import { useCustomFields } from '../../core/custom-fields';

/** A dimension or metric in words. */
export function useNameText(): (name: string) => string {
  const { t } = useTranslation();
  const fields = useCustomFields();
  return (name) => {
    const field_id = fieldOf(name);
    if (field_id === undefined) return t(`reports.names.${name}` as 'reports.names.user');
    return fields.find((field) => field.field_id === field_id)?.name ?? t('reports.fieldUnseen');
  };
}

/** The header of a column or figure: one without a header of its own is named in words. */
export function useHeaderText(): (of: { name: string; header: string }) => string {
  const nameText = useNameText();
  return ({ name, header }) => (header === name ? nameText(name) : header);
}
