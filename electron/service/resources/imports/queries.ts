import { randomUUID } from 'node:crypto';
import type { Import, ImportRow } from '@shared/contract/imports';
import { fold } from '@shared/fold';
import { inTenants, type Scope } from '../../access/scope';
import { Refusal } from '../../refusal';
import { audit } from '../../store/audit';
import type { Connection } from '../../store/connection';
import { query } from '../../store/query';
import { isoInZone } from '../../zones';
import { insertCall, insertFile, isKnownCall, type NewCall, type NewFile } from '../calls';
import { type FieldRule, valueFault } from '../custom-fields';

export type NewImportRow = { import_id: string; tenant_id: string; user_id: string | null; name: string; at: number };

/** Stores and audits an import that begins. */
export const insertImport = query('imports.insert', (db, row: NewImportRow): void => {
  db.prepare(`
    INSERT INTO imports (import_id, tenant_id, user_id, name, status, created_at)
    VALUES (@import_id, @tenant_id, @user_id, @name, 'running', @at)`).run(row);
  const { import_id: resource_id, user_id, tenant_id, at, name } = row;
  audit(db, { at, user_id, tenant_id, action: 'create', resource: 'import', resource_id, details: { name } });
});

/** Says how many audio files an import has found. */
export const setImportTotal = query(
  'imports.total',
  (db, { import_id, total }: { import_id: string; total: number }): void => {
    db.prepare('UPDATE imports SET total = ? WHERE import_id = ?').run(total, import_id);
  },
);

/** Ends an import that runs; one that has ended stays as it is. */
export const finishImport = query(
  'imports.finish',
  (db, row: { import_id: string; status: Import['status']; at: number }): void => {
    db.prepare(
      `UPDATE imports SET status = @status, finished_at = @at WHERE import_id = @import_id AND status = 'running'`,
    ).run(row);
  },
);

/** Imports that a crash or kill left running: what they had done stays done. */
export const interruptImports = query('imports.interrupt', (db, { at }: { at: number }): void => {
  db.prepare(`UPDATE imports SET status = 'interrupted', finished_at = ? WHERE status = 'running'`).run(at);
});

type Names = {
  tenant_id: string;
  categories: string[];
  custom_fields: Record<string, string>;
  create_missing: boolean;
  at: number;
};
export type Resolved = Pick<NewCall, 'category_ids' | 'custom_values'>;

/** Ids behind the names in a record. A name nobody knows is refused, or made when `create_missing`. */
export const resolveNames = query('imports.resolve', (db, names: Names): Resolved => {
  const details: Record<string, string> = {};
  const category_ids = names.categories.map((name) => {
    const id = categoryOf(db, names, name);
    if (id === undefined) details.categories = `There is no category "${name}"`;
    return id ?? '';
  });
  const custom_values = Object.entries(names.custom_fields).map(([name, value]) => {
    const field = fieldOf(db, names, name);
    const fault = field ? valueFault(value, field) : `There is no custom field "${name}" that is enabled`;
    if (fault) details[`custom_fields.${name}`] = fault;
    return { field_id: field?.field_id ?? '', value };
  });
  if (Object.keys(details).length > 0)
    throw new Refusal('InvalidRecord', `${Object.values(details).join('. ')}.`, details, 'NAMES_REFUSED');
  return { category_ids, custom_values };
});

/** API v2, Limits: names of custom fields; categories are held to the same. */
const nameLength = 64;

function categoryOf(db: Connection, { tenant_id, create_missing, at }: Names, name: string): string | undefined {
  const name_folded = fold(name);
  const known = db
    .prepare<[string, string], { category_id: string }>(
      'SELECT category_id FROM categories WHERE tenant_id = ? AND name_folded = ? AND private_user_id IS NULL',
    )
    .get(tenant_id, name_folded);
  if (known || !create_missing || [...name].length > nameLength) return known?.category_id;
  const category_id = randomUUID();
  db.prepare(`
    INSERT INTO categories (category_id, tenant_id, name, name_folded, created_at, updated_at)
    VALUES (@category_id, @tenant_id, @name, @name_folded, @at, @at)`).run({
    category_id,
    tenant_id,
    name,
    name_folded,
    at,
  });
  audit(db, { at, user_id: null, tenant_id, action: 'create', resource: 'category', resource_id: category_id });
  return category_id;
}

type Field = FieldRule & { field_id: string };

type StoredField = Omit<Field, 'options'> & { options: string; enable: number };

