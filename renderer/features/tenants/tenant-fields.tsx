import type { Tenant } from '@shared/contract/tenants';
import { useTranslation } from 'react-i18next';
import { useReachesEvery } from '../../core/session';
import { OneOf } from '../../form/choices';
import { TextLine, WholeNumber } from '../../form/fields';
import { FieldRow, Section } from '../../form/section';
import { type FormOf, useField } from '../../form/use-field';
import { localeOf } from '../../i18n/i18n';
import { languageChoices } from '../../i18n/languages';
import { zoneChoices } from '../../i18n/zones';
import { TextField } from '../../ui/text-field';

const seats = [
  ...(['recording_seats', 'recording_sessions', 'screen_recording_seats'] as const),
  ...(['monitoring_seats', 'evaluation_seats'] as const),
];
type Licensing = Record<(typeof seats)[number], number | null> & { speech_analytics: number };

export type TenantValues = {
  name: string;
  domain: string | null;
  timezone: string;
  language: string | null;
  fieldset_licensing: Licensing;
};

/** The values of a new tenant. */
export const unset: TenantValues = {
  name: '',
  domain: null,
  timezone: '',
  language: null,
  fieldset_licensing: { ...Object.fromEntries(seats.map((name) => [name, null])), speech_analytics: 0 } as Licensing,
};

export const tenantValuesOf = ({ tenant_id: _, encrypt_data: __, ...values }: Tenant): TenantValues => values;

/** The labels of the fields, by their paths. */
export const tenantLabels = {
  name: 'tenants.name',
  domain: 'tenants.domain',
  timezone: 'tenants.timezone',
  language: 'tenants.language',
  ...Object.fromEntries(
    [...seats, 'speech_analytics' as const].map((name) => [`fieldset_licensing.${name}`, `tenants.${name}` as const]),
  ),
} as const;

type Props = { form: FormOf<TenantValues>; readOnly: boolean };

/** The fields of a tenant. */
export function TenantFields({ form, readOnly }: Props) {
  const { t, i18n } = useTranslation();
  const mayLicense = useReachesEvery();
  const language = useField<TenantValues, string | null>(form, 'language').value ?? '';
  const field = <N extends 'name' | 'timezone' | 'language'>(name: N) => ({
    form,
    name,
    label: t(tenantLabels[name]),
    readOnly,
  });
  const unsetLanguage = { id: null, name: t('tenants.asSystem') };
  return (
    <>
      <Section title={t('tenants.tenant')}>
        <TextLine {...field('name')} />
        <Domain form={form} readOnly={readOnly} />
        <FieldRow>
          <OneOf {...field('timezone')} choices={zoneChoices(t('tenants.asSystem'))} />
          <OneOf
            {...field('language')}
            choices={[unsetLanguage, ...languageChoices(localeOf(i18n.language), language)]}
          />
        </FieldRow>
      </Section>
      <Section title={t('tenants.licences')} hint={t('tenants.licencesHint')}>
        <FieldRow>
          <Seats form={form} name="recording_seats" readOnly={readOnly || !mayLicense} />
          <Seats form={form} name="recording_sessions" readOnly={readOnly || !mayLicense} />
        </FieldRow>
        <FieldRow>
          <Seats form={form} name="screen_recording_seats" readOnly={readOnly || !mayLicense} />
          <Seats form={form} name="monitoring_seats" readOnly={readOnly || !mayLicense} />
        </FieldRow>
        <FieldRow>
          <Seats form={form} name="evaluation_seats" readOnly={readOnly || !mayLicense} />
          <WholeNumber
            form={form}
            name="fieldset_licensing.speech_analytics"
            label={t('tenants.speech_analytics')}
            hint={t('tenants.zeroIsNone')}
            readOnly={readOnly || !mayLicense}
          />
        </FieldRow>
        {!mayLicense && !readOnly && <p>{t('tenants.licencesOnly')}</p>}
      </Section>
    </>
  );
}

type SeatsProps = { form: FormOf<TenantValues>; name: (typeof seats)[number]; readOnly: boolean };

function Seats({ form, name, readOnly }: SeatsProps) {
  const { t } = useTranslation();
  const path = `fieldset_licensing.${name}` as const;
  return (
    <WholeNumber
      form={form}
      name={path}
      label={t(`tenants.${name}`)}
      hint={t('tenants.emptyIsNoLimit')}
      readOnly={readOnly}
    />
  );
}

/** The domain; empty is none. */
function Domain({ form, readOnly }: { form: FormOf<TenantValues>; readOnly: boolean }) {
  const { t } = useTranslation();
  const { value, onChange, ...field } = useField<TenantValues, string | null>(form, 'domain');
  return (
    <TextField
      {...field}
      label={t('tenants.domain')}
      value={value ?? ''}
      onChange={(text) => onChange(text === '' ? null : text)}
      readOnly={readOnly}
      spellCheck={false}
    />
  );
}
