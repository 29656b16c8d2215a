import { z } from 'zod';
import { collection } from './collection';
import { readOnly, recordId, recordName, searchedText, tenantOfNew, timezone } from './fields';

/** People who work together. A supervisor's role reaches the groups that they manage. */
export const Group = z
  .object({
    group_id: z.uuid(),
    tenant_id: z.uuid(),
    name: z.string(),
    timezone: z.string().meta({ description: 'The zone of people in it who have none; empty when unset' }),
    user_count: z.number().int().meta({ description: 'Extension: the users in it, active or not' }),
  })
  .meta({ id: 'Group' });
export type Group = z.infer<typeof Group>;

const NewGroup = z.strictObject({
  group_id: readOnly(),
  user_count: readOnly(),
  tenant_id: tenantOfNew(),
  name: recordName(),
  timezone: timezone().default(''),
});
export type NewGroup = z.output<typeof NewGroup>;

const ChangedGroup = z.strictObject({
  group_id: readOnly(),
  user_count: readOnly(),
  tenant_id: readOnly(),
  name: recordName().optional(),
  timezone: timezone().optional(),
});
export type ChangedGroup = z.output<typeof ChangedGroup>;

export const groupApi = collection({
  plural: 'groups',
  singular: 'group',
  id: 'group_id',
  area: 'groups',
  record: Group,
  fresh: NewGroup,
  changed: ChangedGroup,
  filters: {
    search_term: searchedText().optional().meta({ description: 'Part of the name' }),
    tenant_id: recordId().optional().meta({ description: 'In this tenant' }),
  },
});
