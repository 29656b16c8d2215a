import type { ImportRow } from '@shared/contract/imports';
import { hasEntries } from '@shared/import-fields';
import { useTranslation } from 'react-i18next';
import { useExplanation } from '../../i18n/use-said';

/** The text about a place in a file of call details. */
export const placeText = (file: string) => (hasEntries(file) ? 'imports.entry' : 'imports.line');

/** The name of a row of an import, and its note in the user's language; empty without one. */
export function useRowText(): (row: ImportRow) => { name: string; text: string } {
  const { t } = useTranslation();
  const explanation = useExplanation();
  return (row) => {
    const { file, record_file, record_line: line } = row;
    const place = record_file === null ? '' : t(placeText(record_file), { file: record_file, line });
    const text = explanation(row);
    if (file === null) return { name: place || t('imports.rowOfDetails'), text };
    return { name: file, text: [place, text].filter(Boolean).join(': ') };
  };
}
