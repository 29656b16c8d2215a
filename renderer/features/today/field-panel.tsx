import type { CustomField } from '@shared/contract/custom-fields';
import type { ReportFigures } from '@shared/contract/report-figures';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/use-format';
import { ColourMark } from '../../ui/colour-mark';
import { averageOf, callsIn, countsOf } from './field-figures';
import styles from './field-panel.module.css';

const shownValues = 6;

type Props = { field: CustomField; data: ReportFigures | null };

/** The values of a field this week: counts of an option, with the average of a number. */
export function FieldPanel({ field, data }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const counts = countsOf(data?.rows ?? [], field.field_id);
  const calls = callsIn(counts);
  const most = counts[0]?.calls ?? 1;
  const average = field.type === 'integer' ? averageOf(counts) : null;
  const colours = new Map(field.fieldset_dropdown_value_settings?.options.map(({ value, color }) => [value, color]));
  const shown = counts.slice(0, shownValues);
  return (
    <section className={styles.panel} aria-label={field.name}>
      <header className={styles.head}>
        <h2 className={styles.title}>{field.name}</h2>
        <span className={styles.quiet}>{t('today.callsThisWeek', { count: calls, shown: format.figure(calls) })}</span>
      </header>
      {average !== null && (
        <p className={styles.average} data-figures>
          <strong>{format.figure(average)}</strong> {t('today.average')}
        </p>
      )}
      {counts.length === 0 && <p className={styles.quiet}>{t('today.noValues')}</p>}
      <ul className={styles.values}>
        {shown.map(({ value, calls: count }) => (
          <li key={value} className={styles.value}>
            {field.type === 'option' && <ColourMark colour={colours.get(value) ?? ''} />}
            <span className={styles.name}>{value}</span>
            <span className={styles.track} aria-hidden="true">
              <span className={styles.bar} style={{ inlineSize: `${(100 * count) / most}%` }} />
            </span>
            <span className={styles.count} data-figures>
              {format.figure(count)}
            </span>
          </li>
        ))}
      </ul>
      {counts.length > shown.length && (
        <p className={styles.quiet}>{t('today.moreValues', { count: counts.length - shown.length })}</p>
      )}
    </section>
  );
}