/** A field made here takes up to 1,024 characters and is searched, since its values are what people look for. */
function fieldOf(db: Connection, { tenant_id, create_missing, at }: Names, name: string): Field | undefined {
  const name_folded = fold(name);
  const select = db.prepare<[string, string], StoredField>(`
    SELECT field_id, type, str_max_len, options, enable FROM custom_fields
    WHERE (tenant_id = ? OR tenant_id IS NULL) AND name_folded = ? ORDER BY tenant_id IS NULL`);
  if (create_missing && [...name].length <= nameLength && !select.get(tenant_id, name_folded)) {
    const field_id = randomUUID();
    db.prepare(`
      INSERT INTO custom_fields (field_id, tenant_id, name, name_folded, computer_name, type, str_max_len, editable,
        search_options, created_at, updated_at)
      VALUES (@field_id, @tenant_id, @name, @name_folded, @computer_name, 'string', 1024, 1, '["free_text"]', @at, @at)`).run(
      {
        field_id,
        tenant_id,
        name,
        name_folded,
        computer_name: name_folded.replace(/\s+/g, '_'),
        at,
      },
    );
    audit(db, { at, user_id: null, tenant_id, action: 'create', resource: 'custom_field', resource_id: field_id });
  }
  const row = select.get(tenant_id, name_folded);
  return row?.enable === 1 ? { ...row, options: JSON.parse(row.options) } : undefined;
}

type Origin = Pick<NewFile, 'watermark' | 'import_key'>;
const isKnownFile = (db: Connection, { watermark, import_key }: Origin): boolean =>
  db.prepare('SELECT 1 FROM call_files WHERE watermark = ? AND import_key = ?').get(watermark, import_key) !==
  undefined;

/** Whether these very bytes came in under this metadata key before. */
export const isImported = query('imports.known', (db, origin: Origin) => isKnownFile(db, origin));

/** Whether the archive knows any audio at all. */
export const anyFile = query(
  'imports.any-file',
  (db) => db.prepare('SELECT 1 FROM call_files LIMIT 1').get() !== undefined,
);

/** Whether a stored file or its peaks lie at this path; what nobody knows is left from a crash. */
export const isStoredPath = query(
  'imports.stored-path',
  (db, { path }: { path: string }) =>
    db.prepare('SELECT 1 FROM call_files WHERE file_path = ?').get(path.replace(/\.peaks$/, '.cra')) !== undefined,
);

export type Outcome = Omit<ImportRow, 'call_id'> & { call_id: string | null; bytes: number };
type Done = { import_id: string; outcomes: Outcome[]; call?: NewCall; files?: NewFile[] };

/**
 * Stores what became of one call's files: the call, its files and the rows in one transaction. False, and nothing is
 * stored, when one of the files came in since it was looked for.
 */
export const recordOutcomes = query(
  'imports.outcomes',
  (db, { import_id, outcomes, call, files = [] }: Done): boolean => {
    if (files.some((file) => isKnownFile(db, file))) return false;
    if (call) {
      const key = insertCall(db, call);
      for (const file of files) insertFile(db, key, file);
    }
    const row = db.prepare(`
    INSERT INTO import_rows (import_id, row, file, outcome, code, explanation, reason, call_id)
    VALUES (@import_id, @row, @file, @outcome, @code, @explanation, @reason, @call_id)`);
    const count = db.prepare(`
    UPDATE imports SET imported = imported + (@outcome = 'imported' AND @file IS NOT NULL),
      skipped = skipped + (@outcome = 'skipped' AND @file IS NOT NULL), refused = refused + (@outcome = 'refused'),
      rows_without_audio = rows_without_audio + (@outcome = 'without_audio' AND @code IS NULL), bytes = bytes + @bytes
    WHERE import_id = @import_id`);
    for (const outcome of outcomes) {
      row.run({ ...outcome, import_id });
      count.run({ ...outcome, import_id });
    }
    return true;
  },
);

/** Stores those calls without audio that are not there yet. */
export const insertBareCalls = query('imports.bare-calls', (db, { calls }: { calls: NewCall[] }): void => {
  for (const call of calls) if (!isKnownCall(db, call)) insertCall(db, call);
});

type StoredImport = Omit<Import, 'created_at' | 'finished_at'> & { created_at: number; finished_at: number | null };
const columns = `i.import_id, i.name, i.status, i.total, i.imported + i.skipped + i.refused AS done, i.imported, i.skipped,
  i.refused, i.rows_without_audio, i.bytes, i.created_at, i.finished_at`;

const importOf = (row: StoredImport, zone: string): Import => ({
  ...row,
  created_at: isoInZone(row.created_at, zone),
  finished_at: row.finished_at === null ? null : isoInZone(row.finished_at, zone),
});

