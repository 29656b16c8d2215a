import { tenantApi } from '@shared/contract/tenants';
import type { Service } from '../../../context';
import { bindCollection } from '../../../http/collection';
import { changeTenant, insertTenant, removeTenant, tenantList } from './queries';

export function tenantRoutes(service: Service): void {
  bindCollection(service, tenantApi, {
    list: tenantList,
    insert: insertTenant,
    change: changeTenant,
    remove: removeTenant,
  });
}
