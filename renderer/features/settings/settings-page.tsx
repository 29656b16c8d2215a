import { readSettings, type Settings, updateSettings } from '@shared/contract/settings';
import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { versioned } from '../../api/api';
import { settingsKey } from '../../api/cache/settings';
import type { Stored } from '../../api/record';
import { refresh } from '../../core/query-client';
import { useHolds, useReachesEvery, useReadSession, useSignedIn } from '../../core/session';
import { OneOf } from '../../form/choices';
import { OnOff } from '../../form/fields';
import { FormPage } from '../../form/form-page';
import { RecordPending } from '../../form/record-pending';
import { FieldRow, Section } from '../../form/section';
import { useApiForm } from '../../form/use-api-form';
import { localeOf } from '../../i18n/i18n';
import { languageChoices } from '../../i18n/languages';
import { zoneChoices } from '../../i18n/zones';
import { toast } from '../../ui/toast';
import { Backups } from './backups';

const options = {
  queryKey: settingsKey,
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const { answer, version } = await versioned(readSettings, { signal });
    return { record: answer.settings, version };
  },
};
const valuesOf = ({ timezone, language, multi_tenancy }: Settings) => ({ timezone, language, multi_tenancy });

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
      {reachesEvery && <Backups unavailable={unavailable} />}
    </FormPage>
  );
}
