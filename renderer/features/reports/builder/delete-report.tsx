import { type Report, reportApi } from '@shared/contract/reports';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api/api';
import { changedByReport } from '../../../api/cache/reports';
import { useMay } from '../../../core/session';
import { DeleteRecord } from '../../../form/delete-record';
import { useDeleteWords } from '../../../form/use-delete-words';
import { useReadyMadeText } from '../use-name-text';

type Props = {
  report: Report;
  /** The page to go to afterwards. */
  list: string;
  /** What asks, if it is not a button of its own; `ask` is undefined for users who may not delete it. */
  trigger?: (ask: (() => void) | undefined) => ReactNode;
};

/** Deletes a report with its runs. */
export function DeleteReport({ report: { report_id, name }, list, trigger }: Props) {
  const { t } = useTranslation();
  const mayDelete = useMay(reportApi.delete);
  return (
    <DeleteRecord
      words={useDeleteWords('reports', useReadyMadeText()(name))}
      unavailable={mayDelete ? undefined : t('reports.mayNotDelete')}
      id={report_id}
      remove={() => api(reportApi.delete, { params: { report_id } })}
      list={list}
      changed={changedByReport}
      {...(trigger && { trigger: (ask) => trigger(mayDelete ? ask : undefined) })}
    >
      <p>{t('reports.deleteText')}</p>
    </DeleteRecord>
  );
}
