import { randomUUID } from 'node:crypto';
import {
  createCategory,
  deleteCategory,
  listCategories,
  readCategory,
  updateCategory,
} from '@shared/contract/categories';
import type { Service } from '../../context';
import { created } from '../../http/answers';
import { listed } from '../../http/paging';
import { single } from '../../http/single';
import { categoryList, changeCategory, insertCategory, removeCategory } from './queries';

export function categoryRoutes({ handle, store }: Service): void {
  const read = single(store, categoryList, readCategory);

  handle(listCategories, listed(store, categoryList));

  handle(createCategory, async ({ body: { category }, scope, by }) => {
    const category_id = randomUUID();
    await store.write(insertCategory, { category_id, category, scope }, by);
    return created(`/api/v2/categories/${category_id}.json`);
  });

  handle(readCategory, read);

  handle(updateCategory, async (asked) => {
    const { params, body, versions, scope, by } = asked;
    await store.write(changeCategory, { ...params, ...body, versions, scope }, by);
    return read(asked);
  });

  handle(deleteCategory, async ({ params, versions, scope, by }) => {
    await store.write(removeCategory, { ...params, versions, scope }, by);
    return {};
  });
}
