import type { ReportRun } from '@shared/contract/report-runs';
import { isDimension } from '@shared/report-names';
import { Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from '../../../ui/class-names';
import { Icon } from '../../../ui/icon';
import { Segments } from '../../../ui/segments';
import { useAdvancedTexts } from '../../calls';
import { advancedOf } from '../builder/definition-filters';
import { useHeaderText } from '../use-name-text';
import styles from './settings-pane.module.css';
import { usePeriodText } from './use-period-text';

const styleNames = ['bar', 'line', 'pie', 'none'] as const;

type Props = {
  run: ReportRun;
  style: string;
  /** Draws the chart in another way, without a change of the report. */
  onStyle: (style: string) => void;
  className: string;
};

/** The settings of the run, and the kind of its chart. */
export function SettingsPane({ run, style, onStyle, className }: Props) {
  const { t } = useTranslation();
  const texts = useAdvancedTexts(advancedOf(run.filters));
  const period = usePeriodText()(run);
  const headerText = useHeaderText();
  const columns = run.column_settings;
  const look = classNames(styles.pane, className);
  const hasChart = run.chart_settings.metrics.length > 0;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, which keys can only do where the focus is
    <aside className={look} aria-label={t('reports.settingsOfRun')} data-pane tabIndex={0}>
      <Part title={t('reports.filters')}>
        <li>{period}</li>
        {[...texts.values()].map(({ name, value }) => (
          <li key={name}>
            <span className={styles.quiet}>{name}</span> {value}
          </li>
        ))}
      </Part>
      <Part title={t('reports.groupBy')}>
        {columns
          .filter(({ name }) => isDimension(name))
          .map((column) => (
            <li key={column.name}>{headerText(column)}</li>
          ))}
        {!columns.some(({ name }) => isDimension(name)) && <li>{t('reports.allCalls')}</li>}
      </Part>
      <Part title={t('reports.numbers')}>
        {columns
          .filter(({ name }) => !isDimension(name))
          .map((column) => {
            const sort = run.sort_settings.find((one) => one.name === column.name)?.sort;
            return (
              <li key={column.name}>
                {headerText(column)} {sort && <span className={styles.quiet}>{t(`reports.sorted.${sort}`)}</span>}
              </li>
            );
          })}
      </Part>
      {hasChart && (
        <section className={styles.part}>
          <Segments
            label={t('reports.chart')}
            value={style}
            onChange={onStyle}
            choices={styleNames.map((id) => ({ id, name: t(`reports.style.${id}`) }))}
            compact
          />
        </section>
      )}
      <p className={styles.note}>
        <Icon of={Info} size={14} />
        {t('reports.zoneNote', { zone: run.timezone.replaceAll('_', ' ') })}
      </p>
    </aside>
  );
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={styles.part}>
    <h2 className={styles.title}>{title}</h2>
    <ul className={styles.list}>{children}</ul>
  </section>
);
