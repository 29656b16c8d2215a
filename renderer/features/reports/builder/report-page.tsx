import { type Report, reportApi } from '@shared/contract/reports';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { changedByReport } from '../../../api/cache/reports';
import { idIn } from '../../../api/id-in';
import type { Stored } from '../../../api/record';
import { refresh } from '../../../core/query-client';
import { useMay } from '../../../core/session';
import { FormPage } from '../../../form/form-page';
import { RecordPending } from '../../../form/record-pending';
import { useApiForm } from '../../../form/use-api-form';
import { useFormValues } from '../../../form/use-form-values';
import { toast } from '../../../ui/toast';
import { oneReport } from '../reports';
import { useReadyMadeText } from '../use-name-text';
import { DeleteReport } from './delete-report';
import { changeRules, newRules } from './period';
import { Preview } from './preview';
import { ReportFields } from './report-fields';
import { useLabels } from './use-labels';
import { newReport, sections, valuesOf } from './values';

const list = '/reports';

/** The page of a new report, or of a copy of another one (`?of=`). */
export function NewReportPage() {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const of = params.get('of');
  const { data, error, refetch } = oneReport.useRecord(of);
  if (of === null) return <NewReport />;
  if (data) return <NewReport of={data.record} />;
  return <RecordPending error={error} failed={t('reports.failedOne')} onRetry={() => void refetch()} />;
}

function NewReport({ of }: { of?: Report }) {
  const { t } = useTranslation();
  const readyMadeText = useReadyMadeText();
  const navigate = useNavigate();
  const labels = useLabels();
  const mayEdit = useMay(reportApi.create);
  const form = useApiForm(reportApi.create, {
    values: newReport(t('reports.names.count_calls')),
    start: of && { ...valuesOf(of), name: t('reports.copyOf', { name: readyMadeText(of.name) }) },
    draft: 'new report',
    rules: newRules,
    sections,
    onSaved: async ({ answer }, { name }) => {
      toast(t('reports.added', { name }));
      await refresh(changedByReport);
      void navigate(`${list}/${idIn(answer.url)}`, { replace: true });
    },
  });
  const values = useFormValues(form);
  return (
    <FormPage
      form={form}
      crumb={{ name: t('reports.title'), to: list }}
      title={t('reports.new')}
      labels={labels}
      save={t('reports.save')}
      unavailable={mayEdit ? undefined : t('reports.mayNotEdit')}
      preview={<Preview settings={values} />}
    >
      <ReportFields form={form} readOnly={!mayEdit} />
    </FormPage>
  );
}

/** The settings of an existing report, with the figures that they give. */
export function EditReportPage() {
  const { t } = useTranslation();
  const { report_id = '' } = useParams();
  const { data, error, refetch } = oneReport.useRecord(report_id);
  if (data) return <Editor key={report_id} {...data} />;
  return <RecordPending error={error} failed={t('reports.failedOne')} onRetry={() => void refetch()} />;
}

function Editor({ record: report, version }: Stored<Report>) {
  const { t } = useTranslation();
  const readyMadeText = useReadyMadeText();
  const labels = useLabels();
  const mayEdit = useMay(reportApi.update);
  const { report_id } = report;
  const form = useApiForm(reportApi.update, {
    values: valuesOf(report),
    params: { report_id },
    version,
    stored: { options: oneReport.options(report_id), valuesOf },
    draft: `report ${report_id}`,
    rules: changeRules,
    sections,
    onSaved: (_, { name }) => {
      toast(t('reports.saved', { name }));
      void refresh(changedByReport);
    },
  });
  const values = useFormValues(form);
  return (
    <FormPage
      form={form}
      crumb={{ name: readyMadeText(report.name), to: `${list}/${report_id}` }}
      title={t('reports.settings')}
      labels={labels}
      save={t('reports.save')}
      unavailable={mayEdit ? undefined : t('reports.mayNotEdit')}
      actions={<DeleteReport report={report} list={list} />}
      preview={<Preview settings={values} />}
    >
      <ReportFields form={form} readOnly={!mayEdit} />
    </FormPage>
  );
}
