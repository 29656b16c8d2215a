import { z } from 'zod';
import { reason } from '../reasons/reasons';
import { language, readOnly, timezone } from './fields';
import { operation, timestamp } from './operation';

const fields = {
  multi_tenancy: z.boolean().meta({ description: 'Whether there can be several tenants' }),
  timezone: timezone().meta({
    description:
      'For people, groups and tenants without one, and for times without an offset in files; empty for that of the system',
  }),
  language: language().meta({ description: 'Empty when unset' }),
  store_format: z
    .enum(['wav', 'mp3'])
    .meta({ description: 'How the samples of a live recording are stored, from the next recording on' }),
  auto_resume_seconds: z
    .int()
    .min(0)
    .max(86_400)
    .meta({ description: 'A pause of a recording ends by itself after this time; 0 for never' }),
  webhooks_outside: z.boolean().meta({ description: 'Whether webhooks may tell addresses outside of this computer' }),
  watch_folder_on: z.boolean().meta({ description: 'Whether the watch folder is looked at' }),
};

/** The settings of the whole archive. */
export const Settings = z
  .object({
    ...fields,
    watch_folder: z
      .string()
      .meta({ description: 'Recordings in it are imported; set in the window or on the command line' }),
    database_damaged_at: timestamp()
      .nullable()
      .meta({ description: 'When damage was met in the database since the start; null without' }),
  })
  .meta({ id: 'Settings' });
export type Settings = z.infer<typeof Settings>;

const ChangedSettings = z
  .strictObject({ ...fields, watch_folder: readOnly(), database_damaged_at: readOnly() })
  .partial();
export type ChangedSettings = z.output<typeof ChangedSettings>;

export const readSettings = operation({
  versioned: true,
  method: 'get',
  path: '/api/v2/settings.json',
  summary: 'Read the settings',
  permission: 'system:view',
  audited: { action: 'read', resource: 'settings' },
  response: z.object({ settings: Settings }),
  extension: true,
});
export const updateSettings = operation({
  versioned: true,
  method: 'put',
  path: '/api/v2/settings.json',
  summary: 'Update the settings',
  permission: 'system:edit',
  audited: { action: 'update', resource: 'settings' },
  reach: 'every tenant',
  needs: {
    'settings.multi_tenancy': { reach: 'unrestricted', when: 'changed', why: reason('multi_tenancy_unrestricted') },
  },
  body: z.strictObject({ settings: ChangedSettings }),
  response: z.object({ settings: Settings }),
  text: 'description',
  extension: true,
});
