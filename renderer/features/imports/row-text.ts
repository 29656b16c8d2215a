import type { ImportRow } from '@shared/contract/imports';
import { useTranslation } from 'react-i18next';
import { isTextKey } from '../../i18n/i18n';
import { useKnownMessage } from '../../i18n/use-known-message';

/** Sentences of the service that contain values, one note or sentence each, with the key of our text. */
const sayings = [
  { words: 'note.notUnderstood', form: /(?<field>\w+): "(?<value>[^"]*)" was not understood/g },
  { words: 'note.noTime', form: /(?<field>\w+): "(?<value>[^"]*)" is not a date and time/g },
  { words: 'note.repeated', form: /(?<field>\w+) exists twice that day; the later was taken/g },
  { words: 'note.skipped', form: /(?<field>\w+) does not exist that day; it was read with the later offset/g },
  { words: 'note.endsEarly', form: /(?<field>disconnect_time) is before the call began and was left out/g },
  { words: 'note.truncated', form: /The recording ends before its header says/g },
  { words: 'refusal.kind', form: /^This is (?<kind>.+)\. Earshot takes WAV and MP3 recordings/g },
  { words: 'refusal.channels', form: /^Earshot cannot play recordings of (?<channels>\d+) channels/g },
  { words: 'refusal.rate', form: /^Earshot cannot play (?<rate>\d+) samples a second/g },
  { words: 'refusal.bits', form: /^Earshot cannot play (?<bits>\d+)-bit samples/g },
  { words: 'refusal.wavKind', form: /^Earshot cannot play WAV files of the kind (?<kind>\w+)/g },
  { words: 'refusal.inside', form: /^Earshot cannot play (?<codec>.+) inside a WAV file/g },
  { words: 'refusal.codec', form: /^Earshot cannot play (?<codec>.+)(?=\.$)/g },
  { words: 'refusal.unreadable', form: /^The file cannot be read \((?<code>\w+)\)/g },
  { words: 'refusal.noCategory', form: /There is no category "(?<name>.+?)"(?=\.)/g },
  { words: 'refusal.noField', form: /There is no custom field "(?<name>.+?)" that is enabled/g },
  { words: 'refusal.tooLong', form: /Longer than maximum length (?<length>\d+)/g },
  { words: 'refusal.noDate', form: /"(?<value>[^"]*)" is not a date \(YYYY-MM-DD\)/g },
  { words: 'refusal.noOption', form: /"(?<value>[^"]*)" is not one of (?<options>.+?)(?=\.)/g },
  { words: 'refusal.noNumber', form: /"(?<value>[^"]*)" is not a number/g },
  { words: 'refusal.tooSmall', form: /(?<value>-?\d+) is less than minimum value (?<least>-?\d+)/g },
  { words: 'refusal.tooLarge', form: /(?<value>-?\d+) is greater than maximum value (?<most>-?\d+)/g },
  { words: 'refusal.noColumn', form: /^No call details in it: no column names a recording or a time/g },
  { words: 'refusal.noProperty', form: /^No call details in it: no property names a recording or a time/g },
  { words: 'refusal.largeRecords', form: /^No call details in it: is larger than 64 MiB/g },
  { words: 'refusal.records', form: /^No call details in it: (?<fault>.+)/gs },
] as const;

type Values = Record<string, string>;

/** The name of a row of an import, and its note in the user's language; empty without one. */
export function useRowText(): (row: ImportRow) => { name: string; text: string } {
  const { t, i18n } = useTranslation();
  const known = useKnownMessage();
  const textOr = (key: string, plain: string) => (isTextKey(key) ? t(key) : plain);
  const valuesIn = ({ field, kind, ...values }: Values) => ({
    ...values,
    ...(field !== undefined && { field: textOr(`fields.${field}`, field) }),
    ...(kind !== undefined && { kind: textOr(`imports.kind.${kind}`, kind) }),
  });
  const said = (text: string) =>
    sayings.reduce(
      (all, { words, form }) =>
        all.replace(form, (...match) => {
          const values: unknown = match.at(-1);
          return t(`imports.${words}`, valuesIn(typeof values === 'object' ? (values as Values) : {}));
        }),
      text,
    );
  const textOf = ({ code, explanation, reason }: ImportRow) => {
    if (!explanation) return '';
    const text = said(explanation);
    if (i18n.language === 'en' || text !== explanation) return text;
    return known(explanation, reason) ?? textOr(`refusals.${code}`, explanation);
  };
  return (row) => {
    const { file, record_file, record_line: line } = row;
    const isList = record_file?.toLowerCase().endsWith('.json');
    const place = record_file === null ? '' : t(isList ? 'imports.entry' : 'imports.line', { file: record_file, line });
    const text = textOf(row);
    if (file === null) return { name: place || t('imports.rowOfDetails'), text };
    return { name: file, text: [place, text].filter(Boolean).join(': ') };
  };
}
