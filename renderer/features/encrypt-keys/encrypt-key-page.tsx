import { type EncryptKey, encryptKeyApi, grantKey, revokeKey } from '@shared/contract/encrypt-keys';
import { cancelRewrap, type Rewrap, startRewrap } from '@shared/contract/rewraps';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { api } from '../../api/api';
import { changedByEncryptKey, encryptKeyKeys } from '../../api/cache/encrypt-keys';
import type { Stored } from '../../api/record';
import { useEveryUser } from '../../core/every-user';
import { refresh } from '../../core/query-client';
import { useHolds, useMay } from '../../core/session';
import { OnOff, Password, TextLine } from '../../form/fields';
import { FormPage } from '../../form/form-page';
import { RecordPending } from '../../form/record-pending';
import { Section } from '../../form/section';
import { useApiForm } from '../../form/use-api-form';
import { useFormat } from '../../i18n/use-format';
import { useRefusalText } from '../../i18n/use-refusal-text';
import { Avatar } from '../../ui/avatar';
import { Button } from '../../ui/button';
import { ChoiceField } from '../../ui/choice-field';
import { spelled } from '../../ui/fingerprint';
import { FormMessage } from '../../ui/form-message';
import { KeyPrint } from '../../ui/key-print';
import { ProgressRing } from '../../ui/progress-ring';
import { toast } from '../../ui/toast';
import { useCopy } from '../../ui/use-copy';
import { DeleteKey } from './delete-key';
import styles from './encrypt-key-page.module.css';
import { oneEncryptKey, useRewrap } from './encrypt-keys';
import { ExportKey } from './export-key';
import { KeyState, useProtection } from './key-state';
import { KeyTextField } from './key-text-field';

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

/** The facts about a key, next to its fields. */
function KeyFacts({ encryptKey }: { encryptKey: EncryptKey }) {
  const { t } = useTranslation();
  const format = useFormat();
  const protection = useProtection();
  const copy = useCopy();
  const { fingerprint, key_length, created_at, files, files_only_here, public_key } = encryptKey;
  const facts = [
    [t('encryptKeys.protectedBy'), protection(encryptKey)],
    [t('encryptKeys.length'), t('encryptKeys.bits', { count: key_length })],
    [t('encryptKeys.since'), format.day(created_at)],
    [t('encryptKeys.recordings'), format.figure(files)],
    [t('encryptKeys.onlyHere'), format.figure(files_only_here)],
  ] as const;
  return (
    <div className={styles.facts}>
      <KeyPrint fingerprint={fingerprint} size="card" />
      <p className={styles.fingerprint}>{spelled(fingerprint)}</p>
      <KeyState encryptKey={encryptKey} />
      <dl className={styles.list}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Button onPress={() => copy(public_key)}>{t('encryptKeys.copyPublic')}</Button>
    </div>
  );
}

type HoldersProps = {
  encryptKey: EncryptKey;
  /** The key has another version now. */
  onChanged: () => void;
};

