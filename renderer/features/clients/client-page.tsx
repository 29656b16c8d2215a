import type { CallScore } from '@shared/contract/call-scores';
import type { Call } from '@shared/contract/calls';
import { type Client, clientApi } from '@shared/contract/clients';
import { Headphones } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams } from 'react-router';
import { api } from '../../api/api';
import { changedByClient } from '../../api/cache/clients';
import { idIn } from '../../api/id-in';
import type { Stored } from '../../api/record';
import { paramsNow } from '../../core/address';
import { refresh } from '../../core/query-client';
import { useHolds, useMay } from '../../core/session';
import { DeleteRecord } from '../../form/delete-record';
import { FormPage } from '../../form/form-page';
import { RecordPending } from '../../form/record-pending';
import { useApiForm } from '../../form/use-api-form';
import { useDeleteWords } from '../../form/use-delete-words';
import { phoneText } from '../../i18n/phone-number';
import { lengthText } from '../../i18n/times';
import { useFormat } from '../../i18n/use-format';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { toast } from '../../ui/toast';
import { CallScoreText, useScores } from '../assignments';
import { paramsOf } from '../calls';
import { agentOf, customerOf, directionIcon, partyText } from '../parties';
import { PlayCallButton } from '../player';
import { ClientFields, type ClientValues, newClient, useClientLabels } from './client-fields';
import styles from './client-page.module.css';
import { oneClient, useCallsOf } from './clients';

const list = '/admin/clients';

/** The page of a new client. */
export function NewClientPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const labels = useClientLabels();
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
  const labels = useClientLabels();
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

/** Shows every call of a client in Review. */
function AllCalls({ client_id }: { client_id: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const maySee = useHolds('calls:view');
  const advanced = [{ name: 'client_id', operator: 'equal_to', text: client_id }];
  const address = `/review?${paramsOf({ search: '', date: null, advanced, sort: 'desc' })}`;
  return (
    <Button
      look="quiet"
      icon={<Icon of={Headphones} />}
      unavailable={maySee ? undefined : t('clients.mayNotSeeCalls')}
      onPress={() => void navigate(address)}
    >
      {t('clients.allCalls')}
    </Button>
  );
}

type DeleteClientProps = { client: Client /** The page to go to afterwards. */; list: string };

/** Deletes a client with its contacts, after asking. Its calls stay. */
function DeleteClient({ client: { client_id, name }, list }: DeleteClientProps) {
  const { t } = useTranslation();
  const mayDelete = useMay(clientApi.delete);
  return (
    <DeleteRecord
      words={useDeleteWords('clients', name)}
      unavailable={mayDelete ? undefined : t('clients.mayNotDelete')}
      id={client_id}
      remove={() => api(clientApi.delete, { params: { client_id } })}
      list={list}
      changed={changedByClient}
    >
      <p>{t('clients.deleteText')}</p>
    </DeleteRecord>
  );
}

const none: readonly Call[] = [];

/** The latest calls of a client: each is played here, or opened in Review. */
function ClientCalls({ client_id }: { client_id: string }) {
  const { t } = useTranslation();
  const id = useId();
  const format = useFormat();
  const data = useCallsOf(client_id);
  const calls = data?.calls ?? none;
  const scores = useScores([calls]);
  if (!data) return null;
  const columns = ['started', 'number', 'agent', 'category', 'length', 'score'] as const;
  return (
    <section aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id} className={styles.title}>
          {t('clients.latest')}
        </h2>
        {data.count > calls.length && (
          <span className={styles.hint}>
            {t('clients.latestOf', { shown: calls.length, all: format.figure(data.count) })}
          </span>
        )}
      </div>
      {calls.length === 0 ? (
        <p className={styles.none}>{t('clients.noCalls')}</p>
      ) : (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">
                <span className="visually-hidden">{t('clients.call.direction')}</span>
              </th>
              {columns.map((name) => (
                <th key={name} scope="col" data-column={name}>
                  {t(`clients.call.${name}`)}
                </th>
              ))}
              <th scope="col">
                <span className="visually-hidden">{t('clients.call.play')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {calls.map((call) => (
              <Row key={call.call_id} call={call} score={scores.get(call.call_id)} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function Row({ call, score }: { call: Call; score: CallScore | undefined }) {
  const format = useFormat();
  const customer = customerOf(call);
  return (
    <tr>
      <td className={styles.arrow}>
        <Icon of={directionIcon(call)} size={14} />
      </td>
      <td>
        <Link className={styles.link ?? ''} to={`/review?call=${call.call_id}`}>
          {format.started(call.setup_time)}
        </Link>
      </td>
      <td data-figures className={styles.quiet}>
        {customer.number === null ? partyText(customer) : phoneText(customer.number)}
      </td>
      <td className={styles.quiet} dir="auto">
        {partyText(agentOf(call)) ?? ''}
      </td>
      <td data-column="category" dir="auto">
        {call.categories.map(({ name }) => name).join(', ')}
      </td>
      <td data-column="length" data-figures className={styles.quiet}>
        {lengthText(call.duration)}
      </td>
      <td data-column="score">
        <CallScoreText score={score} />
      </td>
      <td>{call.files.length > 0 && <PlayCallButton call={call} />}</td>
    </tr>
  );
}
