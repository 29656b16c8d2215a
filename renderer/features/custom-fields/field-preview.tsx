import { listCalls } from '@shared/contract/calls';
import { useQuery } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/api';
import { callKeys } from '../../api/cache/calls';
import { useHolds } from '../../core/session';
import { thresholdOf } from '../../core/thresholds';
import type { FormOf } from '../../form/use-field';
import { useFormValues } from '../../form/use-form-values';
import { lengthText } from '../../i18n/times';
import { useFormat } from '../../i18n/use-format';
import { useWholeNumberText } from '../../i18n/use-whole-number-text';
import { ColourMark } from '../../ui/colour-mark';
import { Icon } from '../../ui/icon';
import { useCallName } from '../parties';
import styles from './field-preview.module.css';
import type { FieldValues } from './values';

/** Shows the field as a call has it, and the message for a value that does not fit. */
export function FieldPreview({ form }: { form: FormOf<FieldValues> }) {
  const { t } = useTranslation();
  const values = useFormValues(form);
  const samples = useSamples(values);
  const refused = useRefused(values);
  const name = values.name.trim() || t('customFields.previewUnnamed');
  const isChoice = values.fieldset_dropdown_value_settings != null;
  return (
    <>
      <p className={styles.caption}>{t('customFields.previewCall')}</p>
      <dl className={styles.card}>
        <dt>{name}</dt>
        {samples.map(({ text, colour, label }) => (
          <dd key={text}>
            {label === undefined && colour !== undefined && <ColourMark colour={colour} />}
            <span className={styles.text}>{text}</span>
            {label !== undefined && (
              <span className={styles.label}>
                <ColourMark colour={colour} />
                {label}
              </span>
            )}
          </dd>
        ))}
      </dl>
      {samples.length > 0 && values.enable && <PreviewInList samples={samples} />}
      {!values.enable && <p className={styles.note}>{t('customFields.previewOff')}</p>}
      {values.enable && values.search_options.includes('advanced') && (
        <PreviewFilter name={name} samples={samples.slice(0, isChoice ? 2 : 1)} />
      )}
      {refused && (
        <>
          <p className={styles.caption}>{t('customFields.previewRefused')}</p>
          <div className={styles.wrong}>{refused.value}</div>
          <p className={styles.message}>
            <Icon of={CircleAlert} size={14} />
            {refused.message}
          </p>
        </>
      )}
    </>
  );
}

const maxSamples = 6;

/** Values that calls could have. */
function useSamples(values: FieldValues): Sample[] {
  const { t } = useTranslation();
  const format = useFormat();
  const choices = values.fieldset_dropdown_value_settings?.options;
  const numbers = values.fieldset_integer_value_settings;
  if (choices) {
    const filled = choices.filter(({ value }) => value.trim() !== '').slice(0, maxSamples);
    return filled.length > 0
      ? filled.map(({ value, color }) => ({ text: value, colour: color }))
      : [{ text: t('customFields.previewNoChoices') }];
  }
  if (numbers) {
    const { thresholds } = numbers.fieldset_thresholds;
    const lowest = numbers.int_min ?? 0;
    const all = [numbers.int_max ?? lowest + 5, ...thresholds.map(({ value }) => value), lowest];
    const shown = [...new Set(all.filter((value) => Number.isInteger(value)))].sort((a, b) => b - a);
    return shown.slice(0, maxSamples).map((value) => {
      const threshold = thresholdOf(value, thresholds);
      const named = threshold && { colour: threshold.color, label: threshold.label };
      return { text: format.figure(value), ...named };
    });
  }
  return [{ text: values.type === 'date' ? format.day('2026-11-16T12:00:00Z') : t('customFields.previewText') }];
}

/** A value outside the limits, and its message. */
function useRefused({ fieldset_integer_value_settings: numbers, str_max_len }: FieldValues) {
  const { t } = useTranslation();
  const format = useFormat();
  const wholeIn = useWholeNumberText();
  const [least, most] = [numbers?.int_min ?? null, numbers?.int_max ?? null].map((limit) =>
    Number.isInteger(limit) ? limit : null,
  ) as [number | null, number | null];
  const outside = most === null ? least !== null && least - 1 : most + 1;
  if (outside !== false) return { value: format.figure(outside), message: wholeIn(least, most) };
  return str_max_len === null || !(str_max_len > 0)
    ? null
    : {
        value: t('customFields.previewLong'),
        message: t('customFields.tooLong', { most: format.figure(str_max_len) }),
      };
}

/** A value that a call could have; a number can have the colour and label of its threshold. */
type Sample = { text: string; colour?: string | undefined; label?: string | undefined };

const shown = 3;

/** The latest calls as they would be listed with values of the field. Nothing without calls that the user may see. */
function PreviewInList({ samples }: { samples: readonly Sample[] }) {
  const { t } = useTranslation();
  const callName = useCallName();
  const { data: calls = [] } = useQuery({
    queryKey: callKeys.found('', shown),
    enabled: useHolds('calls:view'),
    queryFn: async ({ signal }) => (await api(listCalls, { query: { limit: shown }, view: 'latest', signal })).calls,
  });
  if (calls.length === 0 || samples.length === 0) return null;
  return (
    <>
      <p className={styles.caption}>{t('customFields.previewList')}</p>
      <ul className={styles.list}>
        {calls.map((call, at) => (
          <li key={call.call_id} className={styles.row}>
            <span className={styles.name}>{callName(call)}</span>
            <Value {...(samples[at % samples.length] as Sample)} />
            <span className={styles.length} data-figures>
              {lengthText(call.duration)}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The chip of a filter by the field. */
function PreviewFilter({ name, samples }: { name: string; samples: readonly Sample[] }) {
  const { t } = useTranslation();
  const [first, second] = samples;
  if (!first) return null;
  return (
    <>
      <p className={styles.caption}>{t('customFields.previewFilter')}</p>
      <p className={styles.chip}>
        <span className={styles.quiet}>{name}</span>
        <Value {...first} />
        {second && (
          <>
            {t('customFields.previewOr')}
            <Value {...second} />
          </>
        )}
      </p>
    </>
  );
}

const Value = ({ text, colour }: Sample) => (
  <span className={styles.value}>
    {colour !== undefined && <ColourMark colour={colour} />}
    <span className={styles.text}>{text}</span>
  </span>
);
