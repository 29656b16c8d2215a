import type { User } from '@shared/contract/users';
import { type LicenceName, licenceNames } from '@shared/licences';
import { useTranslation } from 'react-i18next';
import { ManyOf, OneOf } from '../../form/choices';
import { OnOff, TextLine } from '../../form/fields';
import { FieldRow, Section } from '../../form/section';
import { SomeOfMany, Texts } from '../../form/tags';
import { useField } from '../../form/use-field';
import { zoneChoices } from '../../i18n/zones';
import { FormMessage } from '../../ui/form-message';
import { PasswordField } from '../../ui/password-field';
import { Segments } from '../../ui/segments';
import { ToggleChip } from '../../ui/toggle-chip';
import { useEveryGroup } from '../groups';
import { useSeats } from './seats';
import { SignInFields } from './sign-in-fields';
import styles from './user-fields.module.css';
import { type Section as SectionName, type SectionProps, type UserValues, useUserLabels } from './user-values';
import { useEveryRole } from './users';

type Props = Pick<SectionProps, 'form'> & {
  /** Why the fields cannot be changed. */
  unavailable: string | undefined;
  /** The saved user; null for a new one. */
  user: User | null;
  sees: (section: SectionName) => boolean;
  /** Continues after the user was changed by something other than the form. */
  onChanged: () => void;
};

/** The fields of a user. Sections that the role may not see are absent. */
export function UserFields({ form, unavailable, user, sees, onChanged }: Props) {
  const { t } = useTranslation();
  const readOnly = unavailable !== undefined;
  return (
    <>
      <PersonFields form={form} readOnly={readOnly} />
      {sees('fieldset_login') && <SignInFields form={form} readOnly={readOnly} user={user} onChanged={onChanged} />}
      {sees('fieldset_recording') && <RecordingFields form={form} readOnly={readOnly} />}
      {sees('fieldset_phone_services') && <PhoneFields form={form} readOnly={readOnly} />}
      {sees('fieldset_licensing') && (
        <Section title={t('users.column.licences')} hint={t('users.licencesHint')}>
          <LicenceFields form={form} unavailable={unavailable} user={user} />
        </Section>
      )}
    </>
  );
}

function PersonFields({ form, readOnly }: SectionProps) {
  const { t } = useTranslation();
  const labels = useUserLabels();
  const roles = useEveryRole();
  const groups = useEveryGroup()?.map(({ group_id, name }) => ({ id: group_id, name }));
  const field = <N extends keyof UserValues>(name: N) => ({ form, name, label: labels[name] ?? name, readOnly });
  return (
    <Section title={t('users.person')} hint={t('users.personHint')}>
      <FieldRow>
        <TextLine {...field('name')} />
        <TextLine {...field('email')} autoComplete="off" />
        <OneOf {...field('timezone')} choices={zoneChoices(t('users.zoneOfGroup'))} />
      </FieldRow>
      <FieldRow>
        {roles && <OneOf {...field('role_id')} choices={roles.map(({ role_id, name }) => ({ id: role_id, name }))} />}
        {groups && <OneOf {...field('group_id')} choices={groups} />}
        {groups && <SomeOfMany {...field('managed_groups')} choices={groups} />}
      </FieldRow>
    </Section>
  );
}

type Recording = UserValues['fieldset_recording'];

/** When the calls of a user are recorded, and which. */
function RecordingFields({ form, readOnly }: SectionProps) {
  const { t } = useTranslation();
  const labels = useUserLabels();
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
  const labels = useUserLabels();
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
function PhoneFields({ form, readOnly }: SectionProps) {
  const { t } = useTranslation();
  const labels = useUserLabels();
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

type LicenceFieldsProps = Pick<SectionProps, 'form'> & { unavailable: string | undefined; user: User | null };

/** The licences of a user, each with the number that is left. */
const LicenceFields = (props: LicenceFieldsProps) => (
  <div className={styles.chips}>
    {licenceNames.map((name) => (
      <LicenceField key={name} {...props} licence={name} />
    ))}
  </div>
);

function LicenceField({ form, unavailable, user, licence }: LicenceFieldsProps & { licence: LicenceName }) {
  const { t } = useTranslation();
  const { value, onChange, message } = useField<UserValues, boolean>(form, `fieldset_licensing.${licence}`);
  const seats = useSeats(user).find((one) => one.licence === licence);
  /** The number that is left once the form is saved. */
  const left = seats?.most == null ? undefined : Math.max(0, seats.most - seats.others - Number(value));
  const few = seats?.most === 0 ? t('users.noSeats') : value && left === 0 ? t('users.lastSeat') : undefined;
  const note = left === undefined ? undefined : (few ?? t('users.left', { count: left }));
  const full = left === 0 && !value ? t('users.full') : undefined;
  return (
    <div>
      <ToggleChip isSelected={value} onChange={onChange} note={note} unavailable={unavailable ?? full}>
        {t(`users.licence.${licence}`)}
      </ToggleChip>
      {message !== undefined && <FormMessage>{message}</FormMessage>}
    </div>
  );
}
