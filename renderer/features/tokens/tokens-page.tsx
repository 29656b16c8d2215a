import { listAllTokens, type TokenOfUser } from '@shared/contract/tokens';
import { dayMs, minuteMs } from '@shared/duration';
import { ArrowUpRight, ChevronDown } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { tokenKeys } from '../../api/cache/tokens';
import { useAddress } from '../../core/address';
import { useNames } from '../../core/record-choices';
import { useHolds } from '../../core/session';
import { useNow } from '../../core/use-now';
import { useReadingOnly } from '../../core/view-as';
import { useFormat } from '../../i18n/use-format';
import { AddButton } from '../../list/add-button';
import { ListPage } from '../../list/list-page';
import type { Look } from '../../list/look';
import { useCollection } from '../../list/use-collection';
import { useSearchedWords } from '../../list/use-list-words';
import { useSearch } from '../../list/use-search';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { Person } from '../../ui/person';
import { Segments } from '../../ui/segments';
import { RevokeToken, TokenAccess, TokenEnd } from '../account';
import styles from './tokens-page.module.css';

const look: Look<TokenOfUser> = {
  columns: [
    { id: 'name', cell: ({ name, hint }) => (hint === null ? name : `${name} …${hint}`) },
    { id: 'person', cell: (record) => <Person name={record.user_name} /> },
    { id: 'role', cell: (record) => <RoleName {...record} /> },
    { id: 'access', cell: (record) => <TokenAccess {...record} /> },
    { id: 'until', cell: (record) => <TokenEnd {...record} /> },
    { id: 'created', cell: (record) => <Created {...record} /> },
    { id: 'used', cell: (record) => <Used {...record} /> },
    { id: 'open', cell: () => <Icon of={ChevronDown} /> },
  ],
  row: styles.row ?? '',
  idOf: ({ token_id }) => token_id,
  texts: new Set(['name', 'person', 'role', 'access', 'until']),
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
        { id: 'access', name: t('tokens.access') },
        { id: 'until', name: t('tokens.until') },
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

/** The segments of the list. */
const segments = ['all', 'idle'] as const;
type Segment = (typeof segments)[number];

const idleMs = 90 * dayMs;

/** The tokens that a search and a segment show, by name. Idle ones have not been used for 90 days. */
function useAllTokens({ search, segment }: { search: string; segment: Segment }) {
  // Whole days, so that the list is not another one each time it is rendered.
  const since = new Date(Math.floor((useNow(minuteMs) - idleMs) / dayMs) * dayMs).toISOString();
  const filters = useMemo(
    () => ({ ...(search && { search_term: search }), ...(segment === 'idle' && { not_used_since: since }) }),
    [search, segment, since],
  );
  return useCollection(listAllTokens, 'tokens', tokenKeys.list, filters);
}

/** The rights of a token, and the actions on it. */
function TokenDetails({ token: { user_id, user_name, token_id, name, opens_recordings } }: { token: TokenOfUser }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const readingOnly = useReadingOnly();
  const seesUsers = useHolds('users:view');
  return (
    <div className={styles.panel}>
      <p className={styles.text}>
        {t('tokens.rights', { name: user_name })} {t(opens_recordings ? 'tokens.opens' : 'tokens.opensNot')}
      </p>
      {seesUsers && (
        <Button look="quiet" icon={<Icon of={ArrowUpRight} />} onPress={() => void navigate(`/admin/users/${user_id}`)}>
          {t('tokens.openUser', { name: user_name })}
        </Button>
      )}
      <RevokeToken user_id={user_id} token_id={token_id} name={name} unavailable={readingOnly} />
    </div>
  );
}
