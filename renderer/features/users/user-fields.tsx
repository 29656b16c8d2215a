import type { User } from '@shared/contract/users';
import { useTranslation } from 'react-i18next';
import { OneOf } from '../../form/choices';
import { TextLine } from '../../form/fields';
import { FieldRow, Section } from '../../form/section';
import { SomeOfMany } from '../../form/tags';
import { zoneChoices } from '../../i18n/zones';
import { useEveryGroup } from '../groups';
import { LicenceFields } from './licence-fields';
import { PhoneFields, RecordingFields } from './recording-fields';
import { SignInFields } from './sign-in-fields';
import { type Section as SectionName, type SectionProps, type UserValues, useLabels } from './user-values';
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
  const labels = useLabels();
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
