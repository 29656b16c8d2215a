import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/use-format';
import { isPercent, useFigureText } from './figure-text';
import type { Row } from './use-value-text';

/** How sure a figure is: the number of its values, and the ends of its interval, if it has one. */
export type Sureness = { n: number; low: number | null; high: number | null };

const numberOr = (value: Row[string]): number | null => (typeof value === 'number' ? value : null);

/** How sure a figure of a row is; undefined if the run has no intervals, or the figure has none. */
export function surenessOf(row: Row, metric: string): Sureness | undefined {
  const n = numberOr(row[`${metric}_n`]);
  return n === null ? undefined : { n, low: numberOr(row[`${metric}_low`]), high: numberOr(row[`${metric}_high`]) };
}

/** An interval in words, "73 to 91": per cent without their sign, because the figure beside it has it. */
export function useRangeText(): (metric: string, low: number, high: number) => string {
  const { t } = useTranslation();
  const format = useFormat();
  const figure = useFigureText();
  return (metric, low, high) => {
    const text = (value: number) => (isPercent(metric) ? format.figure(Math.round(value)) : figure(metric, value));
    return t('reports.between', { low: text(low), high: text(high) });
  };
}
