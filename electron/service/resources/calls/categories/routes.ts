import { categoryApi } from '@shared/contract/categories';
import type { Service } from '../../../context';
import { bindCollection } from '../../../http/collection';
import { categoryList, changeCategory, insertCategory, removeCategory } from './queries';

export function categoryRoutes(service: Service): void {
  const rules = { list: categoryList, insert: insertCategory, change: changeCategory, remove: removeCategory };
  bindCollection(service, categoryApi, rules);
}
