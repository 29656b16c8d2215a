import { groupApi } from '@shared/contract/groups';
import type { Service } from '../../../context';
import { bindCollection } from '../../../http/collection';
import { changeGroup, groupList, insertGroup, removeGroup } from './queries';

export function groupRoutes(service: Service): void {
  bindCollection(service, groupApi, { list: groupList, insert: insertGroup, change: changeGroup, remove: removeGroup });
}
