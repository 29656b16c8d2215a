import { fieldOf } from '@shared/report-names';
import { useTranslation } from 'react-i18next';
import { useCustomFields } from '../../core/custom-fields';
import en from './texts.en.json';

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

const {
  names,
  readyHeaders,
  readyMade,
}: Record<'names' | 'readyHeaders', Record<string, string>> & Pick<typeof en.reports, 'readyMade'> = en.reports;

/**
 * The header of a column or figure: one without a header of its own is named in words, and so is one in the English of
 * the ready-made reports.
 */
export function useHeaderText(): (of: { name: string; header: string }) => string {
  const { t } = useTranslation();
  const nameText = useNameText();
  return ({ name, header }) => {
    if (header === readyHeaders[name]) return t(`reports.readyHeaders.${name}` as 'reports.readyHeaders.user');
    return header === name || header === names[name] ? nameText(name) : header;
  };
}

const stored = new Map(
  (Object.keys(readyMade) as (keyof typeof readyMade)[]).flatMap((id) =>
    (['name', 'description'] as const).map((part) => [readyMade[id][part], `reports.readyMade.${id}.${part}`] as const),
  ),
);

/** A name or description in the language of the window, as long as it is that of a ready-made report, stored in English. */
export function useReadyMadeText(): (text: string) => string {
  const { t } = useTranslation();
  return (text) => {
    const key = stored.get(text);
    return key === undefined ? text : t(key);
  };
}
