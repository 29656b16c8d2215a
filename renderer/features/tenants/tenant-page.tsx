import { type Tenant, tenantApi } from '@shared/contract/tenants';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { api } from '../../api/api';
import { changedByTenant } from '../../api/cache/tenants';
import type { Stored } from '../../api/record';
import { refresh } from '../../core/query-client';
import { useHolds, useMay, useReachesEvery } from '../../core/session';
import { DeleteRecord } from '../../form/delete-record';
import { FormPage } from '../../form/form-page';
import { RecordPending } from '../../form/record-pending';
import { useApiForm } from '../../form/use-api-form';
import { useDeleteWords } from '../../form/use-delete-words';
import { useFormat } from '../../i18n/use-format';
import { countText } from '../../list/count-text';
import { countLimit } from '../../list/use-list';
import { toast } from '../../ui/toast';
import { TakenSeats } from './taken-seats';
import { TenantFields, unset, useLabels, valuesOf } from './tenant-fields';
import { oneTenant, useUserCountOf } from './tenants';

const list = '/admin/tenants';
const sections = ['fieldset_licensing'];

/** Why the signed-in user cannot add a tenant; undefined if they can. */
export function useMayAdd(): string | undefined {
  const { t } = useTranslation();
  const mayEdit = useHolds('tenants:edit');
  const reachesEvery = useReachesEvery();
  return !mayEdit ? t('tenants.mayNotEdit') : reachesEvery ? undefined : t('tenants.everyTenantOnly');
}

/** The page of a new tenant. */
export function NewTenantPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const labels = useLabels();
  const unavailable = useMayAdd();
  const form = useApiForm(tenantApi.create, {
    values: unset,
    sections,
    draft: 'new tenant',
    onSaved: async (_, { name }) => {
      toast(t('tenants.added', { name }));
      await refresh(changedByTenant);
      void navigate(list, { replace: true });
    },
  });
  return (
    <FormPage
      form={form}
      crumb={{ name: t('tenants.title'), to: list }}
      title={t('tenants.new')}
      labels={labels}
      save={t('tenants.save')}
      unavailable={unavailable}
    >
      <TenantFields form={form} readOnly={unavailable !== undefined} mayLicense />
    </FormPage>
  );
}

/** The page of an existing tenant. */
export function TenantPage() {
  const { t } = useTranslation();
  const { tenant_id = '' } = useParams();
  const { data, error, refetch } = oneTenant.useRecord(tenant_id);
  if (data) return <Editor key={tenant_id} {...data} />;
  return <RecordPending error={error} failed={t('tenants.failedOne')} onRetry={() => void refetch()} />;
}

function Editor({ record: tenant, version }: Stored<Tenant>) {
  const { t } = useTranslation();
  const labels = useLabels();
  const mayEdit = useMay(tenantApi.update);
  const reachesEvery = useReachesEvery();
  const { tenant_id } = tenant;
  const form = useApiForm(tenantApi.update, {
    values: valuesOf(tenant),
    params: { tenant_id },
    version,
    stored: { options: oneTenant.options(tenant_id), valuesOf },
    sections,
    draft: `tenant ${tenant_id}`,
    onSaved: (_, { name }) => {
      toast(t('tenants.saved', { name }));
      void refresh(changedByTenant);
    },
  });
  return (
    <FormPage
      form={form}
      crumb={{ name: t('tenants.title'), to: list }}
      title={tenant.name}
      labels={labels}
      save={t('tenants.save')}
      unavailable={mayEdit ? undefined : t('tenants.mayNotEdit')}
      actions={<DeleteTenant tenant={tenant} />}
      preview={<TakenSeats tenant_id={tenant_id} />}
      previewTitle={t('tenants.taken')}
    >
      <TenantFields form={form} readOnly={!mayEdit} mayLicense={reachesEvery} />
    </FormPage>
  );
}

/** Deletes an empty tenant, after asking. The dialog names what it still has. */
function DeleteTenant({ tenant: { tenant_id, name } }: { tenant: Tenant }) {
  const { t } = useTranslation();
  const mayDelete = useHolds('tenants:delete');
  const reachesEvery = useReachesEvery();
  const format = useFormat();
  const count = useUserCountOf(tenant_id);
  const isInUse =
    count === 0 || count === undefined
      ? undefined
      : t('tenants.hasUsers', { count: count ?? countLimit, shown: countText(count, format.figure) });
  return (
    <DeleteRecord
      words={useDeleteWords('tenants', name)}
      unavailable={!mayDelete ? t('tenants.mayNotDelete') : reachesEvery ? isInUse : t('tenants.everyTenantOnly')}
      id={tenant_id}
      remove={() => api(tenantApi.delete, { params: { tenant_id } })}
      list={list}
      changed={changedByTenant}
    >
      <p>{t('tenants.deleteText')}</p>
    </DeleteRecord>
  );
}
