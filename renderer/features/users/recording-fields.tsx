import { useTranslation } from 'react-i18next';
import { ManyOf } from '../../form/choices';
import { OnOff, TextLine } from '../../form/fields';
import { FieldRow, Section } from '../../form/section';
import { Texts } from '../../form/tags';
import { useField } from '../../form/use-field';
import { PasswordField } from '../../ui/password-field';
import { Segments } from '../../ui/segments';
import { type SectionProps, type UserValues, useLabels } from './user-values';

type Recording = UserValues['fieldset_recording'];

/** When the calls of a user are recorded, and which. */
export function RecordingFields({ form, readOnly }: SectionProps) {
  const { t } = useTranslation();
  const labels = useLabels();
  const field = <N extends keyof Recording>(part: N) => {
    const name = `fieldset_recording.${part}` as const;
    return { form, name, label: labels[name] ?? part, readOnly };
  };
  return (
    <Section title={t('users.recording')} hint={t('users.recordingHint')}>
      <RecordChoice form={form} readOnly={readOnly} />
      <Texts {...field('extensions')} hint={t('users.extensionsHint')} />
      <ManyOf
        {...field('record_direction')}
        choices={(['in', 'out'] as const).map((id) => ({ id, name: t(`users.direction.${id}`) }))}
      />
      <OnOff {...field('confidential')} />
    </Section>
  );
}

const choices = ['always', 'keep', 'discard', 'never'] as const;

/** Always, on demand (kept or not, unless someone decides during the call), or never. */
function RecordChoice({ form, readOnly }: SectionProps) {
  const { t } = useTranslation();
  const labels = useLabels();
  const record = useField<UserValues, Recording['record']>(form, 'fieldset_recording.record');
  const kept = useField<UserValues, Recording['on_demand_default']>(form, 'fieldset_recording.on_demand_default');
  const choose = (id: string) => {
    const isOnDemand = id === 'keep' || id === 'discard';
    record.onChange(isOnDemand ? 'on_demand' : (id as Recording['record']));
    if (isOnDemand) kept.onChange(id);
  };
  const onDemand = record.value === 'on_demand_keep' ? 'keep' : (kept.value ?? 'discard');
  return (
    <Segments
      label={labels['fieldset_recording.record'] ?? ''}
      value={record.value === 'always' || record.value === 'never' ? record.value : onDemand}
      onChange={choose}
      choices={choices.map((id) => ({ id, name: t(`users.recordChoice.${id}`) }))}
      message={record.message ?? kept.message}
      readOnly={readOnly}
    />
  );
}

/** What handsets with screens need. */
export function PhoneFields({ form, readOnly }: SectionProps) {
  const { t } = useTranslation();
  const labels = useLabels();
  const pin = 'fieldset_phone_services.phone_pin';
  const login = 'fieldset_screen_recording.screen_recording_login';
  return (
    <Section title={t('users.phone')} hint={t('users.phoneHint')}>
      <FieldRow>
        <PasswordField
          {...useField<UserValues, string>(form, pin)}
          max={form.limits[pin]?.length}
          label={labels[pin] ?? ''}
          readOnly={readOnly}
          autoComplete="off"
          names={{ show: t('users.showPin'), hide: t('users.hidePin') }}
        />
        <TextLine form={form} name={login} label={labels[login] ?? ''} readOnly={readOnly} autoComplete="off" />
      </FieldRow>
    </Section>
  );
}
