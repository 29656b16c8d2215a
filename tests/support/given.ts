import { randomUUID } from 'node:crypto';
import { join, resolve } from 'node:path';
import type { AccessLevel, Permission } from '@shared/permissions';
import type { NewCall, NewParticipant } from '../../electron/service/resources/calls/calls';
import { insertCalls } from '../../electron/service/resources/calls/calls';
import { indexCall } from '../../electron/service/resources/calls/calls/search/queries';
import { ensureArchive } from '../../electron/service/resources/site/setup';
import { importPaths } from '../../electron/service/resources/sources/imports';
import type { RunningService } from '../../electron/service/service';
import { byEarshot } from '../../electron/service/store/audit';
import { type Connection, openConnection } from '../../electron/service/store/connection';
import { newCredentials } from '../../electron/service/vault/user-pair';
import type { Caller } from './caller';

/** The path of a recording in the test data. */
export const recording = (name: string): string => resolve('tests/data/audio', name);
export const records = (name: string): string => resolve('tests/data/cdr', name);

/** A participant of a call, identified only by their user id. */
export const party = (user_id: string): NewParticipant => ({
  join_time: null,
  leave_time: null,
  user_id,
  party_direction: 2,
  party_type: 1,
  party_number: null,
  party_name: null,
  party_caller_id: null,
});

export type NewPerson = {
  permissions?: Permission[];
  access_level?: AccessLevel;
  tenant_id?: string;
  group_id?: string;
  managed_groups?: string[];
  /** By default, the role allows calls over TCP. */
  api_access?: boolean;
  must_change_password?: boolean;
};
/** A user who calls by HTTP Basic; `may` changes the permissions of their role. */
export type Person = Caller & {
  user_id: string;
  login: string;
  password: string;
  may(permissions: Permission[], api_access?: boolean): void;
};

// biome-ignore lint/suspicious/noExplicitAny: tests look into details of every shape
type AuditDetails = any;

/** Creates the state that a test starts from. */
export class Given {
  private people = 0;

  constructor(
    private readonly service: RunningService,
    readonly dataFolder: string,
    private readonly signedIn: (login: string, password: string) => Caller,
  ) {}

  /** Creates calls without audio in the System tenant, with defaults for omitted values. Returns their ids. */
  async calls(...parts: Partial<NewCall>[]): Promise<string[]> {
    const tenant_id = await this.system();
    const calls: NewCall[] = parts.map((part, n) => ({
      call_id: randomUUID(),
      tenant_id,
      setup_time: Date.UTC(2026, 10, 20, 12) - n * 60_000,
      participants: [],
      category_ids: [],
      custom_values: [],
      ...part,
    }));
    await this.service.store.write(insertCalls, { calls }, byEarshot(Date.now()));
    return calls.map(({ call_id }) => call_id);
  }

  /** Gives calls files whose audio does not exist: one each without a name, or those with the names of its place. */
  withFiles(call_ids: readonly string[], names?: readonly (readonly (string | null)[])[]): void {
    const zeros = ['start_time', 'stop_time', 'file_size', 'data_offset', 'data_length', 'bits_per_sample'];
    const empty = ['watermark', 'encrypt_key', 'encrypt_tag', 'encrypt_fingerprint'];
    this.database((db) => {
      const find = db.prepare<[string], { call_pk: number }>('SELECT call_pk FROM calls WHERE call_id = ?');
      const row = db.prepare<object>(`
        INSERT INTO call_files (call_pk, file_id, file_path, peaks_path, codec, sample_rate, channels, duration_ms,
          original_name, ${[...zeros, ...empty]})
        VALUES (@call_pk, @file_id, @path, @path, 'pcm', 8000, 1, 1000, @original_name, ${zeros.map(() => 0)}, ${empty.map(() => "''")})`);
      for (const [place, call_id] of call_ids.entries()) {
        const { call_pk } = find.get(call_id) ?? { call_pk: 0 };
        for (const [n, original_name] of (names?.[place] ?? [null]).entries())
          row.run({ call_pk, file_id: `0${n + 1}`, path: `${call_id}-${n}`, original_name });
        indexCall(db, call_pk);
      }
    });
  }

  /** Imports files and folders. Resolves when the import has ended. */
  async imported(
    paths: string[],
    options: {
      timezone?: string;
      create_missing?: boolean;
      metadata_only?: boolean;
      mapping?: Record<string, string>;
    } = {},
  ): Promise<string> {
    const choice = { create_missing: false, metadata_only: false, ...options };
    return (await importPaths(this.service, 'given', paths, choice)).import_id;
  }

  /** Imports one recording, by its name or path, and returns its call. */
  async recorded(name: string): Promise<string> {
    const import_id = await this.imported([recording(name)]);
    return this.database(
      (db) =>
        db.prepare<[string], { call_id: string }>('SELECT call_id FROM import_rows WHERE import_id = ?').get(import_id)
          ?.call_id ?? '',
    );
  }

  /** The id of the System tenant. */
  private system = async () => (await ensureArchive(this.service)).tenant_id;

