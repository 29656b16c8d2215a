import { type Group, groupApi } from '@shared/contract/groups';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/api';
import { changedByGroup } from '../../api/cache/groups';
import { useMay } from '../../core/session';
import { DeleteRecord } from '../../form/delete-record';
import { useDeleteWords } from '../../form/use-delete-words';
import { useFormat } from '../../i18n/use-format';

type Props = { group: Group /** The page to go to afterwards. */; list: string };

/** Deletes a group, after showing how many users are in it. */
export function DeleteGroup({ group: { group_id, name, user_count }, list }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const mayDelete = useMay(groupApi.delete);
  return (
    <DeleteRecord
      words={useDeleteWords('groups', name)}
      unavailable={mayDelete ? undefined : t('groups.mayNotDelete')}
      remove={() => api(groupApi.delete, { params: { group_id } })}
      list={list}
      changed={changedByGroup}
    >
      <p>{t('groups.deleteText', { count: user_count, shown: format.figure(user_count) })}</p>
    </DeleteRecord>
  );
}
