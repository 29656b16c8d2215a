import { Refusal } from '../../../refusal';
import { change } from '../../../store/query';
import type { NewCall } from '../../calls';
import { categoryNamed } from '../../categories';
import { fieldNamed, valueFault } from '../../custom-fields';

type Names = {
  categories: string[];
  custom_fields: Record<string, string>;
  create_missing: boolean;
};
export type Resolved = Pick<NewCall, 'category_ids' | 'custom_values'>;

/** Ids behind the names in a record. A name nobody knows is refused, or made when `create_missing`. */
export const resolveNames = change('imports.resolve', (db, names: Names, by): Resolved => {
  const details: Record<string, string> = {};
  const category_ids = names.categories.map((name) => {
    const id = categoryNamed(db, name, names.create_missing, by);
    if (id === undefined) details.categories = `There is no category "${name}"`;
    return id ?? '';
  });
  const custom_values = Object.entries(names.custom_fields).map(([name, value]) => {
    const field = fieldNamed(db, name, names.create_missing, by);
    const fault = field ? valueFault(value, field) : `There is no custom field "${name}" that is enabled`;
    if (fault) details[`custom_fields.${name}`] = fault;
    return { field_id: field?.field_id ?? '', value };
  });
  if (Object.keys(details).length > 0)
    throw new Refusal('InvalidRecord', `${Object.values(details).join('. ')}.`, details, 'NAMES_REFUSED');
  return { category_ids, custom_values };
});
