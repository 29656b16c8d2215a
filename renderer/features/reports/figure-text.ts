import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { localeOf } from '../../i18n/i18n';
import { lengthText } from '../../i18n/times';

const isLength = (metric: string) => /^(duration|longest)_/.test(metric);
const percent: readonly string[] = [
  'score_average',
  'pass_rate',
  'score_difference',
  'verdict_agreement',
  'answer_share',
  'points_percent',
  'score_weighted',
  'pass_rate_weighted',
];

/** Whether the values of a metric are per cent, so that two of them differ by points. */
export const isPercent = (metric: string): boolean =>
  percent.includes(metric) || /_share(_agent|_customer)?_average$/.test(metric);

/** Writes a value of a metric. */
export type FigureText = (metric: string, value: number) => string;

/** A figure with the unit of its metric: a length `7:43`, `12.5 min`, `87.5%`; counts have none. */
export function figureText(metric: string, value: number, locale: string): string {
  if (isPercent(metric)) return (value / 100).toLocaleString(locale, { style: 'percent', maximumFractionDigits: 1 });
  if (isLength(metric)) return lengthText(value);
  const figure = value.toLocaleString(locale, { maximumFractionDigits: 1 });
  return metric === 'minutes_total' ? `${figure}\u00a0min` : figure;
}

/** The same in the language of the window. Stays the same function while that does. */
export function useFigureText(): FigureText {
  const locale = localeOf(useTranslation().i18n.language);
  return useCallback((metric, value) => figureText(metric, value, locale), [locale]);
}
