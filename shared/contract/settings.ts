import { z } from 'zod';
import { language, timezone } from './fields';
import { operation } from './operation';

const fields = {
  multi_tenancy: z.boolean().meta({ description: 'Set by people with an unrestricted role only' }),
  timezone: timezone().meta({
    description: 'For people, groups and tenants without one; empty for that of the system',
  }),
  language: language().meta({ description: 'Empty when unset' }),
};

/** The settings of the whole archive. */
export const Settings = z.object(fields).meta({ id: 'Settings' });
export type Settings = z.infer<typeof Settings>;

const ChangedSettings = z.strictObject(fields).partial();
export type ChangedSettings = z.output<typeof ChangedSettings>;

export const readSettings = operation({
  versioned: true,
  method: 'get',
  path: '/api/v2/settings.json',
  summary: 'Read the settings',
  permission: 'system:view',
  response: z.object({ settings: Settings }),
  extension: true,
});
export const updateSettings = operation({
  versioned: true,
  method: 'put',
  path: '/api/v2/settings.json',
  summary: 'Update the settings',
  permission: 'system:edit',
  body: z.strictObject({ settings: ChangedSettings }),
  response: z.object({ settings: Settings }),
  text: 'description',
  extension: true,
});
