import { query } from '../../store/query';

/** A user as stored, its lists as JSON arrays. */
export type UserRow = {
  user_id: string;
  tenant_id: string;
  name: string;
  is_active: number;
  email: string;
  timezone: string;
  language: string;
  groups: string;
  group_id: string;
  role_id: string;
  managed_tenants: string;
  managed_groups: string;
  login: string | null;
  can_login: number;
  authenticate_type: string;
  must_change_password: number;
  require_2fa: number;
  valid_till: number | null;
  fieldset_recording: string;
  fieldset_screen_recording: string;
  fieldset_phone_services: string;
  fieldset_licensing: string;
};

/** A person's own record, whatever their role reaches. */
export const selectOwnUser = query('users.own', (db, { user_id }: { user_id: string }) =>
  db
    .prepare<[string], UserRow>(`
    SELECT u.user_id, u.tenant_id, u.name, u.is_active, u.email, u.timezone, u.language, u.group_id, u.role_id,
      u.login, u.can_login, u.authenticate_type, u.must_change_password, u.require_2fa, u.valid_till,
      u.fieldset_recording, u.fieldset_screen_recording, u.fieldset_phone_services, u.fieldset_licensing,
      (SELECT json_group_array(group_id ORDER BY group_id) FROM user_groups WHERE user_id = u.user_id) AS groups,
      (SELECT json_group_array(tenant_id) FROM user_managed_tenants WHERE user_id = u.user_id) AS managed_tenants,
      (SELECT json_group_array(group_id) FROM user_managed_groups WHERE user_id = u.user_id) AS managed_groups
    FROM users u WHERE u.user_id = ?`)
    .get(user_id),
);
