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

/** Deletes a field that has no values on calls, after asking. */
export function DeleteField({ field: { field_id, name }, list }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const mayDelete = useMay(customFieldApi.delete);
  const count = useUsage(field_id)?.call_count;
  const onCalls = count ? t('customFields.onCalls', { count, shown: format.figure(count) }) : undefined;
  return (
    <DeleteRecord
      words={useDeleteWords('customFields', name)}
      unavailable={mayDelete ? onCalls : t('customFields.mayNotDelete')}
      id={field_id}
      remove={() => api(customFieldApi.delete, { params: { field_id } })}
      list={list}
      changed={changedByField}
    >
      <p>{t(count === undefined ? 'customFields.deleteUnknown' : 'customFields.deleteNoCalls')}</p>
    </DeleteRecord>
  );
}
