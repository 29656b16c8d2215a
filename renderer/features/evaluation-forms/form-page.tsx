import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { RecordPending } from '../../form/record-pending';
import { PageBar } from '../../ui/page-bar';
import { useForm } from './forms';
import { LiveForm } from './live-form';

/** The page of a form. */
export function FormPage() {
  const { t } = useTranslation();
  const { form_id = '' } = useParams();
  const { data, error, refetch } = useForm(form_id);
  if (!data) return <RecordPending error={error} failed={t('forms.failedOne')} onRetry={() => void refetch()} />;
  return (
    <main aria-label={data.form.name} data-pane data-no-deck="idle" tabIndex={-1}>
      <PageBar title={data.form.name} of="record" />
      <LiveForm form={data.form} current={null} onCurrent={() => {}} />
    </main>
  );
}
