import { z } from 'zod';
import { licenceNames } from '../licences';
import { accessLevels } from '../permissions';
import { says } from '../reasons/check';
import { reason } from '../reasons/reasons';
import { collection } from './collection';
import {
  keptMoment,
  language,
  line,
  readOnly,
  recordId,
  recordName,
  searchedText,
  tenantOfNew,
  timezone,
} from './fields';
import { operation, timestamp } from './operation';
import { login, password } from './setup';

const licensing = z.object({
  recording_seat: z.boolean(),
  screen_recording_seat: z.boolean(),
  monitoring_seat: z.boolean(),
  evaluation_seat: z.boolean(),
  speech_analytics: z.boolean(),
  speech_analytics_license_type: z
    .enum(['basic', 'advanced'])
    .nullable()
    .meta({ description: 'Null without `speech_analytics`' }),
});
const recording = z.object({
  record: z.enum(['always', 'on_demand', 'on_demand_keep', 'never']).meta({
    description: '`on_demand_keep` is `on_demand` with the default `keep`',
  }),
  on_demand_default: z.enum(['keep', 'discard']).nullable(),
  record_direction: z
    .array(z.enum(['in', 'out']))
    .max(2, says('direction_twice'))
    .refine((all) => new Set(all).size === all.length, says('direction_twice')),
  extensions: z.array(line(64, z.string().trim().min(1, says('extension_missing')))).max(100),
  record_announcement: z.boolean().nullable(),
  confidential: z.boolean(),
});
const screenRecording = z.object({ screen_recording_login: line(128).nullable() });
const phoneServices = z.object({ phone_pin: line(64).nullable() });

/** A person or an account. Sections that the caller's role may not see are absent. */
export const User = z
  .object({
    user_id: z.uuid(),
    tenant_id: z.uuid(),
    name: z.string(),
    is_active: z.boolean(),
    email: z.string(),
    timezone: z.string(),
    language: z.string(),
    groups: z.array(z.uuid()),
    group_id: z.uuid(),
    role_id: z.uuid(),
    managed_tenants: z.array(z.uuid()),
    managed_groups: z.array(z.uuid()),
    fieldset_login: z
      .object({
        can_login: z.boolean(),
        login: z.string(),
        authenticate_type: z.string(),
        must_change_password: z.boolean(),
        require_2fa: z.boolean(),
        has_second_factor: z.boolean().meta({ description: 'Extension: whether each sign-in needs a code' }),
        valid_till: timestamp().nullable(),
        last_sign_in_at: timestamp().nullable().meta({ description: 'Extension: null if there was none' }),
        password_set_at: timestamp()
          .nullable()
          .meta({ description: 'Extension: null without a password, and so without a key pair' }),
      })
      .optional(),
    fieldset_recording: recording.optional(),
    fieldset_screen_recording: screenRecording.optional(),
    fieldset_phone_services: phoneServices.optional(),
    fieldset_licensing: licensing.optional(),
  })
  .meta({ id: 'User' });
export type User = z.infer<typeof User>;

const fieldsetLogin = z
  .strictObject({
    can_login: z.boolean(),
    login: login.or(z.literal('')),
    authenticate_type: z.literal('password', says('password_only')),
    must_change_password: z.boolean(),
    require_2fa: z.boolean(),
    has_second_factor: readOnly(),
    last_sign_in_at: readOnly(),
    password_set_at: readOnly(),
    valid_till: keptMoment().nullable(),
    password: password.meta({ writeOnly: true, description: 'Setting it creates a new key pair' }),
    give_up_keys: z.boolean().meta({
      writeOnly: true,
      description:
        'Extension: with a new password, gives up the keys that only this user can open. Their recordings can never be opened again',
    }),
    current_password: z
      .string()
      .min(1)
      .max(1024)
      .meta({ writeOnly: true, description: "To change the user's own password" }),
  })
  .partial();

/** The fields that a new user and a change have in common. */
const fields = {
  user_id: readOnly(),
  is_active: z.boolean().optional(),
  email: z.union([z.literal(''), z.email(says('email_wrong'))]).optional(),
  timezone: timezone().optional(),
  language: language().optional(),
  groups: z.array(recordId()).max(1000).optional(),
  managed_tenants: z.array(recordId()).max(1000).optional(),
  managed_groups: z.array(recordId()).max(1000).optional(),
  fieldset_login: fieldsetLogin.optional(),
  fieldset_recording: z.strictObject(recording.shape).partial().optional(),
  fieldset_screen_recording: z.strictObject(screenRecording.shape).partial().optional(),
  fieldset_phone_services: z.strictObject(phoneServices.shape).partial().optional(),
  fieldset_licensing: z.strictObject(licensing.shape).partial().optional(),
};

const NewUser = z.strictObject({
  ...fields,
  tenant_id: tenantOfNew(),
  name: recordName(256),
  group_id: recordId(),
  role_id: recordId(),
});
export type NewUser = z.output<typeof NewUser>;

const ChangedUser = z.strictObject({
  ...fields,
  tenant_id: readOnly(),
  name: recordName(256).optional(),
  group_id: recordId().optional(),
  role_id: recordId().optional(),
});
export type ChangedUser = z.output<typeof ChangedUser>;

/** Rights for sections of a user, besides `users:edit`. An extension decides whose calls are whose. */
const needs = {
  'user.fieldset_login': { rights: ['users:login_settings'] },
  'user.fieldset_recording': { rights: ['users:recording_settings'] },
  'user.fieldset_screen_recording': { rights: ['users:recording_settings'] },
  'user.fieldset_phone_services': { rights: ['users:recording_settings'] },
  'user.fieldset_licensing': { rights: ['users:licensing'] },
  'user.fieldset_recording.extensions': {
    reach: 'whole tenant',
    when: 'changed',
    why: reason('extensions_whole_tenant'),
  },
} as const;

const base = collection({
  plural: 'users',
  singular: 'user',
  id: 'user_id',
  area: 'users',
  record: User,
  fresh: NewUser,
  changed: ChangedUser,
  filters: {
    search_term: searchedText()
      .optional()
      .meta({ description: 'Part of the name, the e-mail address, or the login with `users:login_settings`' }),
    tenant_id: recordId().optional().meta({ description: 'In this tenant' }),
    group_id: recordId().optional().meta({ description: 'In this group' }),
    role_id: recordId().optional().meta({ description: 'With this role' }),
    is_active: z
      .enum(['true', 'false'])
      .transform((value) => value === 'true')
      .optional()
      .meta({ description: 'Active users, or all others' }),
    licence: z
      .enum(licenceNames)
      .optional()
      .meta({ description: 'Extension: active users who have this licence; nobody without `users:licensing`' }),
  },
  published: ['create', 'read'],
  decisions: {
    create: 'API v2 does not show the required fields: name, role and main group. Location and body have the address.',
    read: 'API v2 does not show which role hides which section.',
  },
});
export const userApi = {
  ...base,
  create: operation({ ...base.create, needs }),
  /** Users may change their own password and time zone without a further right. */
  update: operation({
    ...base.update,
    needs,
    own: {
      id: 'user_id',
      first: 'password',
      parts: ['user.fieldset_login.password', 'user.fieldset_login.current_password'],
      later: ['user.timezone'],
    },
  }),
};

/** A role as a signed-in user sees their own. */
export const OwnRole = z
  .object({
    role_id: z.uuid(),
    name: z.string(),
    access_level: z.enum(accessLevels),
    permissions: z.record(z.string(), z.array(z.string())),
  })
  .meta({ id: 'OwnRole' });
export type OwnRole = z.infer<typeof OwnRole>;
