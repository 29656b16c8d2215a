import type { ReportRun } from '@shared/contract/report-runs';
import { useTranslation } from 'react-i18next';
import { useHolds } from '../../../core/session';
import { useRefusalText } from '../../../i18n/use-refusal-text';
import { Button } from '../../../ui/button';
import { ProgressRing } from '../../../ui/progress-ring';
import { toast } from '../../../ui/toast';
import styles from './progress.module.css';
import { useStop } from './use-run';

/** A run that has not ended, with Cancel. */
export function Progress({ run }: { run: ReportRun }) {
  const { t } = useTranslation();
  const mayRun = useHolds('reports:run');
  const refusalText = useRefusalText();
  const stop = useStop(run);
  const text = run.job_status === 'PENDING' ? t('reports.waiting') : t('reports.running', { percent: run.progress });
  return (
    <div className={styles.progress}>
      <ProgressRing value={run.progress / 100} label={run.name} />
      <span data-figures>{text}</span>
      <Button
        busy={stop.isPending}
        unavailable={mayRun ? undefined : t('reports.mayNotRun')}
        onPress={() => stop.mutate(undefined, { onError: (error) => toast(refusalText(error), 'note') })}
      >
        {t('reports.cancel')}
      </Button>
    </div>
  );
}
