import type { User } from '@shared/contract/users';
import { isoInZone } from '../../zones';
import type { UserRow } from './queries';

/** A stored user as the API returns it, with every section. */
export const userOf = (row: UserRow, zone: string): User => ({
  user_id: row.user_id,
  tenant_id: row.tenant_id,
  name: row.name,
  is_active: row.is_active === 1,
  email: row.email,
  timezone: row.timezone,
  language: row.language,
  groups: JSON.parse(row.groups),
  group_id: row.group_id,
  role_id: row.role_id,
  managed_tenants: JSON.parse(row.managed_tenants),
  managed_groups: JSON.parse(row.managed_groups),
  fieldset_login: {
    can_login: row.can_login === 1,
    login: row.login ?? '',
    authenticate_type: row.authenticate_type,
    must_change_password: row.must_change_password === 1,
    require_2fa: row.require_2fa === 1,
    valid_till: row.valid_till === null ? null : isoInZone(row.valid_till, zone),
  },
  fieldset_recording: JSON.parse(row.fieldset_recording),
  fieldset_screen_recording: JSON.parse(row.fieldset_screen_recording),
  fieldset_phone_services: JSON.parse(row.fieldset_phone_services),
  fieldset_licensing: JSON.parse(row.fieldset_licensing),
});
