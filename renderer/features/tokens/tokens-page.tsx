import type { TokenOfUser } from '@shared/contract/tokens';
import { ChevronDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useAddress } from '../../core/address';
import { useNames } from '../../core/record-choices';
import { useHolds } from '../../core/session';
import { useFormat } from '../../i18n/use-format';
import { AddButton } from '../../list/add-button';
import { ListPage } from '../../list/list-page';
import type { Look } from '../../list/look';
import { useSearchedWords } from '../../list/use-list-words';
import { useSearch } from '../../list/use-search';
import { Icon } from '../../ui/icon';
import { Person } from '../../ui/person';
import { Segments } from '../../ui/segments';
import { TokenDetails } from './token-details';
import { segments, useAllTokens } from './tokens';
import styles from './tokens-page.module.css';

const look: Look<TokenOfUser> = {
  columns: [
    { id: 'name', cell: ({ name }) => name },
    { id: 'person', cell: (record) => <Person name={record.user_name} /> },
    { id: 'role', cell: (record) => <RoleName {...record} /> },
    { id: 'created', cell: (record) => <Created {...record} /> },
    { id: 'used', cell: (record) => <Used {...record} /> },
    { id: 'open', cell: () => <Icon of={ChevronDown} /> },
  ],
  row: styles.row ?? '',
  idOf: ({ token_id }) => token_id,
  texts: new Set(['name', 'person', 'role']),
  opener: 'open',
};

function RoleName({ role_id }: TokenOfUser) {
  const maySee = useHolds('roles:view');
  return useNames(maySee ? [{ kind: 'role_id', id: role_id }] : []).get(role_id);
}

function Created({ created_at }: TokenOfUser) {
  return useFormat().day(created_at);
}

function Used({ last_used_at }: TokenOfUser) {
  const { t } = useTranslation();
  const format = useFormat();
  return last_used_at === null ? t('tokens.never') : format.started(last_used_at);
}

/** The access tokens of all users in reach. A token is revoked in its details. */
export function TokensPage() {
  const { t } = useTranslation();
  const { search, setSearch } = useSearch();
  const { params, change } = useAddress();
  const segment = segments.find((one) => one === params.get('show')) ?? 'all';
  const setSegment = (to: string) => change((next) => (to === 'all' ? next.delete('show') : next.set('show', to)));
  return (
    <ListPage
      title={t('tokens.title')}
      look={look}
      list={useAllTokens({ search, segment })}
      search={{ text: search, label: t('tokens.search'), onChange: setSearch }}
      filters={
        <div className={styles.filters}>
          <Segments
            label={t('tokens.show')}
            value={segment}
            onChange={setSegment}
            choices={segments.map((id) => ({ id, name: t(`tokens.segment.${id}`) }))}
            compact
          />
        </div>
      }
      shows={segment}
      columns={[
        { id: 'name', name: t('tokens.name') },
        { id: 'person', name: t('tokens.person') },
        { id: 'role', name: t('tokens.role') },
        { id: 'created', name: t('tokens.created') },
        { id: 'used', name: t('tokens.used') },
        { id: 'open', name: t('tokens.details'), quiet: true },
      ]}
      words={{
        ...useSearchedWords('tokens', search),
        empty: t(segment === 'idle' ? 'tokens.noIdle' : 'tokens.empty'),
        emptyText: t(segment === 'idle' ? 'tokens.noIdleText' : 'tokens.emptyText'),
      }}
      add={<AddButton to="/account#new-token">{t('tokens.add')}</AddButton>}
      details={(token) => <TokenDetails token={token} />}
    />
  );
}