type InScope = { scope: Scope; zone: string };

/** An import shows file names, and numbers with them: whose reach is people sees their own imports only. */
const importsInScope = (scope: Scope) =>
  `${inTenants(scope, 'i')} AND ${scope.people === 'all' ? '1' : 'i.user_id = @scope_user'}`;

/** One import in scope. */
export const selectImport = query('imports.one', (db, { import_id, scope, zone }: InScope & { import_id: string }) => {
  const row = db
    .prepare<Record<string, unknown>, StoredImport>(
      `SELECT ${columns} FROM imports i WHERE i.import_id = @import_id AND ${importsInScope(scope)}`,
    )
    .get({ import_id, ...scope.params });
  return row && importOf(row, zone);
});

type Place = { limit: number; start: number; after: number | undefined };

/** Imports in scope, newest first: up to `limit` + 1, from behind the key `after`, else from `start`. */
export const selectImports = query(
  'imports.select',
  (db, { scope, zone, limit, start, after }: InScope & Place): Import[] =>
    db
      .prepare<Record<string, unknown>, StoredImport>(`
      SELECT ${columns} FROM imports i
      WHERE in_time(i.rowid) AND ${importsInScope(scope)} AND (@after IS NULL OR i.rowid < @after)
      ORDER BY i.rowid DESC LIMIT @limit + 1 OFFSET iif(@after IS NULL, @start, 0)`)
      .all({ limit, start, after: after ?? null, ...scope.params })
      .map((row) => importOf(row, zone)),
);

/** The place of an import in the order in which they were begun. */
export const selectImportKey = query(
  'imports.key',
  (db, { import_id }: { import_id: string }) =>
    db.prepare<[string], { key: number }>('SELECT rowid AS key FROM imports WHERE import_id = ?').get(import_id)?.key,
);

/** How many imports are in scope, counted up to `cap`. */
export const countImports = query('imports.count', (db, { scope, cap }: { scope: Scope; cap: number }) => {
  const sql = `SELECT count(*) AS n FROM (
    SELECT 1 FROM imports i WHERE in_time(i.rowid) AND ${importsInScope(scope)} LIMIT @cap)`;
  return db.prepare<Record<string, unknown>, { n: number }>(sql).get({ cap, ...scope.params })?.n ?? 0;
});

type Rows = { import_id: string; outcome: ImportRow['outcome'] | undefined; scope: Scope };
const rowsOf = (scope: Scope) => `FROM import_rows r JOIN imports i USING (import_id)
  WHERE in_time(r.row) AND r.import_id = @import_id AND ${importsInScope(scope)} AND (@outcome IS NULL OR r.outcome = @outcome)`;

/** Rows of an import in their order: up to `limit` + 1, from behind the row `after`, else from `start`. */
export const selectRows = query('imports.rows', (db, { scope, after, ...input }: Rows & Place): ImportRow[] =>
  db
    .prepare<Record<string, unknown>, ImportRow>(`
      SELECT r.row, r.file, r.outcome, r.code, r.explanation, r.reason, r.call_id ${rowsOf(scope)}
        AND (@after IS NULL OR r.row > @after)
      ORDER BY r.row LIMIT @limit + 1 OFFSET iif(@after IS NULL, @start, 0)`)
    .all({ ...input, after: after ?? null, ...scope.params }),
);

/** How many rows match, counted up to `cap`. */
export const countRows = query('imports.count-rows', (db, { scope, ...input }: Rows & { cap: number }) => {
  const sql = `SELECT count(*) AS n FROM (SELECT 1 ${rowsOf(scope)} LIMIT @cap)`;
  return db.prepare<Record<string, unknown>, { n: number }>(sql).get({ ...input, ...scope.params })?.n ?? 0;
});

/** What an import came to, whoever asks: for the command line. */
export const selectTally = query('imports.tally', (db, { import_id }: { import_id: string }) =>
  db
    .prepare<[string], Tally>(
      'SELECT status, total, imported, skipped, refused, rows_without_audio, bytes FROM imports WHERE import_id = ?',
    )
    .get(import_id),
);
type Tally = Pick<Import, 'status' | 'total' | 'imported' | 'skipped' | 'refused' | 'rows_without_audio' | 'bytes'>;

/** Refused files of an import, for the command line's summary. */
export const selectRefused = query('imports.refused', (db, { import_id }: { import_id: string }) =>
  db
    .prepare<[string], { file: string; reason: string }>(
      `SELECT file, explanation AS reason FROM import_rows WHERE import_id = ? AND outcome = 'refused' ORDER BY row`,
    )
    .all(import_id),
);
