import { clientApi } from '@shared/contract/clients';
import type { Service } from '../../../context';
import { bindCollection } from '../../../http/collection';
import { changeClient, clientList, insertClient, removeClient } from './queries';

export function clientRoutes(service: Service): void {
  bindCollection(service, clientApi, {
    list: clientList,
    insert: insertClient,
    change: changeClient,
    remove: removeClient,
  });
}
