import { tenantApi } from '@shared/contract/tenants';
import type { Service } from '../../context';
import { bindCollection } from '../../http/collection';
import { changeTenant, insertTenant, removeTenant, tenantList } from './queries';
import { readyMadeReports } from './ready-made/giving';

export function tenantRoutes(service: Service): void {
  service.part(readyMadeReports);
  bindCollection(service, tenantApi, {
    list: tenantList,
    insert: insertTenant,
    change: changeTenant,
    remove: removeTenant,
  });
}
