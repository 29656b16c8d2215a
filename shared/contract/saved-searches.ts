import { z } from 'zod';
import { collection } from './collection';
import { readOnly, recordName, text } from './fields';

/** A search of calls that a person keeps, with the columns and rows of its list. A shared one is visible to the tenant. */
export const SavedSearch = z
  .object({
    saved_search_id: z.uuid(),
    user_id: z.uuid().meta({ description: 'Whose it is; nobody else changes it' }),
    name: z.string(),
    query: z.string().meta({ description: 'The parameters of GET /api/v2/calls.json, as in a URL' }),
    columns: z.array(z.string()).meta({
      description:
        'The columns of the list, in order, each with its width in px if it has one: `duration:68`; empty for the usual ones',
    }),
    is_compact: z.boolean().meta({ description: 'The list has low rows' }),
    is_shared: z.boolean(),
  })
  .meta({ id: 'SavedSearch' });
export type SavedSearch = z.infer<typeof SavedSearch>;

const query = text(8192);
const columns = z.array(text(64)).max(100);

const NewSearch = z.strictObject({
  saved_search_id: readOnly(),
  user_id: readOnly(),
  tenant_id: readOnly(),
  name: recordName(),
  query: query.default(''),
  columns: columns.default([]),
  is_compact: z.boolean().default(false),
  is_shared: z.boolean().default(false),
});
export type NewSearch = z.output<typeof NewSearch>;

const ChangedSearch = z.strictObject({
  saved_search_id: readOnly(),
  user_id: readOnly(),
  tenant_id: readOnly(),
  name: recordName().optional(),
  query: query.optional(),
  columns: columns.optional(),
  is_compact: z.boolean().optional(),
  is_shared: z.boolean().optional(),
});
export type ChangedSearch = z.output<typeof ChangedSearch>;

const right = 'calls:view';

export const savedSearchApi = collection({
  plural: 'saved_searches',
  singular: 'saved_search',
  id: 'saved_search_id',
  area: { view: right, edit: right, delete: right },
  record: SavedSearch,
  fresh: NewSearch,
  changed: ChangedSearch,
  filters: {},
});
