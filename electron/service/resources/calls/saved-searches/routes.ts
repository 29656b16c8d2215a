import { savedSearchApi } from '@shared/contract/saved-searches';
import type { Service } from '../../../context';
import { bindCollection } from '../../../http/collection';
import { changeSearch, insertSearch, removeSearch, savedSearchList } from './queries';

export function savedSearchRoutes(service: Service): void {
  const rules = { list: savedSearchList, insert: insertSearch, change: changeSearch, remove: removeSearch };
  bindCollection(service, savedSearchApi, rules);
}
