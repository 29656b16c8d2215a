import { type Tenant, tenantApi } from '@shared/contract/tenants';
import { userApi } from '@shared/contract/users';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/api';
import { changedByTenant, tenantKeys } from '../../api/cache/tenants';
import { useHolds } from '../../core/session';
import { DeleteOf, recordPages } from '../../form/record-pages';
import { useFormat } from '../../i18n/use-format';
import { countText } from '../../list/count-text';
import { countLimit } from '../../list/use-list';
import { useLicences } from '../users';
import { TenantFields, tenantLabels, tenantValuesOf, unset } from './tenant-fields';
import styles from './tenants-page.module.css';

const of = { part: 'tenants', path: '/admin/tenants', changed: changedByTenant } as const;

/** Administration, Tenants: the list, and each tenant as a page. */
export const TenantsPage = recordPages({
  ...of,
  kind: 'tenant',
  api: tenantApi,
  list: [
    { id: 'name', name: 'tenants.name', width: 'minmax(160px, 2fr)', cell: ({ name }) => name },
    { id: 'domain', name: 'tenants.domain', width: 'minmax(120px, 1fr)', cell: ({ domain }) => domain },
    { id: 'timezone', name: 'tenants.timezone', width: 'minmax(120px, 1fr)', cell: (tenant) => <Zone {...tenant} /> },
    {
      id: 'seats',
      name: 'tenants.recording_seats',
      width: '140px',
      figures: 'end',
      cell: (tenant) => <Seats {...tenant} />,
    },
  ],
  blank: unset,
  valuesOf: tenantValuesOf,
  labels: tenantLabels,
  sections: ['fieldset_licensing'],
  Fields: TenantFields,
  preview: ({ record }) => record && <TakenSeats {...record} />,
  previewTitle: 'tenants.taken',
  Actions: DeleteTenant,
});

function Zone({ timezone }: Tenant) {
  const { t } = useTranslation();
  return timezone === '' ? t('tenants.asSystem') : timezone.replaceAll('_', ' ');
}

function Seats({ fieldset_licensing: { recording_seats } }: Tenant) {
  const { t } = useTranslation();
  const format = useFormat();
  return recording_seats === null ? t('tenants.noLimit') : format.figure(recording_seats);
}

/** How many seats of a tenant are taken. */
function TakenSeats({ tenant_id }: Tenant) {
  const { t } = useTranslation();
  const format = useFormat();
  const maySee = useHolds('users:licensing');
  const taken = useLicences(tenant_id);
  if (!maySee) return <p>{t('tenants.takenHidden')}</p>;
  return (
    <dl className={styles.seats}>
      {taken?.map(({ licence, taken: count, most }) => (
        <div key={licence}>
          <dt>{t(`users.licence.${licence}`)}</dt>
          <dd>
            {most === null
              ? format.figure(count)
              : t('tenants.takenOf', { taken: format.figure(count), most: format.figure(most) })}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Deletes an empty tenant, after asking. The dialog names what it still has. */
function DeleteTenant({ record: { tenant_id, name } }: { record: Tenant }) {
  const { t } = useTranslation();
  const format = useFormat();
  const count = useUserCountOf(tenant_id);
  const inUse =
    count === 0 || count === undefined
      ? undefined
      : t('tenants.hasUsers', { count: count ?? countLimit, shown: countText(count, format.figure) });
  return (
    <DeleteOf {...of} operation={tenantApi.delete} id={tenant_id} name={name} inUse={inUse}>
      <p>{t('tenants.deleteText')}</p>
    </DeleteOf>
  );
}

/** The number of users of a tenant: undefined while it is loading, null if there are too many to count. */
function useUserCountOf(tenant_id: string): number | null | undefined {
  const maySee = useHolds('users:view');
  return useQuery({
    queryKey: tenantKeys.users(tenant_id),
    enabled: maySee,
    queryFn: ({ signal }) => api(userApi.list, { query: { tenant_id, limit: 1, max_total_calc: countLimit }, signal }),
  }).data?.total;
}
