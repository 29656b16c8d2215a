import { isOneOf } from '@shared/one-of';
import { weightedMetrics } from '@shared/report-names';
import { Focusable } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../../i18n/use-format';
import { Tooltip } from '../../../ui/tooltip';
import { isPercent, useFigureText } from '../figure-text';
import { type Sureness, useRangeText } from '../sureness';
import { useValueText } from '../use-value-text';
import styles from './figure.module.css';
import type { DrillDown } from './use-drill-down';

type Props = {
  metric: string;
  value: string | number | null | undefined;
  /** The name of the figure, for its link: "Calls, Priya Raman". */
  label: string;
  drillDown?: DrillDown | undefined;
  /** How much it differs from another run. */
  difference?: number | undefined;
  /** How sure it is, if the run says so. */
  sureness?: Sureness | undefined;
};

/** A figure, which leads to the calls that it counts. */
export function Figure({ metric, value, label, drillDown, difference, sureness }: Props) {
  const { t } = useTranslation();
  const figure = useFigureText();
  const format = useFormat();
  const text = useValueText().metric(metric, value);
  const drawn = isOneOf(weightedMetrics, metric) ? sureness?.n : undefined;
  const why =
    drawn === undefined
      ? drillDown && 'why' in drillDown && drillDown.why
      : t('reports.ofDrawn', { count: drawn, shown: format.figure(drawn) });
  const isLink = drillDown !== undefined && 'to' in drillDown && value !== null && value !== 0;
  return (
    <span className={styles.figure} data-figures>
      {difference !== undefined && difference !== 0 && (
        <span className={styles.difference}>
          <span className="visually-hidden">{t('reports.difference')} </span>
          {difference > 0 ? '+' : '−'}
          {isPercent(metric)
            ? t('reports.points', { count: Math.abs(difference), shown: format.figure(Math.abs(difference)) })
            : figure(metric, Math.abs(difference))}
        </span>
      )}
      {isLink ? (
        <Tooltip text={t(`reports.behind.${drillDown.of}`)}>
          <Focusable>
            <Link className={styles.link} to={drillDown.to} aria-label={`${text} ${label}`}>
              {text}
            </Link>
          </Focusable>
        </Tooltip>
      ) : (
        <span title={why || undefined}>{text}</span>
      )}
      {sureness && <Sure metric={metric} sureness={sureness} />}
    </span>
  );
}

/** From fewer values, an interval is wide, and not to be relied on. */
const smallBelow = 20;

/** The interval of a figure, and whether it is of few values. */
function Sure({ metric, sureness: { n, low, high } }: { metric: string; sureness: Sureness }) {
  const { t } = useTranslation();
  const rangeText = useRangeText();
  if (n === 0) return null;
  const said = [
    low !== null && high !== null && rangeText(metric, low, high),
    n < smallBelow && t('reports.smallSample'),
  ].filter(Boolean);
  return said.length === 0 ? null : <span className={styles.sure}>{said.join(', ')}</span>;
}
