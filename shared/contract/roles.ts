import { z } from 'zod';
import { type Area, accessLevels, permissionCatalogue, unusedRights } from '../permissions';
import { says } from '../reasons/check';
import { collection } from './collection';
import { readOnly, recordId, recordName, searchedText, tenantOfNew } from './fields';

/** Rights by area, each action once. An unknown area or action is refused at its area, such as `permissions.calls`. */
export const rightsByArea = z.strictObject(
  Object.fromEntries(
    Object.entries<readonly string[]>(permissionCatalogue).map(([area, actions]) => [
      area,
      z
        // Not z.enum, whose errors would be at the place in the list.
        .array(z.string().meta({ enum: actions }))
        .refine(
          (held) => held.every((action) => [...actions, ...(unusedRights[area as Area] ?? [])].includes(action)),
          says('one_of', { options: [...actions] }),
        )
        .transform((held) => actions.filter((action) => held.includes(action)))
        .optional(),
    ]),
  ) as unknown as Record<Area, z.ZodOptional<z.ZodType<string[], string[]>>>,
);
const accessLevel = z.enum(accessLevels);

/** The rights and the reach of its holders. */
export const Role = z
  .object({
    role_id: z.uuid(),
    tenant_id: z.uuid().optional().meta({ description: 'Only with multi-tenancy' }),
    name: z.string(),
    access_level: z.enum(accessLevels).meta({ description: 'How far the role reaches; root is Unrestricted' }),
    permissions: z.record(z.string(), z.array(z.string())),
    user_count: z.number().int().meta({ description: 'Extension: how many users have the role' }),
  })
  .meta({ id: 'Role' });
export type Role = z.infer<typeof Role>;

const NewRole = z.strictObject({
  role_id: readOnly(),
  tenant_id: tenantOfNew(),
  name: recordName(),
  access_level: accessLevel.default('user'),
  permissions: rightsByArea.default({}),
  user_count: readOnly(),
});
export type NewRole = z.output<typeof NewRole>;

const ChangedRole = z.strictObject({
  role_id: readOnly(),
  tenant_id: readOnly(),
  name: recordName().optional(),
  access_level: accessLevel.optional(),
  permissions: rightsByArea.optional(),
  user_count: readOnly(),
});
export type ChangedRole = z.output<typeof ChangedRole>;

export const roleApi = collection({
  plural: 'roles',
  singular: 'role',
  id: 'role_id',
  area: 'roles',
  record: Role,
  fresh: NewRole,
  changed: ChangedRole,
  filters: {
    search_term: searchedText().optional().meta({ description: 'Part of the name' }),
    tenant_id: recordId().optional().meta({ description: 'In this tenant' }),
  },
  published: ['create'],
  decisions: {
    create: 'API v2 does not show access levels, nor the catalogue of permissions. The body repeats the address.',
  },
  text: 'description',
});