  /** Creates another tenant and returns its id. */
  async tenant(): Promise<string> {
    await this.system();
    const tenant_id = randomUUID();
    this.insert('tenants', { tenant_id, name: tenant_id, name_folded: tenant_id, timezone: 'UTC', ...stamps });
    return tenant_id;
  }

  /** Creates a group, by default in the System tenant, and returns its id. */
  async group(tenant_id?: string): Promise<string> {
    const group_id = randomUUID();
    const place = tenant_id ?? (await this.system());
    this.insert('groups', { group_id, tenant_id: place, name: group_id, name_folded: group_id, ...stamps });
    return group_id;
  }

  /** Creates a user with a new role, by default in the System tenant. */
  async user(person: NewPerson = {}): Promise<Person> {
    const tenant_id = person.tenant_id ?? (await this.system());
    const group_id = person.group_id ?? (await this.group(tenant_id));
    const role_id = randomUUID();
    const { user_id, login, password, credentials } = await identity(this.people++);
    const access_level = person.access_level ?? 'tenant';
    const role = { role_id, tenant_id, name: role_id, name_folded: role_id, access_level, permissions: '{}' };
    this.insert('roles', { ...role, ...stamps });
    this.insert('users', {
      user_id,
      tenant_id,
      group_id,
      role_id,
      name: login,
      login,
      login_folded: login,
      name_folded: login,
      searched: login,
      must_change_password: person.must_change_password ? 1 : 0,
      ...sections,
      ...stamps,
    });
    this.insert('user_groups', { group_id, user_id });
    for (const managed of person.managed_groups ?? []) {
      this.insert('user_managed_groups', { user_id, group_id: managed });
    }
    this.insert('user_credentials', { user_id, ...credentials, changed_at: 0 });
    const may = (permissions: Permission[], api_access = true) =>
      this.database(
        (db) =>
          void db
            .prepare('UPDATE roles SET permissions = ? WHERE role_id = ?')
            .run(JSON.stringify(asRole(api_access ? ['system:api_access', ...permissions] : permissions)), role_id),
      );
    may(person.permissions ?? [], person.api_access);
    return { ...this.signedIn(login, password), user_id, login, password, may };
  }

  /** Creates a category in the System tenant and returns its id. */
  async category(name: string, private_user_id: string | null = null): Promise<string> {
    const category_id = randomUUID();
    const tenant_id = await this.system();
    this.insert('categories', { category_id, tenant_id, name, name_folded: name, private_user_id, ...stamps });
    return category_id;
  }

  /** Inserts a row that no operation can create yet. */
  insert(table: string, row: Record<string, unknown>): void {
    const names = Object.keys(row);
    const sql = `INSERT INTO ${table} (${names}) VALUES (${names.map((name) => `@${name}`)})`;
    this.database((db) => void db.prepare<Record<string, unknown>>(sql).run(row));
  }

  /** The entries of the audit log about one kind of record, oldest first. */
  audited(resource: string): { action: string; outcome: string; user_id: string | null; details: AuditDetails }[] {
    const sql = 'SELECT action, outcome, user_id, details FROM audit_log WHERE resource = ? ORDER BY audit_id';
    type Row = { action: string; outcome: string; user_id: string | null; details: string };
    const rows = this.database((db) => db.prepare<[string], Row>(sql).all(resource));
    return rows.map((row) => ({ ...row, details: JSON.parse(row.details) }));
  }

  /** Accesses the database directly, through a separate connection. Does not wait until the disk confirms. */
  database<T>(run: (db: Connection) => T): T {
    const db = openConnection(join(this.dataFolder, 'earshot.db'));
    try {
      db.pragma('synchronous = OFF');
      return db.transaction(() => run(db));
    } finally {
      db.close();
    }
  }
}

type Identity = { user_id: string; login: string; password: string; credentials: Record<string, unknown> };
const identities: Promise<Identity>[] = [];

/** The nth user of every test. Making a new key pair for each would take most of the run. */
function identity(n: number): Promise<Identity> {
  identities[n] ??= (async () => {
    const [user_id, login, password] = [randomUUID(), `person-${n}`, `password of ${n}`];
    const { fingerprint: _, ...credentials } = await newCredentials(user_id, password, 14);
    return { user_id, login, password, credentials };
  })();
  return identities[n];
}

const stamps = { created_at: 0, updated_at: 0 };
const sections = {
  fieldset_recording:
    '{"record":"never","on_demand_default":null,"record_direction":[],"extensions":[],"record_announcement":null,"confidential":false}',
  fieldset_screen_recording: '{"screen_recording_login":null}',
  fieldset_phone_services: '{"phone_pin":null}',
};

/** Converts `area:action` texts to the stored form of a role. */
function asRole(permissions: string[]): Record<string, string[]> {
  const role: Record<string, string[]> = {};
  for (const permission of permissions) {
    const [area = '', action = ''] = permission.split(':');
    role[area] = [...(role[area] ?? []), action];
  }
  return role;
}
