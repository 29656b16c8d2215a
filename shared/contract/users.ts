import { z } from 'zod';
import { accessLevels } from '../permissions';

/** A person or an account. Sections that the caller's role may not see are absent (API v2, User). */
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
        valid_till: z.string().nullable(),
      })
      .optional(),
    fieldset_recording: z
      .object({
        record: z.string(),
        on_demand_default: z.string().nullable(),
        record_direction: z.array(z.string()),
        extensions: z.array(z.string()),
        record_announcement: z.boolean().nullable(),
        confidential: z.boolean(),
      })
      .optional(),
    fieldset_screen_recording: z.object({ screen_recording_login: z.string().nullable() }).optional(),
    fieldset_phone_services: z.object({ phone_pin: z.string().nullable() }).optional(),
    fieldset_licensing: z
      .object({
        recording_seat: z.boolean(),
        screen_recording_seat: z.boolean(),
        monitoring_seat: z.boolean(),
        evaluation_seat: z.boolean(),
        speech_analytics: z.boolean(),
        speech_analytics_license_type: z.string().nullable(),
      })
      .optional(),
  })
  .meta({ id: 'User' });
export type User = z.infer<typeof User>;

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
