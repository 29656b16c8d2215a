import { useTranslation } from 'react-i18next';
import { useZone } from '../../core/session';
import { dayIn } from '../../i18n/times';
import { useFormat } from '../../i18n/use-format';
import type { DateValue } from './dates';

/** A date in words: its period, or its days. */
export function useDateText(): (date: DateValue) => string {
  const { t } = useTranslation();
  const format = useFormat();
  const zone = useZone();
  return (date) =>
    'period' in date ? t(`filters.period.${date.period}`) : format.range(date.from, date.to, dayIn(zone));
}
