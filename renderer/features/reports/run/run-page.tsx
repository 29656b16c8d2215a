import type { Report } from '@shared/contract/reports';
import { Ellipsis, Play } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { useAddress } from '../../../core/address';
import { focusPage } from '../../../core/keep-focus';
import { useHolds } from '../../../core/session';
import { Crumb } from '../../../form/crumb';
import { RecordPending } from '../../../form/record-pending';
import { useRefusalText } from '../../../i18n/use-refusal-text';
import { Button } from '../../../ui/button';
import { FormMessage } from '../../../ui/form-message';
import { Icon } from '../../../ui/icon';
import { IconButton } from '../../../ui/icon-button';
import { Menu, MenuItem, MenuLine } from '../../../ui/menu';
import { PageBar } from '../../../ui/page-bar';
import { PaneError } from '../../../ui/pane-error';
import { DeleteReport } from '../builder/delete-report';
import { oneReport } from '../reports';
import { useReadyMadeText } from '../use-name-text';
import { ExportMenu } from './export-menu';
import styles from './run-page.module.css';
import { RunView } from './run-view';
import { RunsMenu } from './runs-menu';
import { isOver, useRun, useStart } from './use-run';

/** A report: one of its runs, by default the newest. The address has the run, and the one to compare with. */
export function RunPage() {
  const { t } = useTranslation();
  const { report_id = '' } = useParams();
  const { data, error, refetch } = oneReport.useRecord(report_id);
  if (data) return <Runs key={report_id} report={data.record} />;
  return <RecordPending error={error} failed={t('reports.failedOne')} onRetry={() => void refetch()} />;
}

function Runs({ report }: { report: Report }) {
  const { t } = useTranslation();
  const refusalText = useRefusalText();
  const page = useRef<HTMLDivElement>(null);
  const readyMadeText = useReadyMadeText();
  const { report_id } = report;
  const name = readyMadeText(report.name);
  const { params, change } = useAddress();
  const wanted = params.get('run');
  const { data, error, refetch } = useRun(report_id, wanted ?? 'latest');
  // The address is kept for longer than the run. Instead of one that is gone, the newest is shown.
  const isGone = wanted !== null && data === null;
  useEffect(() => {
    if (isGone) change((next) => next.delete('run'));
  }, [isGone, change]);
  const run = isGone ? undefined : data && { ...data, name: readyMadeText(data.name) };
  const withId = params.get('with');
  // No run is compared with itself, such as the newest one that the address does not name.
  const other = withId === run?.run_id ? null : withId;
  const mayRun = useHolds('reports:run');
  const hadRun = useRef(false);
  useEffect(() => {
    // With the last run, the button of its menu goes, which had the focus.
    if (run === null && hadRun.current) focusPage();
    if (run !== undefined) hadRun.current = run !== null;
  }, [run]);
  const put = (param: string) => (run_id: string | null) =>
    change((next) => {
      if (run_id === null) next.delete(param);
      else next.set(param, run_id);
      if (next.get('run') === next.get('with')) next.delete('with');
    });
  const start = useStart(report_id, put('run'));
  const act = (
    <Button
      look="ink"
      icon={<Icon of={Play} />}
      busy={start.isPending}
      unavailable={mayRun ? undefined : t('reports.mayNotRun')}
      onPress={start.begin}
    >
      {run ? t('reports.runAgain') : t('reports.run')}
    </Button>
  );
  return (
    <main className={styles.page} aria-label={name} data-pane data-no-deck="idle" tabIndex={-1}>
      <PageBar title={name} of="record" before={<Crumb to="/reports" name={t('reports.title')} />}>
        {run && <RunsMenu run={run} other={other} onShow={put('run')} onCompare={put('with')} />}
        <Actions report={report} />
        {run?.job_status === 'SUCCESS' && <ExportMenu run={run} page={page} />}
        {run !== null && <span className={styles.act}>{act}</span>}
      </PageBar>
      {start.error && (
        <div className={styles.message}>
          <FormMessage>{refusalText(start.error)}</FormMessage>
        </div>
      )}
      <div ref={page} className={styles.body} data-page-focus={run !== null || undefined}>
        {error && run === undefined && (
          <PaneError title={t('reports.failedRun')} error={error} onRetry={() => void refetch()} />
        )}
        {run === null && (
          <div className={styles.none} role="status">
            <h2 className={styles.noneTitle}>{t('reports.noRun')}</h2>
            <p>{report.description ? readyMadeText(report.description) : t('reports.noRunText')}</p>
            {/* Without a run, the page has nothing else to press. */}
            <div className={styles.noneAct} data-page-focus>
              {act}
            </div>
          </div>
        )}
        {run && <RunView key={run.run_id} run={run} other={isOver(run) ? other : null} />}
      </div>
    </main>
  );
}

/** The actions on the report itself. */
function Actions({ report }: { report: Report }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const mayEdit = useHolds('reports:edit');
  return (
    <DeleteReport
      report={report}
      list="/reports"
      trigger={(ask) => (
        <Menu
          label={t('reports.more')}
          trigger={
            <IconButton label={t('reports.more')} size={30} edge>
              <Icon of={Ellipsis} />
            </IconButton>
          }
        >
          <MenuItem onAction={() => void navigate('edit')}>{t('reports.edit')}</MenuItem>
          {mayEdit && (
            <MenuItem onAction={() => void navigate(`/reports/new?of=${report.report_id}`)}>
              {t('reports.copy')}
            </MenuItem>
          )}
          {ask && <MenuLine />}
          {ask && <MenuItem onAction={ask}>{t('reports.delete')}</MenuItem>}
        </Menu>
      )}
    />
  );
}
