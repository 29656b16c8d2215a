import { fold } from '@shared/fold';
import { lastPosition } from '@shared/limits';
import type { By } from '../../../store/audit';
import type { Connection } from '../../../store/connection';
import { insertRecord, named } from '../../../store/record';

type Column = string | number | null | undefined;
type NewField = { field_id: string; tenant_id: string | null; name: string; type: string } & Record<string, Column>;

/** Stores a field inside the caller's transaction, last in the order of the tenant's fields unless it has a position. */
export function storeField(db: Connection, { name, ...field }: NewField, by: By): void {
  const { tenant_id } = field;
  const last = db
    .prepare<{ tenant_id: string | null }, { position: number | null }>(
      'SELECT max(position) AS position FROM custom_fields WHERE tenant_id = @tenant_id OR tenant_id IS NULL',
    )
    .get({ tenant_id })?.position;
  const position = field.position ?? (typeof last === 'number' ? Math.min(last + 1, lastPosition) : 0);
  const computer_name = field.computer_name ?? fold(name).replace(/\s+/g, '_');
  insertRecord(db, 'custom_fields', { ...field, ...named(name), computer_name, position }, by);
}
