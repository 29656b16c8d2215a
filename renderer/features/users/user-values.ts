import type { User } from '@shared/contract/users';
import { type LicenceName, licenceNames } from '@shared/licences';
import { useTranslation } from 'react-i18next';
import { useHolds } from '../../core/session';
import type { FormOf } from '../../form/use-field';

/** The sections of a user; the role may not see some of them. */
export const allSections = [
  'fieldset_login',
  'fieldset_recording',
  'fieldset_screen_recording',
  'fieldset_phone_services',
  'fieldset_licensing',
] as const;
export type Section = (typeof allSections)[number];

export type UserValues = {
  name: string;
  email: string;
  timezone: string;
  role_id: string | null;
  group_id: string | null;
  managed_groups: string[];
  is_active: boolean;
  fieldset_login: {
    login: string;
    can_login: boolean;
    require_2fa: boolean;
    must_change_password: boolean;
    /** Only of a new user: a password is replaced on its own. */
    password: string;
  };
  fieldset_recording: {
    record: 'always' | 'on_demand' | 'on_demand_keep' | 'never';
    on_demand_default: 'keep' | 'discard' | null;
    record_direction: ('in' | 'out')[];
    extensions: string[];
    confidential: boolean;
  };
  fieldset_screen_recording: { screen_recording_login: string };
  fieldset_phone_services: { phone_pin: string };
  fieldset_licensing: Record<LicenceName, boolean>;
};

export type SectionProps = { form: FormOf<UserValues>; readOnly: boolean };

/** The values with only these sections. A form does not show, and does not send, the others. */
function seen(values: UserValues, seesSection: (section: Section) => boolean): UserValues {
  const hidden = allSections.filter((section) => !seesSection(section)) as string[];
  return Object.fromEntries(Object.entries(values).filter(([name]) => !hidden.includes(name))) as UserValues;
}

const noLicences = Object.fromEntries(licenceNames.map((name) => [name, false])) as Record<LicenceName, boolean>;

const unset: UserValues = {
  name: '',
  email: '',
  timezone: '',
  role_id: null,
  group_id: null,
  managed_groups: [],
  is_active: true,
  fieldset_login: { login: '', can_login: true, require_2fa: false, must_change_password: true, password: '' },
  fieldset_recording: {
    record: 'never',
    on_demand_default: null,
    record_direction: ['in', 'out'],
    extensions: [],
    confidential: false,
  },
  fieldset_screen_recording: { screen_recording_login: '' },
  fieldset_phone_services: { phone_pin: '' },
  fieldset_licensing: noLicences,
};

/** The values of a new user. */
export function useNewValues(): UserValues {
  const [login, recording, licensing] = [
    useHolds('users:login_settings'),
    useHolds('users:recording_settings'),
    useHolds('users:licensing'),
  ];
  return seen(unset, (section) =>
    section === 'fieldset_login' ? login : section === 'fieldset_licensing' ? licensing : recording,
  );
}

/** The values of a user, as far as the role sees them. */
export function userValuesOf(user: User): UserValues {
  const { name, email, timezone, role_id, group_id, managed_groups, is_active } = user;
  const {
    login = '',
    can_login = false,
    require_2fa = false,
    must_change_password = false,
  } = user.fieldset_login ?? {};
  const { record_announcement: _, ...recording } = user.fieldset_recording ?? {
    ...unset.fieldset_recording,
    record_announcement: null,
  };
  const { speech_analytics_license_type: __, ...licences } = user.fieldset_licensing ?? {
    ...noLicences,
    speech_analytics_license_type: null,
  };
  const values: UserValues = {
    name,
    email,
    timezone,
    role_id,
    group_id,
    managed_groups,
    is_active,
    fieldset_login: { login, can_login, require_2fa, must_change_password } as UserValues['fieldset_login'],
    fieldset_recording: recording,
    fieldset_screen_recording: {
      screen_recording_login: user.fieldset_screen_recording?.screen_recording_login ?? '',
    },
    fieldset_phone_services: { phone_pin: user.fieldset_phone_services?.phone_pin ?? '' },
    fieldset_licensing: licences,
  };
  return seen(values, (section) => user[section] !== undefined);
}

/** The labels of the fields, by their paths, for the form and the save bar. */
export function useUserLabels(): Readonly<Record<string, string>> {
  const { t } = useTranslation();
  return {
    name: t('users.column.name'),
    email: t('users.email'),
    timezone: t('users.timezone'),
    role_id: t('users.column.role'),
    group_id: t('users.column.group'),
    managed_groups: t('users.manages'),
    is_active: t('users.active'),
    'fieldset_login.login': t('users.column.login'),
    'fieldset_login.password': t('users.password'),
    'fieldset_login.can_login': t('users.canLogin'),
    'fieldset_login.require_2fa': t('users.oneTimeCode'),
    'fieldset_login.must_change_password': t('users.mustChange'),
    'fieldset_recording.record': t('users.record'),
    'fieldset_recording.on_demand_default': t('users.kept'),
    'fieldset_recording.record_direction': t('users.directions'),
    'fieldset_recording.extensions': t('users.extensions'),
    'fieldset_recording.confidential': t('users.confidential'),
    'fieldset_screen_recording.screen_recording_login': t('users.screenLogin'),
    'fieldset_phone_services.phone_pin': t('users.pin'),
    ...Object.fromEntries(licenceNames.map((name) => [`fieldset_licensing.${name}`, t(`users.licence.${name}`)])),
  };
}
