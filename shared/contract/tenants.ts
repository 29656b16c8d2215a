import { z } from 'zod';
import { says } from '../reasons/check';
import { reason } from '../reasons/reasons';
import { collection } from './collection';
import { language, readOnly, recordName, searchedText, timezone } from './fields';
import { operation } from './operation';

const seats = z.number().int().min(0).nullable();

/** Licences by kind; null for no limit. */
const licensing = {
  recording_seats: seats,
  recording_sessions: seats,
  screen_recording_seats: seats,
  monitoring_seats: seats,
  evaluation_seats: seats,
  speech_analytics: z.number().int().min(0),
};

/** A customer or site whose records are separate from those of others. */
export const Tenant = z
  .object({
    tenant_id: z.uuid(),
    name: z.string(),
    timezone: z.string().meta({ description: 'Empty when unset' }),
    language: z.string().nullable(),
    domain: z.string().nullable(),
    encrypt_data: z.boolean().meta({ description: 'Kept as it is sent. Recordings are encrypted in any case' }),
    fieldset_licensing: z.object(licensing),
  })
  .meta({ id: 'Tenant' });
export type Tenant = z.infer<typeof Tenant>;

const domain = z.hostname(says('not_host_name')).or(z.literal(''));

const NewTenant = z.strictObject({
  tenant_id: readOnly(),
  name: recordName(),
  timezone: timezone().default(''),
  language: language().nullable().default(null),
  domain: domain.nullable().default(null),
  encrypt_data: z.boolean().default(true),
  fieldset_licensing: z.strictObject(licensing).partial().default({}),
});
export type NewTenant = z.output<typeof NewTenant>;

const ChangedTenant = z.strictObject({
  tenant_id: readOnly(),
  name: recordName().optional(),
  timezone: timezone().optional(),
  language: language().nullable().optional(),
  domain: domain.nullable().optional(),
  encrypt_data: z.boolean().optional(),
  fieldset_licensing: z.strictObject(licensing).partial().optional(),
});
export type ChangedTenant = z.output<typeof ChangedTenant>;

const base = collection({
  plural: 'tenants',
  singular: 'tenant',
  id: 'tenant_id',
  area: 'tenants',
  record: Tenant,
  fresh: NewTenant,
  changed: ChangedTenant,
  filters: { search_term: searchedText().optional().meta({ description: 'Part of the name' }) },
  published: ['read'],
  decisions: {
    read: 'API v2 does not show the statuses besides 403 and 404.',
  },
  reach: 'every tenant',
});
export const tenantApi = {
  ...base,
  update: operation({
    ...base.update,
    reach: 'whole tenant',
    needs: { 'tenant.fieldset_licensing': { reach: 'every tenant', why: reason('licences_every_tenant') } },
  }),
};
