import { customFieldApi, readFieldUsage } from '@shared/contract/custom-fields';
import type { Service } from '../../../context';
import { asking, bindCollection } from '../../../http/collection';
import { single } from '../../../http/single';
import { found } from '../../../refusal';
import { changedFields } from './changed';
import { customFieldList } from './list.queries';
import { changeCustomField, insertCustomField, removeCustomField } from './queries';
import { selectUsage } from './usage.queries';

export function customFieldRoutes(service: Service): void {
  const { handle, store } = service;
  const read = single(store, customFieldList, customFieldApi.read);
  const changed = service.part(changedFields);

  bindCollection(service, customFieldApi, {
    list: customFieldList,
    insert: insertCustomField,
    remove: removeCustomField,
  });

  handle(readFieldUsage, async ({ params: { field_id }, scope }) => ({
    usage: found(await store.read(selectUsage, { field_id, scope })),
  }));

  handle(customFieldApi.update, async (asked) => {
    const { body, versions, by } = asked;
    await store.write(changeCustomField, { ...asking(asked), record: body.custom_field, versions }, by);
    changed.tell();
    return read(asked);
  });
}
