import type { ImportRow } from '@shared/contract/imports';
import { useTranslation } from 'react-i18next';
import { useKnownMessage } from '../../i18n/use-message';

/** The notes of the service about a record, which may follow one another in one text. */
const notes = [
  { note: 'notUnderstood', form: /(\w+): "([^"]*)" was not understood/g },
  { note: 'noTime', form: /(\w+): "([^"]*)" is not a date and time/g },
  { note: 'repeated', form: /(\w+) exists twice that day; the later was taken/g },
  { note: 'skipped', form: /(\w+) does not exist that day; it was read with the later offset/g },
  { note: 'endsEarly', form: /(disconnect_time) is before the call began and was left out/g },
  { note: 'truncated', form: /The recording ends before its header says/g },
] as const;

/** What there is to say of a row of an import, in the person's language; empty for nothing. */
export function useRowText(): (row: ImportRow) => string {
  const { t, i18n } = useTranslation();
  const known = useKnownMessage();
  const fieldText = (field: string) => t(`call.field.${field}` as never, { defaultValue: field });
  const noteText = (text: string) =>
    notes.reduce(
      (said, { note, form }) =>
        said.replace(form, (_, field: string, value: string) =>
          t(`imports.note.${note}`, { field: fieldText(field), value }),
        ),
      text,
    );
  return ({ code, explanation, reason }) => {
    if (!explanation) return '';
    if (i18n.language === 'en') return noteText(explanation);
    const translated = known(explanation, reason) ?? noteText(explanation);
    return translated === explanation ? t(`refusals.${code}` as never, { defaultValue: explanation }) : translated;
  };
}
