import { roleApi } from '@shared/contract/roles';
import type { Service } from '../../../context';
import { bindCollection } from '../../../http/collection';
import { changeRole, insertRole, removeRole, roleList } from './queries';

export function roleRoutes(service: Service): void {
  bindCollection(service, roleApi, { list: roleList, insert: insertRole, change: changeRole, remove: removeRole });
}
