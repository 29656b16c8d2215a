import { type EncryptKey, encryptKeyApi } from '@shared/contract/encrypt-keys';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { changedByEncryptKey } from '../../api/cache/encrypt-keys';
import type { Stored } from '../../api/record';
import { refresh } from '../../core/query-client';
import { useMay } from '../../core/session';
import { OnOff, Password, TextLine } from '../../form/fields';
import { FormPage } from '../../form/form-page';
import { RecordPending } from '../../form/record-pending';
import { Section } from '../../form/section';
import { useApiForm } from '../../form/use-api-form';
import { toast } from '../../ui/toast';
import { DeleteKey } from './delete-key';
import { oneEncryptKey } from './encrypt-keys';
import { ExportKey } from './export-key';
import { Holders } from './holders';
import { KeyFacts } from './key-facts';
import { KeyTextField } from './key-text-field';
import { OlderRecordings } from './older-recordings';

const list = '/admin/keys';

/** The page of an existing key. */
export function EncryptKeyPage() {
  const { t } = useTranslation();
  const { key_id = '' } = useParams();
  const { data, error, refetch } = oneEncryptKey.useRecord(key_id);
  // A completed key has other fields.
  if (data) return <Editor key={`${key_id} ${data.record.has_private_key}`} {...data} />;
  return <RecordPending error={error} failed={t('encryptKeys.failedOne')} onRetry={() => void refetch()} />;
}

const blank = ['private_key', 'private_key_password'];
const valuesOf = ({ name, is_active }: EncryptKey) => ({ name, is_active, private_key: '', private_key_password: '' });

function Editor({ record: encryptKey, version }: Stored<EncryptKey>) {
  const { t } = useTranslation();
  const mayEdit = useMay(encryptKeyApi.update);
  const { key_id, has_private_key, protection_mode } = encryptKey;
  const labels = {
    name: t('encryptKeys.name'),
    is_active: t('encryptKeys.active'),
    private_key: t('encryptKeys.privateKey'),
    private_key_password: t('encryptKeys.privateKeyPassword'),
  };
  const form = useApiForm(encryptKeyApi.update, {
    values: valuesOf(encryptKey),
    blank,
    params: { key_id },
    version,
    stored: { options: oneEncryptKey.options(key_id), valuesOf },
    onSaved: (_, { name }) => {
      toast(t('encryptKeys.saved', { name }));
      void refresh(changedByEncryptKey);
    },
  });
  return (
    <FormPage
      form={form}
      crumb={{ name: t('encryptKeys.title'), to: list }}
      title={encryptKey.name}
      labels={labels}
      save={t('encryptKeys.save')}
      unavailable={mayEdit ? undefined : t('encryptKeys.mayNotEdit')}
      actions={
        <>
          <ExportKey encryptKey={encryptKey} />
          <DeleteKey encryptKey={encryptKey} />
        </>
      }
      preview={<KeyFacts encryptKey={encryptKey} />}
      previewTitle={t('encryptKeys.key')}
    >
      <TextLine form={form} name="name" label={labels.name} readOnly={!mayEdit} />
      <OnOff
        form={form}
        name="is_active"
        label={labels.is_active}
        hint={t('encryptKeys.activeHint')}
        readOnly={!mayEdit}
      />
      {!has_private_key && (
        <Section title={t('encryptKeys.addHalf')} hint={t('encryptKeys.addHalfHint')}>
          <KeyTextField form={form} name="private_key" label={labels.private_key} readOnly={!mayEdit} />
          <Password
            form={form}
            name="private_key_password"
            label={labels.private_key_password}
            hint={t('encryptKeys.privateKeyPasswordHint')}
            readOnly={!mayEdit}
            autoComplete="off"
          />
        </Section>
      )}
      {has_private_key && protection_mode === 'user' && <Holders encryptKey={encryptKey} onChanged={form.catchUp} />}
      <OlderRecordings encryptKey={encryptKey} />
    </FormPage>
  );
}
