import { type Client, clientApi } from '@shared/contract/clients';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { changedByClient } from '../../api/cache/clients';
import { idIn } from '../../api/id-in';
import type { Stored } from '../../api/record';
import { paramsNow } from '../../core/address';
import { refresh } from '../../core/query-client';
import { useMay } from '../../core/session';
import { FormPage } from '../../form/form-page';
import { RecordPending } from '../../form/record-pending';
import { useApiForm } from '../../form/use-api-form';
import { useFormat } from '../../i18n/use-format';
import { toast } from '../../ui/toast';
import { AllCalls } from './all-calls';
import { ClientCalls } from './client-calls';
import { ClientFields, type ClientValues, newClient, useLabels } from './client-fields';
import { oneClient, useCallsOf } from './clients';
import { DeleteClient } from './delete-client';

const list = '/admin/clients';

/** The page of a new client. */
export function NewClientPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const labels = useLabels();
  const mayEdit = useMay(clientApi.create);
  const form = useApiForm(clientApi.create, {
    values: newClient,
    draft: 'new client',
    onSaved: async ({ answer: { url } }, { name }) => {
      toast(t('clients.added', { name }));
      await refresh(changedByClient);
      // The list next to the page may have been searched in the meantime.
      void navigate({ pathname: `${list}/${idIn(url)}`, search: `${paramsNow()}` }, { replace: true });
    },
  });
  return (
    <FormPage
      form={form}
      crumb={{ name: t('clients.title'), to: list }}
      title={t('clients.new')}
      labels={labels}
      save={t('clients.save')}
      unavailable={mayEdit ? undefined : t('clients.mayNotEdit')}
      wide
    >
      <ClientFields form={form} client={null} readOnly={!mayEdit} />
    </FormPage>
  );
}

/** The page of an existing client. */
export function ClientPage() {
  const { t } = useTranslation();
  const { client_id = '' } = useParams();
  const { data, error, refetch } = oneClient.useRecord(client_id);
  if (data) return <Editor key={client_id} {...data} />;
  return <RecordPending error={error} failed={t('clients.failedOne')} onRetry={() => void refetch()} />;
}

const valuesOf = ({ name, contacts }: Client): ClientValues => ({ name, contacts });

function Editor({ record: client, version }: Stored<Client>) {
  const { t } = useTranslation();
  const format = useFormat();
  const calls = useCallsOf(client.client_id);
  const labels = useLabels();
  const mayEdit = useMay(clientApi.update);
  const { client_id } = client;
  const form = useApiForm(clientApi.update, {
    values: valuesOf(client),
    params: { client_id },
    version,
    stored: { options: oneClient.options(client_id), valuesOf },
    draft: `client ${client_id}`,
    onSaved: (_, { name }) => {
      toast(t('clients.saved', { name }));
      void refresh(changedByClient);
    },
  });
  return (
    <FormPage
      form={form}
      crumb={{ name: t('clients.title'), to: list }}
      title={client.name}
      badge={calls && t('clients.calls', { count: calls.count, shown: format.figure(calls.count) })}
      labels={labels}
      save={t('clients.save')}
      unavailable={mayEdit ? undefined : t('clients.mayNotEdit')}
      actions={
        <>
          <AllCalls client_id={client_id} />
          <DeleteClient client={client} list={list} />
        </>
      }
      wide
    >
      <ClientFields form={form} client={client} readOnly={!mayEdit} />
      <ClientCalls client_id={client_id} />
    </FormPage>
  );
}
