import { exportAuditLog, listAuditLog, verifyAuditLog } from '@shared/contract/audit-log';
import { reason } from '@shared/reasons/reasons';
import type { Service } from '../../../context';
import { attachment } from '../../../http/attachment';
import { listed } from '../../../http/paging';
import { Streams, streamOf } from '../../../http/streams';
import { exported } from './export';
import { auditLogList } from './queries';
import { verifiedLog, verifiedPart } from './verification';

export function auditLogRoutes({ handle, store, now }: Service): void {
  const streams = new Streams({ perPerson: 2, inAll: 8, why: reason('too_many_exports') });

  handle(listAuditLog, listed(store, listAuditLog, auditLogList));

  handle(exportAuditLog, async ({ query, scope, actor, request, again }) => {
    const name = `Earshot audit log ${new Date(now()).toISOString().slice(0, 10)}.csv`;
    const headers = { 'Content-Type': 'text/csv; charset=utf-8', 'Content-Disposition': attachment(name) };
    if (request.method === 'HEAD') return new Response(null, { headers });
    const lines = await exported(store, { values: query, scope, zone: actor.zone, again });
    return new Response(streamOf(lines, streams.take(actor.user_id, request)), { headers });
  });

  handle(verifyAuditLog, async ({ query: { after } }) => ({
    verification:
      after === undefined ? { ...(await verifiedLog(store)), is_complete: true } : await verifiedPart(store, after),
  }));
}
