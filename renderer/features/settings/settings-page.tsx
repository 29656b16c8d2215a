import { type Backup, createBackup, deleteBackup, listBackups } from '@shared/contract/backups';
import { readSettings, type Settings, updateSettings } from '@shared/contract/settings';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { api, versioned } from '../../api/api';
import { backupsKey } from '../../api/cache/backups';
import { settingsKey } from '../../api/cache/settings';
import type { Stored } from '../../api/record';
import { refresh } from '../../core/query-client';
import { useHolds, useReachesEvery, useReadSession, useSignedIn } from '../../core/session';
import { OneOf } from '../../form/choices';
import { DeleteRecord } from '../../form/delete-record';
import { OnOff } from '../../form/fields';
import { FormPage } from '../../form/form-page';
import { RecordPending } from '../../form/record-pending';
import { FieldRow, Section } from '../../form/section';
import { useApiForm } from '../../form/use-api-form';
import { localeOf } from '../../i18n/i18n';
import { languageChoices } from '../../i18n/languages';
import { useFormat } from '../../i18n/use-format';
import { useRefusalText } from '../../i18n/use-refusal-text';
import { zoneChoices } from '../../i18n/zones';
import { Button } from '../../ui/button';
import { FormMessage } from '../../ui/form-message';
import { titleWhenCut } from '../../ui/title-when-cut';
import { toast } from '../../ui/toast';
import styles from './settings-page.module.css';

const options = {
  queryKey: settingsKey,
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const { answer, version } = await versioned(readSettings, { signal });
    return { record: answer.settings, version };
  },
};
const valuesOf = ({ timezone, language, multi_tenancy, webhooks_outside }: Settings) => ({
  timezone,
  language,
  multi_tenancy,
  webhooks_outside,
});

/** The settings of the whole archive. */
export function SettingsPage() {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(options);
  if (data) return <Editor {...data} />;
  return <RecordPending error={error} failed={t('settings.failed')} onRetry={() => void refetch()} />;
}

function Editor({ record: settings, version }: Stored<Settings>) {
  const { t, i18n } = useTranslation();
  const readSession = useReadSession();
  const { role } = useSignedIn();
  const isEditor = useHolds('system:edit');
  const reachesEvery = useReachesEvery();
  const mayEdit = isEditor && reachesEvery;
  const unavailable = mayEdit ? undefined : isEditor ? t('settings.everyTenantOnly') : t('settings.mayNotEdit');
  const isUnrestricted = role.access_level === 'root';
  const labels = {
    timezone: t('settings.timezone'),
    language: t('settings.language'),
    multi_tenancy: t('settings.multiTenancy'),
    webhooks_outside: t('settings.webhooksOutside'),
  };
  const form = useApiForm(updateSettings, {
    values: valuesOf(settings),
    version,
    stored: { options, valuesOf },
    draft: 'settings',
    onSaved: async () => {
      toast(t('settings.saved'));
      // Times are in another zone, and tenants appear or disappear.
      await readSession();
      void refresh();
    },
  });
  const field = <N extends keyof typeof labels>(name: N) => ({ form, name, label: labels[name], readOnly: !mayEdit });
  const language = useWatch({ control: form.control, name: 'language' });
  return (
    <FormPage
      form={form}
      title={t('settings.title')}
      labels={labels}
      save={t('settings.save')}
      unavailable={unavailable}
    >
      <Section title={t('settings.place')} hint={t('settings.placeHint')}>
        <FieldRow>
          <OneOf {...field('timezone')} choices={zoneChoices(t('settings.zoneOfComputer'))} />
          <OneOf
            {...field('language')}
            choices={[
              { id: '', name: t('settings.noLanguage') },
              ...languageChoices(localeOf(i18n.language), language),
            ]}
          />
        </FieldRow>
      </Section>
      <Section title={t('settings.tenants')} hint={t('settings.tenantsHint')}>
        <OnOff
          {...field('multi_tenancy')}
          readOnly={!mayEdit || !isUnrestricted}
          hint={t(isUnrestricted ? 'settings.multiTenancyHint' : 'settings.unrestrictedOnly')}
        />
      </Section>
      <Section title={t('settings.webhooks')} hint={t('settings.webhooksHint')}>
        <OnOff {...field('webhooks_outside')} hint={t('settings.webhooksOutsideHint')} />
      </Section>
      {reachesEvery && <Backups unavailable={unavailable} />}
    </FormPage>
  );
}

