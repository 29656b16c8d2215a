import { exportReportData, type ReportRun } from '@shared/contract/report-runs';
import { type Report, reportApi } from '@shared/contract/reports';
import { isDimension } from '@shared/report-names';
import { ChartColumn, Ellipsis, FileText, Play, Share, Table } from 'lucide-react';
import { type RefObject, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Route, Routes, useNavigate, useParams } from 'react-router';
import { addressOf } from '../../api/api';
import { bridge } from '../../api/bridge';
import { useAddress } from '../../core/address';
import { focusPage } from '../../core/keep-focus';
import { useHolds, useMay } from '../../core/session';
import { Crumb } from '../../form/crumb';
import { RecordPending } from '../../form/record-pending';
import { useRefusalText } from '../../i18n/use-refusal-text';
import { AddButton } from '../../list/add-button';
import { ListPage } from '../../list/list-page';
import type { Look } from '../../list/look';
import { useSearchedWords } from '../../list/use-list-words';
import { useSearch } from '../../list/use-search';
import { Button } from '../../ui/button';
import { FormMessage } from '../../ui/form-message';
import { Icon } from '../../ui/icon';
import { IconButton } from '../../ui/icon-button';
import { Menu, MenuItem, MenuLine } from '../../ui/menu';
import { PageBar } from '../../ui/page-bar';
import { PaneError } from '../../ui/pane-error';
import { toast } from '../../ui/toast';
import { saveFile } from '../call';
import { DeleteReport } from './builder/delete-report';
import { EditReportPage, NewReportPage } from './builder/report-page';
import { oneReport, useReports } from './reports';
import styles from './reports-page.module.css';
import runPage from './run/run-page.module.css';
import { RunView } from './run/run-view';
import { RunsMenu } from './run/runs-menu';
import { isOver, useRun, useStart } from './run/use-run';
import { useNameText, useReadyMadeText } from './use-name-text';

/** Reports: the list, each report with its runs, and its settings. */
export const ReportsPage = () => (
  <Routes>
    <Route index element={<ReportList />} />
    <Route path="new" element={<NewReportPage />} />
    <Route path=":report_id" element={<RunPage />} />
    <Route path=":report_id/edit" element={<EditReportPage />} />
  </Routes>
);

const look: Look<Report> = {
  columns: [
    { id: 'name', cell: (record) => <Text of={record.name} /> },
    { id: 'by', cell: (record) => <GroupedBy {...record} /> },
    { id: 'description', cell: (record) => <Text of={record.description ?? ''} /> },
  ],
  row: styles.row ?? '',
  idOf: ({ report_id }) => report_id,
  texts: new Set(['name', 'by', 'description']),
  opener: 'name',
};

const Text = ({ of }: { of: string }) => useReadyMadeText()(of);

function GroupedBy({ column_settings }: Report) {
  const { t } = useTranslation();
  const nameText = useNameText();
  const names = column_settings.filter(({ name }) => isDimension(name)).map(({ name }) => nameText(name));
  return names.length > 0 ? names.join(', ') : t('reports.allCalls');
}

/** The reports, with a search by name. */
function ReportList() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { search, setSearch } = useSearch();
  const mayAdd = useMay(reportApi.create);
  return (
    <ListPage
      title={t('reports.title')}
      look={look}
      list={useReports(search)}
      search={{ text: search, label: t('reports.search'), onChange: setSearch }}
      columns={[
        { id: 'name', name: t('reports.name') },
        { id: 'by', name: t('reports.groupBy') },
        { id: 'description', name: t('reports.description') },
      ]}
      words={useSearchedWords('reports', search)}
      add={
        <>
          <Button look="quiet" onPress={() => void navigate('today')}>
            {t('reports.today')}
          </Button>
          <AddButton unavailable={mayAdd ? undefined : t('reports.mayNotEdit')}>{t('reports.add')}</AddButton>
        </>
      }
      onOpen={({ report_id }) => void navigate(report_id)}
    />
  );
}

/** A report: one of its runs, by default the newest. The address has the run, and the one to compare with. */
function RunPage() {
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
    <main className={runPage.page} aria-label={name} data-pane data-no-deck="idle" tabIndex={-1}>
      <PageBar title={name} of="record" before={<Crumb to="/reports" name={t('reports.title')} />}>
        {run && <RunsMenu run={run} other={other} onShow={put('run')} onCompare={put('with')} />}
        <Actions report={report} />
        {run?.job_status === 'SUCCESS' && <ExportMenu run={run} page={page} />}
        {run !== null && <span className={runPage.act}>{act}</span>}
      </PageBar>
      {start.error && (
        <div className={runPage.message}>
          <FormMessage>{refusalText(start.error)}</FormMessage>
        </div>
      )}
      <div ref={page} className={runPage.body} data-page-focus={run !== null || undefined}>
        {error && run === undefined && (
          <PaneError title={t('reports.failedRun')} error={error} onRetry={() => void refetch()} />
        )}
        {run === null && (
          <div className={runPage.none} role="status">
            <h2 className={runPage.noneTitle}>{t('reports.noRun')}</h2>
            <p>{report.description ? readyMadeText(report.description) : t('reports.noRunText')}</p>
            {/* Without a run, the page has nothing else to press. */}
            <div className={runPage.noneAct} data-page-focus>
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

type ExportMenuProps = {
  run: ReportRun;
  /** Contains the chart, if there is one. */
  page: RefObject<HTMLElement | null>;
};

/** Saves what a run found: all rows as CSV, the page as PDF, the chart as a picture. */
function ExportMenu({ run, page }: ExportMenuProps) {
  const { t } = useTranslation();
  const said = (name: string | null) => name !== null && toast(t('reports.exported', { name }));
  const params = { report_id: run.report_id, run_id: run.run_id };
  const failed = () => toast(t('reports.exportFailed'), 'note');
  const hasChart = !['none', 'table'].includes(run.chart_settings.chart_style);
  return (
    <Menu label={t('reports.export')} trigger={<Button icon={<Icon of={Share} />}>{t('reports.export')}</Button>}>
      <MenuItem icon={<Icon of={Table} />} onAction={() => void saveFile(addressOf(exportReportData, params))}>
        {t('reports.exportCsv')}
      </MenuItem>
      <MenuItem
        icon={<Icon of={FileText} />}
        onAction={() => void bridge.savePdf(`${fileName(run.name)}.pdf`).then(said, failed)}
      >
        {t('reports.exportPdf')}
      </MenuItem>
      {hasChart && (
        <MenuItem
          icon={<Icon of={ChartColumn} />}
          onAction={() => {
            const picture = pictureIn(page.current);
            if (picture) void bridge.saveText(`${fileName(run.name)}.svg`, picture).then(said, failed);
            else failed();
          }}
        >
          {t('reports.exportChart')}
        </MenuItem>
      )}
    </Menu>
  );
}

/** A name that every file system accepts. */
const fileName = (name: string) =>
  name
    .replace(/[\\/:*?"<>|]/g, ' ')
    .slice(0, 100)
    .trim() || 'report';

/** The chart of a page as an SVG file. */
function pictureIn(page: HTMLElement | null): string | undefined {
  const svg = page?.querySelector('[data-chart] svg');
  if (!svg) return undefined;
  const copy = svg.cloneNode(true) as SVGElement;
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  return new XMLSerializer().serializeToString(copy);
}
