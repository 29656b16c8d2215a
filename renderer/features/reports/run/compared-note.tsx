import type { ReportRun } from '@shared/contract/report-runs';
import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/use-format';
import { Icon } from '../../../ui/icon';
import { useAdvancedTexts } from '../../calls';
import { advancedOf } from '../builder/definition-filters';
import styles from './compared-note.module.css';
import { differencesOf } from './differences';
import { usePeriodText } from './use-period-text';
import { useRunName } from './use-run-name';

type Props = {
  run: ReportRun;
  /** The run that it is compared with. */
  before: ReportRun;
  /** The number of rows that only the other run has. */
  gone: number;
};

/** Which run the figures are compared with, and in what that run counted other calls. */
export function ComparedNote({ run, before, gone }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const nameOf = useRunName(run.report_id);
  const differences = useDifferenceTexts(run, before);
  return (
    <div className={styles.note} role="status">
      <p>
        {t('reports.comparedWith', { time: nameOf.within(before) })}
        {gone > 0 && ` ${t('reports.gone', { count: gone, shown: format.figure(gone) })}`}
      </p>
      {differences.length > 0 && (
        <div className={styles.warning}>
          <Icon of={TriangleAlert} size={14} />
          <div>
            <p className={styles.title}>{t('reports.otherCalls')}</p>
            <ul>
              {differences.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          </div>
        </div>
      )}
    </div>
  );
}

function useDifferenceTexts(run: ReportRun, before: ReportRun): string[] {
  const { t } = useTranslation();
  const periodText = usePeriodText();
  const [now, then] = [useAdvancedTexts(advancedOf(run.filters)), useAdvancedTexts(advancedOf(before.filters))];
  const { period, timezone, filters, person } = differencesOf(run, before);
  const differs = (name: string, here: string, there: string) => t('reports.differs', { name, here, there });
  const zone = (one: ReportRun) => one.timezone.replaceAll('_', ' ');
  const none = t('reports.notFiltered');
  return [
    ...(period ? [differs(t('reports.period'), periodText(run), periodText(before))] : []),
    ...filters.map((filter) => {
      const [here, there] = [now.get(filter), then.get(filter)];
      // A filter by a field that this user does not see has no text.
      if (here === undefined && there === undefined) return t('reports.fieldUnseen');
      return differs((here ?? there)?.name ?? '', here?.value ?? none, there?.value ?? none);
    }),
    ...(timezone ? [differs(t('reports.timezone'), zone(run), zone(before))] : []),
    ...(person ? [t('reports.otherPerson')] : []),
  ];
}
