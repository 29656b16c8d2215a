import type { Tenant } from '@shared/contract/tenants';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useFormat } from '../../i18n/use-format';
import { AddButton } from '../../list/add-button';
import { ListPage } from '../../list/list-page';
import type { Look } from '../../list/look';
import { useSearchedWords } from '../../list/use-list-words';
import { useSearch } from '../../list/use-search';
import styles from './tenant-list.module.css';
import { useMayAdd } from './tenant-page';
import { useTenants } from './tenants';

const look: Look<Tenant> = {
  columns: [
    { id: 'name', cell: ({ name }) => name },
    { id: 'domain', cell: ({ domain }) => domain },
    { id: 'timezone', cell: (record) => <Zone {...record} /> },
    { id: 'seats', cell: (record) => <Seats {...record} /> },
  ],
  row: styles.row ?? '',
  idOf: ({ tenant_id }) => tenant_id,
  texts: new Set(['name', 'domain', 'timezone']),
  ends: new Set(['seats']),
};

function Zone({ timezone }: Tenant) {
  const { t } = useTranslation();
  return timezone === '' ? t('tenants.asSystem') : timezone.replaceAll('_', ' ');
}

function Seats({ fieldset_licensing: { recording_seats } }: Tenant) {
  const { t } = useTranslation();
  const format = useFormat();
  return recording_seats === null ? t('tenants.noLimit') : format.figure(recording_seats);
}

/** The tenants, with a search by name. */
export function TenantList() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { search, setSearch } = useSearch();
  const unavailable = useMayAdd();
  return (
    <ListPage
      title={t('tenants.title')}
      look={look}
      list={useTenants(search)}
      search={{ text: search, label: t('tenants.search'), onChange: setSearch }}
      columns={[
        { id: 'name', name: t('tenants.name') },
        { id: 'domain', name: t('tenants.domain') },
        { id: 'timezone', name: t('tenants.timezone') },
        { id: 'seats', name: t('tenants.recording_seats') },
      ]}
      words={useSearchedWords('tenants', search)}
      add={<AddButton unavailable={unavailable}>{t('tenants.add')}</AddButton>}
      onOpen={({ tenant_id }) => void navigate(tenant_id)}
    />
  );
}
