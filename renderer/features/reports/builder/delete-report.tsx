import { type Report, reportApi } from '@shared/contract/reports';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api/api';
import { changedByReport } from '../../../api/cache/reports';
import { useHolds } from '../../../core/session';
import { DeleteRecord } from '../../../form/delete-record';

type Props = { report: Report /** The page to go to afterwards. */; list: string };

/** Deletes a report with its runs. */
export function DeleteReport({ report: { report_id, name }, list }: Props) {
  const { t } = useTranslation();
  const mayDelete = useHolds('reports:delete');
  return (
    <DeleteRecord
      words={{
        ask: t('reports.delete'),
        title: t('reports.deleteTitle', { name }),
        keep: t('reports.keep'),
        remove: t('reports.deleteNow'),
        removed: t('reports.deleted', { name }),
      }}
      unavailable={mayDelete ? undefined : t('reports.mayNotDelete')}
      remove={() => api(reportApi.delete, { params: { report_id } })}
      list={list}
      changed={changedByReport}
    >
      <p>{t('reports.deleteText')}</p>
    </DeleteRecord>
  );
}
