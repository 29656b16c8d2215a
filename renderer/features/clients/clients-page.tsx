import { useTranslation } from 'react-i18next';
import { Route, Routes, useMatch } from 'react-router';
import { useMediaQuery } from '../../ui/use-media-query';
import { ClientList } from './client-list';
import { ClientPage, NewClientPage } from './client-page';
import { useClients } from './clients';
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
