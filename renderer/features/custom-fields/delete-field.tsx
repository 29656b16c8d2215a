import { type CustomField, customFieldApi } from '@shared/contract/custom-fields';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/api';
import { changedByField } from '../../api/cache/custom-fields';
import { useMay } from '../../core/session';
import { DeleteRecord } from '../../form/delete-record';
import { useDeleteWords } from '../../form/use-delete-words';
import { useFormat } from '../../i18n/use-format';
import { useUsage } from './fields';

type Props = { field: CustomField /** The page to go to afterwards. */; list: string };

/** Deletes a field, after showing how many calls have values of it. The service refuses while any call has. */
export function DeleteField({ field: { field_id, name }, list }: Props) {
  const { t } = useTranslation();
  const mayDelete = useMay(customFieldApi.delete);
  return (
    <DeleteRecord
      words={useDeleteWords('customFields', name)}
      unavailable={mayDelete ? undefined : t('customFields.mayNotDelete')}
      remove={() => api(customFieldApi.delete, { params: { field_id } })}
      list={list}
      changed={changedByField}
    >
      <CallsWithValues field_id={field_id} />
    </DeleteRecord>
  );
}

function CallsWithValues({ field_id }: { field_id: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  const count = useUsage(field_id)?.call_count;
  if (count === undefined) return <p>{t('customFields.deleteUnknown')}</p>;
  if (count === 0) return <p>{t('customFields.deleteNoCalls')}</p>;
  return <p>{t('customFields.deleteCalls', { count, shown: format.figure(count) })}</p>;
}
