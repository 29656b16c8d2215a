import { Focusable } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../../i18n/use-format';
import { Tooltip } from '../../../ui/tooltip';
import { useValueText } from '../use-value-text';
import styles from './figure.module.css';
import type { Behind } from './use-behind';

type Props = {
  value: string | number | null | undefined;
  /** What the figure is, for its link: "Calls, Priya Raman". */
  label: string;
  behind?: Behind | undefined;
  /** How much it differs from another run. */
  difference?: number | undefined;
};

/** A figure, which leads to the calls that it counts. */
export function Figure({ value, label, behind, difference }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const text = useValueText().metric(value);
  const isLink = behind !== undefined && 'to' in behind && value !== null && value !== 0;
  return (
    <span className={styles.figure} data-figures>
      {difference !== undefined && difference !== 0 && (
        <span className={styles.difference}>
          <span className="visually-hidden">{t('reports.difference')} </span>
          {difference > 0 ? '+' : '−'}
          {format.figure(Math.abs(difference))}
        </span>
      )}
      {isLink ? (
        <Tooltip text={t(`reports.behind.${behind.of}`)}>
          <Focusable>
            <Link className={styles.link} to={behind.to} aria-label={`${text} ${label}`}>
              {text}
            </Link>
          </Focusable>
        </Tooltip>
      ) : (
        <span title={behind && 'why' in behind ? behind.why : undefined}>{text}</span>
      )}
    </span>
  );
}
