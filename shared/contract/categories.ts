import { z } from 'zod';
import { collection } from './collection';
import { readOnly, recordId, recordName, searchedText, tenantOfNew } from './fields';

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
  category_id: readOnly(),
  tenant_id: tenantOfNew(),
  name: recordName(),
  private_user_id: recordId().nullable().default(null),
  parent_id: recordId().nullable().default(null),
});
export type NewCategory = z.output<typeof NewCategory>;

const ChangedCategory = z.strictObject({
  category_id: readOnly(),
  tenant_id: readOnly(),
  name: NewCategory.shape.name.optional(),
  private_user_id: NewCategory.shape.private_user_id.unwrap().optional(),
  parent_id: NewCategory.shape.parent_id.unwrap().optional(),
});
export type ChangedCategory = z.output<typeof ChangedCategory>;

/** Deleting a category removes it from its calls. Refused with Conflict while it has subcategories. */
export const categoryApi = collection({
  plural: 'categories',
  singular: 'category',
  id: 'category_id',
  area: 'call_categories',
  record: Category,
  fresh: NewCategory,
  changed: ChangedCategory,
  filters: { search_term: searchedText().optional().meta({ description: 'Part of the name' }) },
});
