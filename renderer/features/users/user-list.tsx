import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { AddButton } from '../../list/add-button';
import { ListPage } from '../../list/list-page';
import { useSearchedWords } from '../../list/use-list-words';
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
  const { segment, licence, role_id, group_id, clear } = useUserFilters();
  const filters = { search, segment, licence, role_id, group_id };
  const words = useSearchedWords('users', search);
  const isNarrowed = role_id !== null || group_id !== null;
  const empty = isNarrowed ? 'users.emptyFilter' : licence === null ? 'users.empty' : 'users.emptyLicence';
  const whyNotAdd = useWhyNotAdd();
  return (
    <ListPage
      title={t('users.title')}
      {...useColumns()}
      list={useUsers(filters)}
      search={{ text: search, label: t('users.search'), onChange: setSearch }}
      filters={<UserFilters />}
      shows={`${segment} ${licence} ${role_id} ${group_id}`}
      words={{
        ...words,
        ...(isNarrowed && { noMatch: t('users.noMatchFiltered', { search }) }),
        empty: t(empty),
        emptyText: t(`${empty}Text`),
      }}
      emptyAction={isNarrowed && <Button onPress={clear}>{t('users.clear')}</Button>}
      choose={{ nameOf: ({ name }) => name, actions: (choice) => <BulkActions choice={choice} /> }}
      add={
        <>
          <ExportUsers {...filters} />
          <AddButton unavailable={whyNotAdd}>{t('users.add')}</AddButton>
        </>
      }
      onOpen={({ user_id }) => void navigate(user_id)}
    />
  );
}
