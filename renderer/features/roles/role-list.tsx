import { type Role, roleApi } from '@shared/contract/roles';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useMay } from '../../core/session';
import { useFormat } from '../../i18n/use-format';
import { AddButton } from '../../list/add-button';
import { ListPage } from '../../list/list-page';
import type { Look } from '../../list/look';
import { useSearchedWords } from '../../list/use-list-words';
import { useSearch } from '../../list/use-search';
import { Button } from '../../ui/button';
import { Menu, MenuItem } from '../../ui/menu';
import { useReachText } from './role-fields';
import styles from './role-list.module.css';
import { useRoles } from './roles';
import { templateIds } from './templates';

const look: Look<Role> = {
  columns: [
    { id: 'name', cell: ({ name }) => name },
    { id: 'reach', cell: (record) => <Reach {...record} /> },
    { id: 'people', cell: (record) => <People {...record} /> },
  ],
  row: styles.row ?? '',
  idOf: ({ role_id }) => role_id,
  texts: new Set(['name', 'reach']),
};

function Reach({ access_level }: Role) {
  return useReachText()(access_level);
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
  const mayAdd = useMay(roleApi.create);
  const unavailable = mayAdd ? undefined : t('roles.mayNotEdit');
  const add = (
    <>
      {mayAdd && (
        <Menu label={t('roles.startFrom')} trigger={<Button look="quiet">{t('roles.startFrom')}</Button>}>
          {templateIds.map((id) => (
            <MenuItem
              key={id}
              hint={t(`roles.templateText.${id}`)}
              onAction={() => void navigate(`new?template=${id}`)}
            >
              {t(`roles.template.${id}`)}
            </MenuItem>
          ))}
        </Menu>
      )}
      <AddButton unavailable={unavailable}>{t('roles.add')}</AddButton>
    </>
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
      words={useSearchedWords('roles', search)}
      add={add}
      onOpen={({ role_id }) => void navigate(role_id)}
    />
  );
}
