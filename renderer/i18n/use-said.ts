import type { SaidReason } from '@shared/contract/refusals';
import { type Format, fill } from '@shared/reasons/fill';
import { asMessage, asText, isReasonCode } from '@shared/reasons/reasons';
import { useTranslation } from 'react-i18next';
import type { Said } from '../api/refusal';
import { isTextKey, type Language, localeOf } from './i18n';
import { isolated } from './isolated';
import { saying } from './reasons/languages';
import { useFormat } from './use-format';

/** The name of a field in the user's language; one that is not known here stays as it is. */
export function useFieldName(): (field: string) => string {
  const { t } = useTranslation();
  return (field) => {
    const key = `fields.${field}`;
    return isTextKey(key) ? String(t(key)) : field;
  };
}

/** A sentence of the service in the user's language. An unknown sentence of a newer service stays in English. */
export function useSaid(): (said: Said) => string {
  const { t, i18n } = useTranslation();
  const figures = useFormat();
  const { sentences, kinds, records, quoted } = saying[i18n.language as Language];
  const field = useFieldName();
  const format: Format = {
    text: isolated,
    quoted: (text) => quoted(isolated(text)),
    number: figures.figure,
    bytes: figures.bytes,
    field,
    fields: (names) =>
      new Intl.ListFormat(localeOf(i18n.language), { type: 'conjunction' }).format(names.map((name) => field(name))),
    records: (kind) => records[kind],
    kind: (kind) => kinds[kind],
    right: (right) => {
      const [area = '', action = ''] = right.split(':');
      const name = [`rights.columns.${action}`, `rights.names.${area}.${action}`].find(isTextKey);
      const thing = `rights.things.${area}`;
      return name && isTextKey(thing) ? t('rights.named', { name: String(t(name)), area: String(t(thing)) }) : right;
    },
    status: (status) => {
      const key = `evaluationStatus.${status}`;
      return isTextKey(key) ? String(t(key)) : status;
    },
    list: (options) => new Intl.ListFormat(localeOf(i18n.language), { type: 'disjunction' }).format(options),
  };
  return ({ text, reason: why }) =>
    (why && isReasonCode(why.code) ? fill(sentences[why.code], why.values, format) : undefined) ?? text;
}

/** The same as the message of a field. */
export function useMessage(): (said: Said | undefined) => string | undefined {
  const say = useSaid();
  return (said) => said && asMessage(say(said));
}

/** Why a file or a row was refused or noted, in the user's language; empty without a reason. */
export function useExplanation(): (row: { explanation: string | null; reasons: readonly SaidReason[] }) => string {
  const say = useSaid();
  // If a reason is unknown, or missing as in older archives, the English sentences are shown.
  return ({ explanation, reasons }) => {
    const sentences = reasons.map((reason) => say({ text: '', reason }));
    return sentences.length > 0 && sentences.every(Boolean) ? asText(sentences) : (explanation ?? '');
  };
}
