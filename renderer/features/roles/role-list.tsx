import type { Role } from '@shared/contract/roles';
import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useHolds } from '../../core/session';
import { useFormat } from '../../i18n/use-format';
import { ListPage } from '../../list/list-page';
import { columnsFor, type Look } from '../../list/look';
import { useSearch } from '../../list/use-search';
import { Button } from '../../ui/button';
import styles from './role-list.module.css';
import { useRoles } from './roles';

const column = columnsFor<Role>();
const look: Look<Role> = {
  columns: column.columns([
    column.display({ id: 'name', cell: ({ row }) => row.original.name }),
    column.display({ id: 'reach', cell: ({ row }) => <Reach {...row.original} /> }),
    column.display({ id: 'people', cell: ({ row }) => <People {...row.original} /> }),
  ]),
  row: styles.row ?? '',
  idOf: ({ role_id }) => role_id,
  texts: new Set(['name', 'reach']),
};

function Reach({ access_level }: Role) {
  const { t } = useTranslation();
  return t(`roles.reach.${access_level}`);
}

function People({ user_count }: Role) {
  const format = useFormat();
  return format.figure(user_count);
}

/** The roles, with a search by name. */
export function RoleList() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { search, setSearch } = useSearch();
  const mayAdd = useHolds('roles:edit');
  const add = (
    <Button
      look="ink"
      icon={<Plus size={16} strokeWidth={1.75} aria-hidden="true" />}
      unavailable={mayAdd ? undefined : t('roles.mayNotEdit')}
      onPress={() => void navigate('new')}
    >
      {t('roles.add')}
    </Button>
  );
  return (
    <ListPage
      title={t('roles.title')}
      look={look}
      list={useRoles(search)}
      search={{ text: search, label: t('roles.search'), onChange: setSearch }}
      columns={[
        { id: 'name', name: t('roles.name') },
        { id: 'reach', name: t('roles.reachOf') },
        { id: 'people', name: t('roles.people') },
      ]}
      words={{
        loading: t('roles.loading'),
        failed: t('roles.failed'),
        moreFailed: t('roles.moreFailed'),
        empty: t('roles.empty'),
        emptyText: t('roles.emptyText'),
        noMatch: t('roles.noMatch', { search }),
        showAll: t('roles.showAll'),
        count: (count, shown) => t('roles.count', { count, shown }),
        countMore: (count, shown) => t('roles.countMore', { count, shown }),
      }}
      add={add}
      onOpen={({ role_id }) => void navigate(role_id)}
    />
  );
}
