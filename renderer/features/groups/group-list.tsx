import { type Group, groupApi } from '@shared/contract/groups';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useMay } from '../../core/session';
import { useFormat } from '../../i18n/use-format';
import { AddButton } from '../../list/add-button';
import { ListPage } from '../../list/list-page';
import type { Look } from '../../list/look';
import { useSearchedWords } from '../../list/use-list-words';
import { useSearch } from '../../list/use-search';
import styles from './group-list.module.css';
import { useGroups } from './groups';

const look: Look<Group> = {
  columns: [
    { id: 'name', cell: ({ name }) => name },
    { id: 'timezone', cell: (record) => <Zone {...record} /> },
    { id: 'users', cell: (record) => <UserCount {...record} /> },
  ],
  row: styles.row ?? '',
  idOf: ({ group_id }) => group_id,
  texts: new Set(['name', 'timezone']),
  ends: new Set(['users']),
};

function Zone({ timezone }: Group) {
  const { t } = useTranslation();
  return timezone === '' ? t('groups.zoneOfTenant') : timezone.replaceAll('_', ' ');
}

const UserCount = ({ user_count }: Group) => useFormat().figure(user_count);

/** The groups, with a search by name. */
export function GroupList() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { search, setSearch } = useSearch();
  const mayAdd = useMay(groupApi.create);
  return (
    <ListPage
      title={t('groups.title')}
      look={look}
      list={useGroups(search)}
      search={{ text: search, label: t('groups.search'), onChange: setSearch }}
      columns={[
        { id: 'name', name: t('groups.name') },
        { id: 'timezone', name: t('groups.timezone') },
        { id: 'users', name: t('groups.users') },
      ]}
      words={useSearchedWords('groups', search)}
      add={<AddButton unavailable={mayAdd ? undefined : t('groups.mayNotEdit')}>{t('groups.add')}</AddButton>}
      onOpen={({ group_id }) => void navigate(group_id)}
    />
  );
}
