import type { User } from '@shared/contract/users';
import { fold } from '@shared/fold';
import { licenceNames } from '@shared/licences';
import type { Scope } from '../../../../access/scope';
import { flag, isoTime, jsonObject, jsonValues, storedJson } from '../../../../store/fragments';
import { absent, columnsOf, type Fields } from '../../../../store/sql';

const login = jsonObject({
  can_login: flag('u.can_login'),
  login: "coalesce(u.login, '')",
  authenticate_type: 'u.authenticate_type',
  must_change_password: flag('u.must_change_password'),
  require_2fa: flag('u.require_2fa'),
  has_second_factor: flag(`CASE WHEN EXISTS (
    SELECT 1 FROM user_second_factors f WHERE f.user_id = u.user_id AND f.confirmed_at IS NOT NULL) THEN 1 ELSE 0 END`),
  valid_till: isoTime('u.valid_till'),
  last_sign_in_at: isoTime('u.last_sign_in_at'),
  password_set_at: isoTime('(SELECT c.changed_at FROM user_credentials c WHERE c.user_id = u.user_id)'),
});
const licensing = jsonObject({
  ...Object.fromEntries(licenceNames.map((name) => [name, flag(`u.${name}`)])),
  speech_analytics_license_type: 'CASE WHEN u.speech_analytics = 1 THEN u.speech_analytics_license_type END',
});

/** A user `u`, with the sections that the caller may see. */
export const userRecord = ({ user_sections: sections }: Pick<Scope, 'user_sections'>): Fields<User> => ({
  ...columnsOf('u', ['user_id', 'tenant_id', 'name', 'email', 'timezone', 'language', 'group_id', 'role_id']),
  is_active: flag('u.is_active'),
  groups: jsonValues('m.group_id ORDER BY m.group_id', 'user_groups m WHERE m.user_id = u.user_id'),
  managed_tenants: jsonValues('m.tenant_id ORDER BY m.tenant_id', 'user_managed_tenants m WHERE m.user_id = u.user_id'),
  managed_groups: jsonValues('m.group_id ORDER BY m.group_id', 'user_managed_groups m WHERE m.user_id = u.user_id'),
  fieldset_login: sections.login ? login : absent,
  fieldset_recording: sections.recording ? storedJson('u.fieldset_recording', '{}') : absent,
  fieldset_screen_recording: sections.recording ? storedJson('u.fieldset_screen_recording', '{}') : absent,
  fieldset_phone_services: sections.recording ? storedJson('u.fieldset_phone_services', '{}') : absent,
  fieldset_licensing: sections.licensing ? licensing : absent,
});

/** Sections of a new user, stored as JSON because no rule reads a part of them. */
export const unsetSections = {
  fieldset_recording: {
    record: 'never',
    on_demand_default: null,
    record_direction: [],
    extensions: [],
    record_announcement: null,
    confidential: false,
  },
  fieldset_screen_recording: { screen_recording_login: null },
  fieldset_phone_services: { phone_pin: null },
};

/** The columns that a login, and a search for a user, are compared with. */
export const foldedNames = ({ name, login, email }: { name: string; login: string | null; email: string }) => ({
  name_folded: fold(name),
  login_folded: login === null ? null : fold(login),
  searched: [name, login ?? '', email].map(fold).join('\n'),
});