/** The backups of the database, and the button that makes one. `unavailable`: why this user cannot change them. */
function Backups({ unavailable }: { unavailable: string | undefined }) {
  const { t } = useTranslation();
  const refusalText = useRefusalText();
  const { data, error } = useQuery({
    queryKey: backupsKey,
    queryFn: ({ signal }) => api(listBackups, { signal, query: { limit: 100 } }),
  });
  const make = useMutation({
    gcTime: 0,
    mutationFn: () => api(createBackup, { body: { backup: {} } }),
    onSuccess: async () => {
      await refresh([backupsKey]);
      toast(t('settings.backupMade'));
    },
  });
  const fault = make.error ?? error;
  return (
    <Section title={t('settings.backups')} hint={t('settings.backupsHint')}>
      <p className={styles.text}>{t('settings.backupsText')}</p>
      {data && data.backups.length > 0 && <Table backups={data.backups} unavailable={unavailable} />}
      {data?.backups.length === 0 && <p className={styles.quiet}>{t('settings.noBackups')}</p>}
      {fault && <FormMessage>{refusalText(fault)}</FormMessage>}
      <div>
        <Button unavailable={unavailable} busy={make.isPending} onPress={() => make.mutate()}>
          {t('settings.backUp')}
        </Button>
      </div>
    </Section>
  );
}

function Table({ backups, unavailable }: { backups: readonly Backup[]; unavailable: string | undefined }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <table className={styles.table} aria-label={t('settings.backups')}>
      <thead className="visually-hidden">
        <tr>
          <th scope="col">{t('settings.backupTime')}</th>
          <th scope="col">{t('settings.backupFile')}</th>
          <th scope="col">{t('settings.backupSize')}</th>
          <th scope="col">{t('settings.backupDelete')}</th>
        </tr>
      </thead>
      <tbody>
        {backups.map((backup) => (
          <tr key={backup.backup_id}>
            <td>{format.startedExactly(backup.created_at)}</td>
            <td className={styles.file} onPointerEnter={titleWhenCut}>
              {backup.expires_at === null
                ? backup.file_name
                : t('settings.backupExpires', { time: format.startedExactly(backup.expires_at) })}
            </td>
            <td className={styles.figure}>{format.bytes(backup.file_size)}</td>
            <td>
              <DeleteBackup backup={backup} unavailable={unavailable} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type DeleteBackupProps = { backup: Backup; unavailable: string | undefined };

/** Deletes a backup, after asking. */
function DeleteBackup({ backup: { backup_id, created_at }, unavailable }: DeleteBackupProps) {
  const { t } = useTranslation();
  const time = useFormat().startedWithin(created_at);
  const ask = t('settings.backupDelete');
  return (
    <DeleteRecord
      words={{
        ask,
        title: t('settings.backupDeleteTitle', { time }),
        keep: t('settings.backupKeep'),
        remove: ask,
        removed: t('settings.backupDeleted', { time }),
      }}
      id={backup_id}
      remove={() => api(deleteBackup, { params: { backup_id } })}
      changed={[backupsKey]}
      trigger={(onPress) => (
        <Button
          look="quiet"
          aria-label={t('settings.backupDeleteNamed', { time })}
          unavailable={unavailable}
          onPress={onPress}
        >
          {ask}
        </Button>
      )}
    >
      <p>{t('settings.backupDeleteText')}</p>
    </DeleteRecord>
  );
}
