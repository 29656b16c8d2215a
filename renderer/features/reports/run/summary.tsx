import type { ReportData } from '@shared/contract/report-runs';
import type { Definition } from '@shared/contract/reports';
import { surenessOf } from '../sureness';
import { useHeaderText } from '../use-name-text';
import type { Compared } from './compare';
import { Figure } from './figure';
import styles from './summary.module.css';
import type { DrillDown } from './use-drill-down';

type Props = {
  settings: Definition['summary_settings'];
  data: Pick<ReportData, 'summary'>;
  drillDown?: (metric: string, label: string) => DrillDown;
  compared?: Compared | undefined;
};

/** The figures of all calls of a run. */
export function Summary({ settings, data: { summary }, drillDown, compared }: Props) {
  const headerText = useHeaderText();
  if (settings.length === 0) return null;
  return (
    <dl className={styles.summary}>
      {settings.map((setting) => {
        const { name } = setting;
        const header = headerText(setting);
        return (
          <div key={name} className={styles.item}>
            <dt className={styles.label}>{header}</dt>
            <dd className={styles.value}>
              <Figure
                metric={name}
                value={summary[name]}
                label={header}
                drillDown={drillDown?.(name, header)}
                difference={compared?.inSummary(summary, name)}
                sureness={surenessOf(summary, name)}
              />
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
