import type { Client } from '@shared/contract/clients';
import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useHolds } from '../../core/session';
import { ListPage } from '../../list/list-page';
import { columnsFor, type Look } from '../../list/look';
import { useSearch } from '../../list/use-search';
import { Button } from '../../ui/button';
import styles from './client-list.module.css';
import { useClients } from './clients';

const column = columnsFor<Client>();
const look: Look<Client> = {
  columns: column.columns([
    column.display({ id: 'name', cell: ({ row }) => row.original.name }),
    column.display({ id: 'numbers', cell: ({ row }) => <Numbers {...row.original} /> }),
  ]),
  row: styles.row ?? '',
  idOf: ({ client_id }) => client_id,
  texts: new Set(['name']),
  opener: 'name',
};

function Numbers({ contacts }: Client) {
  const { t } = useTranslation();
  return t('clients.numbers', { count: contacts.length });
}

/** The clients, with a search by name or number. With `beside`, the page of the chosen one is beside the list. */
export function ClientList({ beside = false }: { beside?: boolean }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { search, setSearch } = useSearch(beside ? '/admin/clients' : undefined);
  const mayAdd = useHolds('clients:edit');
  // The search stays in the address while the clients beside the list change.
  const open = (path: string) =>
    void navigate(`/admin/clients/${path}${search ? `?search=${encodeURIComponent(search)}` : ''}`);
  const add = (
    <Button
      look={beside ? 'plain' : 'ink'}
      icon={<Plus size={16} strokeWidth={1.75} aria-hidden="true" />}
      unavailable={mayAdd ? undefined : t('clients.mayNotEdit')}
      onPress={() => open('new')}
    >
      {t('clients.add')}
    </Button>
  );
  return (
    <ListPage
      title={t('clients.title')}
      look={look}
      list={useClients(search)}
      search={{ text: search, label: t('clients.search'), onChange: setSearch }}
      columns={[
        { id: 'name', name: t('clients.name') },
        { id: 'numbers', name: t('clients.contacts') },
      ]}
      words={{
        loading: t('clients.loading'),
        failed: t('clients.failed'),
        moreFailed: t('clients.moreFailed'),
        empty: t('clients.empty'),
        emptyText: t('clients.emptyText'),
        noMatch: t('clients.noMatch', { search }),
        showAll: t('clients.showAll'),
        count: (count, shown) => t('clients.count', { count, shown }),
        countMore: (count, shown) => t('clients.countMore', { count, shown }),
      }}
      add={add}
      onOpen={({ client_id }) => open(client_id)}
      beside={beside}
    />
  );
}
