import { randomUUID } from 'node:crypto';
import { audit } from '../../electron/service/store/audit';
import type { TestService } from './start-service';

/** A record of a tenant for each id that a path may contain. An operation with another id needs its own entry here. */
export async function recordsOf({ given }: TestService, tenant_id: string): Promise<Record<string, string>> {
  const [call_id = '', removed_call_id = ''] = await given.calls({ tenant_id }, { tenant_id });
  given.database((db) => db.prepare('UPDATE calls SET removed_at = 1 WHERE call_id = ?').run(removed_call_id));
  const stamps = { created_at: 0, updated_at: 0 };
  const [category_id, import_id] = [randomUUID(), randomUUID()];
  given.insert('categories', { category_id, tenant_id, name: category_id, name_folded: category_id, ...stamps });
  given.insert('imports', { import_id, tenant_id, name: 'a', status: 'done', created_at: 0 });
  const [group_id, role_id, client_id] = [randomUUID(), randomUUID(), randomUUID()];
  given.insert('groups', { group_id, tenant_id, name: group_id, name_folded: group_id, ...stamps });
  const role = { role_id, tenant_id, name: role_id, name_folded: role_id, access_level: 'user', permissions: '{}' };
  given.insert('roles', { ...role, ...stamps });
  given.insert('clients', { client_id, tenant_id, name: client_id, name_folded: client_id, ...stamps });
  const field_id = randomUUID();
  const field = { field_id, tenant_id, name: field_id, name_folded: field_id, computer_name: 'a', type: 'string' };
  given.insert('custom_fields', { ...field, ...stamps });
  const act = { action: 'create', resource: 'call', resource_id: call_id } as const;
  given.database((db) => audit(db, { at: 0, user_id: null, tenant_id }, act));
  const person = await given.user({ tenant_id });
  const note_id = randomUUID();
  given.database((db) =>
    db
      .prepare(`INSERT INTO call_notes (note_id, call_pk, text, text_folded, created_at, updated_at)
        SELECT ?, call_pk, 'a', 'a', 0, 0 FROM calls WHERE call_id = ?`)
      .run(note_id, call_id),
  );
  const { user_id } = person;
  const token_id = randomUUID();
  given.insert('user_tokens', { token_id, user_id, name: token_id, name_folded: token_id, hash: token_id, ...stamps });
  const saved_search_id = randomUUID();
  const search = { saved_search_id, tenant_id, user_id, query: '', columns: '[]', is_shared: 1 };
  given.insert('saved_searches', { ...search, name: saved_search_id, name_folded: saved_search_id, ...stamps });
  return {
    call_id,
    category_id,
    client_id,
    field_id,
    group_id,
    import_id,
    note_id,
    removed_call_id,
    role_id,
    saved_search_id,
    tenant_id,
    token_id,
    user_id,
  };
}
