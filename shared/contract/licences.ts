import { z } from 'zod';
import { licenceNames } from '../licences';
import { recordId } from './fields';
import { operation } from './operation';

/** One kind of licence of a tenant. */
export const Licence = z
  .object({
    licence: z.enum(licenceNames),
    taken: z.number().int().meta({ description: 'The active users who have one' }),
    most: z.number().int().nullable().meta({ description: 'How many the tenant has; null for no limit' }),
  })
  .meta({ id: 'Licence' });
export type Licence = z.infer<typeof Licence>;

export const readLicences = operation({
  method: 'get',
  path: '/api/v2/licences.json',
  summary: 'Count the licences of a tenant',
  permission: 'users:licensing',
  audited: { action: 'read', resource: 'licence' },
  query: z.strictObject({ tenant_id: recordId().optional().meta({ description: "The caller's own by default" }) }),
  response: z.object({ licences: z.array(Licence) }),
  refusals: ['NotFound'],
  extension: true,
});
