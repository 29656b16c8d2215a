import { type Client, clientApi } from '@shared/contract/clients';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/api';
import { changedByClient } from '../../api/cache/clients';
import { useMay } from '../../core/session';
import { DeleteRecord } from '../../form/delete-record';
import { useDeleteWords } from '../../form/use-delete-words';

type Props = { client: Client /** The page to go to afterwards. */; list: string };

/** Deletes a client with its contacts, after asking. Its calls stay. */
export function DeleteClient({ client: { client_id, name }, list }: Props) {
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
