import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Permissions } from '@shared/permissions';
import { openConnection } from '../../electron/service/store/connection';
import { newCredentials } from '../../electron/service/vault/user-pair';

/** log2 of the cheapest scrypt cost that Earshot accepts. */
export const cheapestLn = 15;

/**
 * Adds a second user directly to the database, because the window cannot create one yet: an administrator, or with only
 * these rights.
 */
export async function anotherPerson(dataFolder: string, permissions?: Permissions) {
  const [user_id, name, login, password] = [randomUUID(), 'Ines Kaya', 'ines', 'another long password'];
  const { fingerprint: _, ...credentials } = await newCredentials(user_id, password, cheapestLn);
  const db = openConnection(join(dataFolder, 'earshot.db'));
  const insert = (table: string, row: Record<string, unknown>) => {
    const names = Object.keys(row);
    const values = names.map((name) => `@${name}`);
    db.prepare<Record<string, unknown>>(`INSERT INTO ${table} (${names}) VALUES (${values})`).run(row);
  };
  const first = db.prepare<unknown[], Record<string, unknown>>('SELECT * FROM users').get();
  const role = db.prepare<unknown[], Record<string, unknown>>('SELECT * FROM roles').get();
  const role_id = permissions ? randomUUID() : first?.role_id;
  if (permissions) {
    const named = { role_id, name: 'Trainee', name_folded: 'trainee' };
    insert('roles', { ...role, ...named, permissions: JSON.stringify(permissions) });
  }
  insert('users', { ...first, user_id, login, login_folded: login, name, role_id });
  insert('user_credentials', { user_id, ...credentials, changed_at: 0 });
  db.close();
  return { name, login, password };
}
