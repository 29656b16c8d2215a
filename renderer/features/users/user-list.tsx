import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { ListPage } from '../../list/list-page';
import { useSearch } from '../../list/use-search';
import { Button } from '../../ui/button';
import { BulkActions } from './bulk-actions';
import { useColumns } from './columns';
import { ExportUsers } from './export-users';
import { useWhyNotAdd } from './rights';
import { UserFilters, useUserFilters } from './user-filters';
import { useUsers } from './users';

/** The users, with filters, a search, and changes to several at once. */
export function UserList() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { search, setSearch } = useSearch();
  const { segment, licence } = useUserFilters();
  const whyNotAdd = useWhyNotAdd();
  const add = (
    <Button
      look="ink"
      icon={<Plus size={16} strokeWidth={1.75} aria-hidden="true" />}
      unavailable={whyNotAdd}
      onPress={() => void navigate('new')}
    >
      {t('users.add')}
    </Button>
  );
  return (
    <ListPage
      title={t('users.title')}
      {...useColumns()}
      list={useUsers({ search, segment, licence })}
      search={{ text: search, label: t('users.search'), onChange: setSearch }}
      filters={<UserFilters />}
      shows={`${segment} ${licence}`}
      words={{
        loading: t('users.loading'),
        failed: t('users.failed'),
        moreFailed: t('users.moreFailed'),
        empty: t(licence === null ? 'users.empty' : 'users.emptyLicence'),
        emptyText: t(licence === null ? 'users.emptyText' : 'users.emptyLicenceText'),
        noMatch: t('users.noMatch', { search }),
        showAll: t('users.showAll'),
        count: (count, shown) => t('users.count', { count, shown }),
        countMore: (count, shown) => t('users.countMore', { count, shown }),
      }}
      choose={{ nameOf: ({ name }) => name, actions: (choice) => <BulkActions choice={choice} /> }}
      add={
        <>
          <ExportUsers search={search} segment={segment} licence={licence} />
          {add}
        </>
      }
      onOpen={({ user_id }) => void navigate(user_id)}
    />
  );
}
