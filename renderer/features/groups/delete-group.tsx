import { type Group, groupApi } from '@shared/contract/groups';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/api';
import { changedByGroup } from '../../api/cache/groups';
import { useMay } from '../../core/session';
import { DeleteRecord } from '../../form/delete-record';
import { useDeleteWords } from '../../form/use-delete-words';
import { useFormat } from '../../i18n/use-format';
import { useUsersOf } from './groups';

type Props = { group: Group /** The page to go to afterwards. */; list: string };

/** Deletes a group that is nobody's main group, after showing how many users are in it. */
export function DeleteGroup({ group: { group_id, name, user_count }, list }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const mayDelete = useMay(groupApi.delete);
  const [first, ...others] = (useUsersOf(group_id) ?? []).filter((user) => user.group_id === group_id);
  const isMain = first && t('groups.isMain', { count: 1 + others.length, name: first.name });
  return (
    <DeleteRecord
      words={useDeleteWords('groups', name)}
      unavailable={mayDelete ? isMain : t('groups.mayNotDelete')}
      id={group_id}
      remove={() => api(groupApi.delete, { params: { group_id } })}
      list={list}
      changed={changedByGroup}
    >
      <p>{t('groups.deleteText', { count: user_count, shown: format.figure(user_count) })}</p>
    </DeleteRecord>
  );
}
