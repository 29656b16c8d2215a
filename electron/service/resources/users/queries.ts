import { fold } from '@shared/fold';
import { audit, type By } from '../../store/audit';
import type { Connection } from '../../store/connection';
import { jsonValues } from '../../store/fragments';
import { change, query } from '../../store/query';
import { insertRecord } from '../../store/record';

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

/** A person's own record, whatever the reach of their role. */
export const selectOwnUser = query('users.own', (db, { user_id }: { user_id: string }) =>
  db
    .prepare<{ user_id: string }, UserRow>(`
    SELECT u.user_id, u.tenant_id, u.name, u.is_active, u.email, u.timezone, u.language, u.group_id, u.role_id,
      u.login, u.can_login, u.authenticate_type, u.must_change_password, u.require_2fa, u.valid_till,
      u.fieldset_recording, u.fieldset_screen_recording, u.fieldset_phone_services, u.fieldset_licensing,
      ${jsonValues('m.group_id ORDER BY m.group_id', 'user_groups m WHERE m.user_id = u.user_id')} AS groups,
      ${jsonValues('m.tenant_id', 'user_managed_tenants m WHERE m.user_id = u.user_id')} AS managed_tenants,
      ${jsonValues('m.group_id', 'user_managed_groups m WHERE m.user_id = u.user_id')} AS managed_groups
    FROM users u WHERE u.user_id = @user_id`)
    .get({ user_id }),
);

/** A user or account to store; omitted fields have defaults. */
export type NewUser = {
  user_id: string;
  tenant_id: string;
  group_id: string;
  role_id: string;
  name: string;
  login: string | null;
  can_login?: number;
  evaluation_seat?: boolean;
};

/** Stores a user inside the caller's transaction. */
export function insertUser(db: Connection, { login, evaluation_seat = false, ...user }: NewUser, by: By): void {
  const sections = {
    fieldset_recording: JSON.stringify({
      record: 'never',
      on_demand_default: null,
      record_direction: [],
      extensions: [],
      record_announcement: null,
      confidential: false,
    }),
    fieldset_screen_recording: JSON.stringify({ screen_recording_login: null }),
    fieldset_phone_services: JSON.stringify({ phone_pin: null }),
    fieldset_licensing: JSON.stringify({
      recording_seat: false,
      screen_recording_seat: false,
      monitoring_seat: false,
      evaluation_seat,
      speech_analytics: false,
      speech_analytics_license_type: null,
    }),
  };
  insertRecord(db, 'users', { ...user, login, login_folded: login === null ? null : fold(login), ...sections }, by);
  const { group_id, user_id } = user;
  db.prepare('INSERT INTO user_groups (group_id, user_id) VALUES (@group_id, @user_id)').run({ group_id, user_id });
  audit(db, by, { action: 'create', resource: 'user', resource_id: user_id });
}

/** Stores many users in one transaction and skips existing ones. */
export const insertUsers = change('users.insert-many', (db, { users }: { users: NewUser[] }, by): void => {
  const known = db.prepare<object, unknown>('SELECT 1 FROM users WHERE user_id = @user_id');
  for (const user of users) if (!known.get({ user_id: user.user_id })) insertUser(db, user, by);
});
