import { listAuditLog, verifyAuditLog } from '@shared/contract/audit-log';
import type { Service } from '../../context';
import { listed } from '../../http/paging';
import { auditLogList } from './queries';
import { verifiedLog } from './verification';

export function auditLogRoutes({ handle, store }: Service): void {
  handle(listAuditLog, listed(store, listAuditLog, auditLogList));

  handle(verifyAuditLog, async () => ({ verification: await verifiedLog(store) }));
}
