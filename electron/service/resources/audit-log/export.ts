import { createHash } from 'node:crypto';
import type { AuditEntry, listAuditLog } from '@shared/contract/audit-log';
import type { PageInput } from '../../access/list';
import { csvLine } from '../../http/csv';
import type { Key } from '../../store/sql';
import type { Store } from '../../store/store';
import { auditLogList } from './queries';

const columns = [
  ...['audit_id', 'created_at', 'user_name', 'user_id', 'tenant_id', 'action', 'resource', 'resource_name'],
  ...['resource_id', 'outcome', 'details', 'hash'],
] as (keyof AuditEntry)[];
const pageLength = 1_000;

type Wanted = Pick<PageInput<typeof listAuditLog>, 'values' | 'scope' | 'zone'>;

/** The entries that the filters find, as the lines of a CSV file, page by page. */
export async function* exported(store: Store, wanted: Wanted): AsyncGenerator<string> {
  const seal = createHash('sha256');
  const sealed = (text: string) => {
    seal.update(text);
    return text;
  };
  yield sealed(head(wanted.values));
  for (let after: Key | undefined, more = true; more; ) {
    const page = await store.read(auditLogList.page, { ...wanted, limit: pageLength, start: 0, cap: 0, after });
    const entries = JSON.parse(Buffer.from(page.bytes).toString()) as AuditEntry[];
    yield sealed(entries.map((entry) => csvLine(columns.map((column) => entry[column]))).join(''));
    ({ more, last: after } = page);
  }
  yield `# SHA-256 of the lines above: ${seal.digest('hex')}\r\n`;
}

function head(filters: object): string {
  const named = Object.entries(filters).filter(([, value]) => value !== undefined);
  const lines = ['Earshot audit log', ...named.map(([name, value]) => `${name}: ${String(value)}`)];
  return lines.map((line) => `# ${line.replace(/\s+/g, ' ')}\r\n`).join('') + csvLine(columns);
}
