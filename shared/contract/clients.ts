import { z } from 'zod';
import { says } from '../reasons/check';
import { collection } from './collection';
import { line, readOnly, recordName, searchedText, tenantOfNew } from './fields';
import { operation } from './operation';

/** A person or company on the other end of calls, known by the numbers of its contacts. */
export const Client = z
  .object({
    client_id: z.uuid(),
    tenant_id: z.uuid(),
    name: z.string(),
    contacts: z.array(z.object({ phone_number: z.string(), name: z.string().nullable() })),
  })
  .meta({ id: 'Client' });
export type Client = z.infer<typeof Client>;

const contacts = z
  .array(
    z.strictObject({
      phone_number: line(64, z.string().trim().min(1, says('phone_number_missing'))),
      name: line(256).nullable().default(null),
    }),
  )
  .min(1, says('contact_missing'))
  .max(100);

const NewClient = z.strictObject({
  client_id: readOnly(),
  tenant_id: tenantOfNew(),
  name: recordName(256),
  contacts,
});
export type NewClient = z.output<typeof NewClient>;

const ChangedClient = z.strictObject({
  client_id: readOnly(),
  tenant_id: readOnly(),
  name: recordName(256).optional(),
  contacts: contacts.optional(),
});
export type ChangedClient = z.output<typeof ChangedClient>;

const base = collection({
  plural: 'clients',
  singular: 'client',
  id: 'client_id',
  area: 'clients',
  record: Client,
  fresh: NewClient,
  changed: ChangedClient,
  filters: {
    search_term: searchedText()
      .optional()
      .meta({ description: 'Part of the name, of a contact’s name or number, or of the tenant’s name' }),
    tenant_id: z.string().optional().meta({ format: 'uuid', description: 'Another text than a UUID answers 404' }),
  },
  published: ['list'],
  decisions: {
    list: 'API v2 does not show the order of a list, nor how a number is compared: as digits, however it is written.',
  },
});
/** A `tenant_id` that cannot be one gets 404, as API v2 says. */
export const clientApi = { ...base, list: operation({ ...base.list, refusals: ['NotFound'] }) };
