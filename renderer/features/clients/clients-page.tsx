import { type Client, clientApi } from '@shared/contract/clients';
import { useTranslation } from 'react-i18next';
import { Route, Routes, useMatch, useNavigate } from 'react-router';
import { useHolds, useMay } from '../../core/session';
import { useFormat } from '../../i18n/use-format';
import { AddButton } from '../../list/add-button';
import { ListPage } from '../../list/list-page';
import type { Look } from '../../list/look';
import { useSearchedWords } from '../../list/use-list-words';
import { useSearch } from '../../list/use-search';
import { useMediaQuery } from '../../ui/use-media-query';
import { ClientPage, NewClientPage } from './client-page';
import { useClients, useCountOf } from './clients';
import styles from './clients-page.module.css';

/** Administration, Clients: the list with the chosen client next to it, or one after the other in a narrow window. */
export function ClientsPage() {
  const isWide = useMediaQuery('(min-width: 1180px)');
  const openId = useMatch('/admin/clients/:client_id')?.params.client_id;
  const pages = (
    <Routes>
      <Route index element={isWide ? <NoneChosen /> : <ClientList />} />
      <Route path="new" element={<NewClientPage />} />
      <Route path=":client_id" element={<ClientPage />} />
    </Routes>
  );
  if (!isWide) return pages;
  return (
    <div className={styles.split} data-no-deck="idle">
      <ClientList beside openId={openId} />
      {pages}
    </div>
  );
}

function NoneChosen() {
  const { t } = useTranslation();
  // Beside an empty list, there is none to choose.
  const { open } = useClients('');
  return (
    <main className={styles.none} aria-label={t('clients.title')}>
      {open.length > 0 && <p>{t('clients.choose')}</p>}
    </main>
  );
}

const look: Look<Client> = {
  columns: [
    { id: 'name', cell: ({ name }) => name },
    { id: 'numbers', cell: (record) => <Numbers {...record} /> },
  ],
  row: styles.row ?? '',
  idOf: ({ client_id }) => client_id,
  texts: new Set(['name']),
  opener: 'name',
};

/** For a role that sees calls. */
const lookWithCalls: Look<Client> = {
  ...look,
  columns: [...look.columns, { id: 'calls', cell: (record) => <Calls {...record} /> }],
  row: styles.rowWithCalls ?? '',
};

/** Next to the page of the chosen client, with the numbers below the name and the calls at the end. */
const narrowLook: Look<Client> = {
  ...look,
  columns: [{ id: 'name', cell: (record) => <TwoLines {...record} /> }],
  row: styles.narrow ?? '',
};

function TwoLines(client: Client) {
  return (
    <>
      <span className={styles.name}>{client.name}</span>
      <span className={styles.calls} data-figures>
        <Calls {...client} />
      </span>
      <span className={styles.numbers}>
        <Numbers {...client} />
      </span>
    </>
  );
}

function Numbers({ contacts }: Client) {
  const { t } = useTranslation();
  return t('clients.numbers', { count: contacts.length });
}

function Calls({ client_id }: Client) {
  const { t } = useTranslation();
  const format = useFormat();
  const count = useCountOf(client_id);
  return count === undefined ? '' : t('clients.calls', { count, shown: format.figure(count) });
}

/** The clients, with a search by name or number. With `beside`, the page of the chosen one is beside the list. */
function ClientList({ beside = false, openId }: { beside?: boolean; openId?: string | undefined }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { search, setSearch } = useSearch(beside ? '/admin/clients' : undefined);
  const mayAdd = useMay(clientApi.create);
  const seesCalls = useHolds('calls:view');
  // The search stays in the address while the clients next to the list change.
  const pathOf = (page: string) => `/admin/clients/${page}${search ? `?search=${encodeURIComponent(search)}` : ''}`;
  return (
    <ListPage
      title={t('clients.title')}
      look={beside ? narrowLook : seesCalls ? lookWithCalls : look}
      list={useClients(search)}
      search={{ text: search, label: t('clients.search'), onChange: setSearch }}
      columns={[
        { id: 'name', name: t('clients.name'), sorted: 'asc' },
        ...(beside ? [] : [{ id: 'numbers', name: t('clients.contacts') }]),
        ...(beside || !seesCalls ? [] : [{ id: 'calls', name: t('clients.callsColumn') }]),
      ]}
      {...(beside && { rowHeight: 52 })}
      words={useSearchedWords('clients', search)}
      add={
        <AddButton
          look={beside ? 'plain' : 'ink'}
          unavailable={mayAdd ? undefined : t('clients.mayNotEdit')}
          to={pathOf('new')}
        >
          {t('clients.add')}
        </AddButton>
      }
      onOpen={({ client_id }) => void navigate(pathOf(client_id))}
      beside={beside}
      openId={openId}
    />
  );
}
