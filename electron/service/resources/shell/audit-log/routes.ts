import { createHash } from 'node:crypto';
import { type AuditEntry, exportAuditLog, listAuditLog, verifyAuditLog } from '@shared/contract/audit-log';
import { csvLine } from '@shared/csv';
import { reason } from '@shared/reasons/reasons';
import type { Page, PageInput } from '../../../access/list';
import type { Reach, Scope } from '../../../access/scope';
import type { Service } from '../../../context';
import { attachment } from '../../../http/attachment';
import { listed } from '../../../http/paging';
import { Streams, streamOf } from '../../../http/streams';
import type { Key } from '../../../store/sql';
import type { Store } from '../../../store/store';
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

const columns = [
  'audit_id',
  'created_at',
  'user_name',
  'user_id',
  'tenant_id',
  'action',
  'resource',
  'resource_name',
  'resource_id',
  'outcome',
  'door',
  'details',
  'hash',
] as (keyof AuditEntry)[];
const pageLength = 1_000;

type Wanted = Pick<PageInput<typeof listAuditLog>, 'values' | 'scope' | 'zone'> & {
  /** The caller with current rights. Refused once these no longer allow the export, which then ends early. */
  again: () => Promise<Reach>;
};

/**
 * The entries that the filters find, as the lines of a CSV file, page by page. The first page is read at once, so that
 * filters that cannot be used are refused before the file begins.
 */
async function exported(store: Store, { scope, again, ...wanted }: Wanted): Promise<AsyncGenerator<string>> {
  const pageIn = (reach: Scope, after?: Key) =>
    store.read(auditLogList.page, { ...wanted, scope: reach, limit: pageLength, start: 0, cap: 0, after });
  return linesOf(wanted.values, await pageIn(scope), async (after) => pageIn((await again()).scope, after));
}

async function* linesOf(filters: object, first: Page, pageAfter: (after: Key | undefined) => Promise<Page>) {
  const seal = createHash('sha256');
  const sealed = (text: string) => {
    seal.update(text);
    return text;
  };
  yield sealed(head(filters));
  for (let page: Page | undefined = first; page; page = page.more ? await pageAfter(page.last) : undefined) {
    const entries = JSON.parse(Buffer.from(page.bytes).toString()) as AuditEntry[];
    yield sealed(entries.map((entry) => csvLine(columns.map((column) => entry[column]))).join(''));
  }
  yield `# SHA-256 of the lines above: ${seal.digest('hex')}\r\n`;
}

function head(filters: object): string {
  const named = Object.entries(filters).filter(([, value]) => value !== undefined);
  const lines = ['Earshot audit log', ...named.map(([name, value]) => `${name}: ${String(value)}`)];
  return lines.map((line) => `# ${line.replace(/\s+/g, ' ')}\r\n`).join('') + csvLine(columns);
}
