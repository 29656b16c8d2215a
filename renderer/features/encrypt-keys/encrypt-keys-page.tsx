import { encryptKeyApi, keyLengths } from '@shared/contract/encrypt-keys';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Route, Routes, useNavigate } from 'react-router';
import { changedByEncryptKey } from '../../api/cache/encrypt-keys';
import { refresh } from '../../core/query-client';
import { useMay } from '../../core/session';
import { OneOfFew } from '../../form/choices';
import { OnOff, Password, TextLine } from '../../form/fields';
import { FormPage } from '../../form/form-page';
import { useApiForm } from '../../form/use-api-form';
import { Segments } from '../../ui/segments';
import { toast } from '../../ui/toast';
import { EncryptKeyPage } from './encrypt-key-page';
import { KeyOverview } from './key-overview';
import { KeyTextField } from './key-text-field';

/** Administration, Keys: the overview, and each key as a page. */
export const EncryptKeysPage = () => (
  <Routes>
    <Route index element={<KeyOverview />} />
    <Route path="generate" element={<GenerateKeyPage />} />
    <Route path="import" element={<ImportKeyPage />} />
    <Route path=":key_id" element={<EncryptKeyPage />} />
  </Routes>
);

const list = '/admin/keys';
const common = { name: '', protection_mode: 'application' as 'application' | 'user', is_active: true };

/** Runs on both pages once a key was added. */
function useAdded() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return async (name: string) => {
    toast(t('encryptKeys.added', { name }));
    await refresh(changedByEncryptKey);
    void navigate(list, { replace: true });
  };
}

function useLabels() {
  const { t } = useTranslation();
  return {
    name: t('encryptKeys.name'),
    protection_mode: t('encryptKeys.protectedBy'),
    is_active: t('encryptKeys.active'),
    key_length: t('encryptKeys.length'),
    public_key: t('encryptKeys.publicKey'),
    private_key: t('encryptKeys.privateKey'),
    private_key_password: t('encryptKeys.privateKeyPassword'),
  };
}

function useModes() {
  const { t } = useTranslation();
  return (['application', 'user'] as const).map((id) => ({ id, name: t(`encryptKeys.protection.${id}`) }));
}

/** The page that generates a key. */
function GenerateKeyPage() {
  const { t } = useTranslation();
  const labels = useLabels();
  const modes = useModes();
  const added = useAdded();
  const mayEdit = useMay(encryptKeyApi.create);
  const form = useApiForm(encryptKeyApi.create, {
    values: { ...common, add_type: 'generate' as const, key_length: 3072 },
    draft: 'new key',
    onSaved: (_, { name }) => added(name),
  });
  const length = useWatch({ control: form.control, name: 'key_length' });
  return (
    <FormPage
      form={form}
      crumb={{ name: t('encryptKeys.title'), to: list }}
      title={t('encryptKeys.generateTitle')}
      labels={labels}
      save={t('encryptKeys.generate')}
      unavailable={mayEdit ? undefined : t('encryptKeys.mayNotEdit')}
    >
      <TextLine form={form} name="name" label={labels.name} autoFocus />
      <OneOfFew
        form={form}
        name="protection_mode"
        label={labels.protection_mode}
        hint={t('encryptKeys.modeHint')}
        choices={modes}
      />
      <Segments
        label={labels.key_length}
        value={String(length)}
        onChange={(bits) => form.setValue('key_length', Number(bits), { shouldDirty: true })}
        choices={keyLengths.map((bits) => ({ id: String(bits), name: t('encryptKeys.bits', { count: bits }) }))}
      />
      <OnOff form={form} name="is_active" label={labels.is_active} hint={t('encryptKeys.activeHint')} />
    </FormPage>
  );
}

/** The page that imports a key of another server. A private half is never kept while the window is locked. */
function ImportKeyPage() {
  const { t } = useTranslation();
  const labels = useLabels();
  const modes = useModes();
  const added = useAdded();
  const mayEdit = useMay(encryptKeyApi.create);
  const form = useApiForm(encryptKeyApi.create, {
    values: { ...common, add_type: 'import' as const, public_key: '', private_key: '', private_key_password: '' },
    blank: ['private_key', 'private_key_password'],
    onSaved: (_, { name }) => added(name),
  });
  return (
    <FormPage
      form={form}
      crumb={{ name: t('encryptKeys.title'), to: list }}
      title={t('encryptKeys.importTitle')}
      labels={labels}
      save={t('encryptKeys.importNow')}
      unavailable={mayEdit ? undefined : t('encryptKeys.mayNotEdit')}
    >
      <TextLine form={form} name="name" label={labels.name} autoFocus />
      <KeyTextField form={form} name="public_key" label={labels.public_key} hint={t('encryptKeys.publicKeyHint')} />
      <KeyTextField form={form} name="private_key" label={labels.private_key} hint={t('encryptKeys.privateKeyHint')} />
      <Password
        form={form}
        name="private_key_password"
        label={labels.private_key_password}
        hint={t('encryptKeys.privateKeyPasswordHint')}
        autoComplete="off"
      />
      <OneOfFew
        form={form}
        name="protection_mode"
        label={labels.protection_mode}
        hint={t('encryptKeys.modeHint')}
        choices={modes}
      />
      <OnOff form={form} name="is_active" label={labels.is_active} hint={t('encryptKeys.activeHint')} />
    </FormPage>
  );
}