/** The users who can open a key in user mode. Only they can grant it. */
function Holders({ encryptKey: { key_id, name, granted_users }, onChanged }: HoldersProps) {
  const { t } = useTranslation();
  const refusalText = useRefusalText();
  const mayGrant = useHolds('encrypt_keys:grant');
  const maySee = useHolds('users:view');
  const [chosen, setChosen] = useState('');
  const users = useEveryUser();
  const nameOf = (id: string) => users?.find(({ user_id }) => user_id === id)?.name ?? t('encryptKeys.unknownUser');
  const change = useMutation({
    mutationFn: ({ user_id, grants }: { user_id: string; grants: boolean }) =>
      api(grants ? grantKey : revokeKey, { params: { key_id, user_id } }),
    onSuccess: async (_, { user_id, grants }) => {
      setChosen('');
      onChanged();
      toast(t(grants ? 'encryptKeys.granted' : 'encryptKeys.revoked', { user: nameOf(user_id), name }));
      await refresh(changedByEncryptKey);
    },
  });
  const others = (users ?? []).filter(({ user_id }) => !granted_users.includes(user_id));
  const unavailable = mayGrant ? undefined : t('encryptKeys.mayNotGrant');
  return (
    <Section title={t('encryptKeys.holders')} hint={t('encryptKeys.holdersHint')}>
      <ul className={styles.holders}>
        {granted_users.map((user_id) => (
          <li key={user_id}>
            <Avatar name={nameOf(user_id)} size={22} />
            <span className={styles.name}>{nameOf(user_id)}</span>
            <Button
              look="quiet"
              busy={change.isPending}
              unavailable={unavailable ?? (granted_users.length === 1 ? t('encryptKeys.lastHolder') : undefined)}
              aria-label={t('encryptKeys.revokeFrom', { user: nameOf(user_id) })}
              onPress={() => change.mutate({ user_id, grants: false })}
            >
              {t('encryptKeys.revoke')}
            </Button>
          </li>
        ))}
      </ul>
      {maySee && (
        <div className={styles.add}>
          <ChoiceField
            label={t('encryptKeys.grantTo')}
            value={chosen}
            onChange={setChosen}
            choices={others.map((user) => ({ id: user.user_id, name: user.name }))}
          />
          <Button
            size="input"
            busy={change.isPending}
            unavailable={unavailable ?? (chosen === '' ? t('encryptKeys.chooseUser') : undefined)}
            onPress={() => change.mutate({ user_id: chosen, grants: true })}
          >
            {t('encryptKeys.grant')}
          </Button>
        </div>
      )}
      {change.error && <FormMessage>{refusalText(change.error)}</FormMessage>}
    </Section>
  );
}

/** Encrypts the older recordings to a key too, with progress. */
function OlderRecordings({ encryptKey: { key_id } }: { encryptKey: EncryptKey }) {
  const { t } = useTranslation();
  const refusalText = useRefusalText();
  const mayEdit = useMay(startRewrap);
  const { data: rewrap } = useRewrap(key_id);
  const onSuccess = () => refresh([encryptKeyKeys.rewrap(key_id)]);
  const params = { key_id };
  const begin = useMutation({ mutationFn: () => api(startRewrap, { params }), onSuccess });
  const stop = useMutation({ mutationFn: () => api(cancelRewrap, { params }), onSuccess });
  const unavailable = mayEdit ? undefined : t('encryptKeys.mayNotEdit');
  const failure = begin.error ?? stop.error;
  const isRunning = rewrap?.status === 'running';
  return (
    <Section title={t('encryptKeys.older')} hint={t('encryptKeys.olderHint')}>
      <div className={styles.row}>
        {isRunning ? (
          <Button busy={stop.isPending} unavailable={unavailable} onPress={() => stop.mutate()}>
            {t('encryptKeys.olderStop')}
          </Button>
        ) : (
          <Button busy={begin.isPending} unavailable={unavailable} onPress={() => begin.mutate()}>
            {t('encryptKeys.olderBegin')}
          </Button>
        )}
        {rewrap && <Progress rewrap={rewrap} />}
      </div>
      {failure && <FormMessage>{refusalText(failure)}</FormMessage>}
    </Section>
  );
}

function Progress({ rewrap: { status, total, done, failed } }: { rewrap: Rewrap }) {
  const { t } = useTranslation();
  const format = useFormat();
  const isRunning = status === 'running';
  const figures = { done: format.figure(done), total: format.figure(total), failed: format.figure(failed) };
  return (
    <p className={styles.progress} role="status">
      {isRunning && <ProgressRing value={total === 0 ? 0 : (done + failed) / total} label={t('encryptKeys.older')} />}
      <span aria-hidden={isRunning}>{t(`encryptKeys.rewrap.${status}`, figures)}</span>
      {failed > 0 && ` ${t('encryptKeys.rewrapFailed', { count: failed, ...figures })}`}
    </p>
  );
}
