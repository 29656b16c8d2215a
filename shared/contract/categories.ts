import { z } from 'zod';
import { Created, operation } from './operation';
import { listQuery, pageOf } from './paging';

/** A label for calls. A private category is visible only to its owner. */
export const Category = z
  .object({
    category_id: z.uuid(),
    name: z.string(),
    private_user_id: z.uuid().nullable().meta({ description: 'Whose it is; null for everyone' }),
    parent_id: z.uuid().nullable().meta({ description: 'The category it is listed under' }),
  })
  .meta({ id: 'Category' });
export type Category = z.infer<typeof Category>;

/** The fields of a new category. */
export const NewCategory = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1, 'Enter a name')
    .refine((name) => [...name].length <= 64, 'Use at most 64 characters'),
  private_user_id: z.uuid('Enter a UUID').toLowerCase().nullable().default(null),
  parent_id: z.uuid('Enter a UUID').toLowerCase().nullable().default(null),
});
export type NewCategory = z.output<typeof NewCategory>;

const ChangedCategory = z.strictObject({
  name: NewCategory.shape.name.optional(),
  private_user_id: NewCategory.shape.private_user_id.unwrap().optional(),
  parent_id: NewCategory.shape.parent_id.unwrap().optional(),
});

const one = '/api/v2/categories/:category_id.json';

export const listCategories = operation({
  method: 'get',
  path: '/api/v2/categories.json',
  permission: 'call_categories:view',
  query: listQuery.extend({
    search_term: z.string().max(256).optional().meta({ description: 'Part of the name' }),
  }),
  response: pageOf('categories', Category),
  extension: true,
});
export const createCategory = operation({
  method: 'post',
  path: '/api/v2/categories.json',
  permission: 'call_categories:edit',
  body: z.strictObject({ category: NewCategory }),
  response: Created,
  status: 201,
  extension: true,
});
export const readCategory = operation({
  method: 'get',
  path: one,
  permission: 'call_categories:view',
  response: z.object({ category: Category }),
  extension: true,
});
export const updateCategory = operation({
  method: 'put',
  path: one,
  permission: 'call_categories:edit',
  body: z.strictObject({ category: ChangedCategory }),
  response: z.object({ category: Category }),
  text: 'description',
  extension: true,
});
/** Removes the category from its calls and deletes it. Refused with Conflict while it has subcategories. */
export const deleteCategory = operation({
  method: 'delete',
  path: one,
  permission: 'call_categories:delete',
  response: z.object({}),
  extension: true,
});
