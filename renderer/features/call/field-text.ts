import { useTranslation } from 'react-i18next';
import { lengthText } from '../../i18n/times';
import { useFormat } from '../../i18n/use-format';
import type { FieldKind, ListedField } from './call-fields';
import { useCodeText } from './code-text';

type Value = string | number | boolean | null;

/** The text of a field's value, by its kind; null if there is nothing to say. */
export function useFieldText(): (name: ListedField, kind: FieldKind, value: Value) => string | null {
  const { t } = useTranslation();
  const format = useFormat();
  const code = useCodeText();
  return (name, kind, value) => {
    if (value === null || value === '' || (kind === 'ifYes' && !value)) return null;
    if (kind === 'time') return format.full(String(value));
    if (kind === 'length') return lengthText(Number(value));
    if (kind === 'yesNo' || kind === 'ifYes') return value ? t('ui.yes') : t('ui.no');
    if (kind === 'code') return code(name, Number(value));
    return String(value);
  };
}
