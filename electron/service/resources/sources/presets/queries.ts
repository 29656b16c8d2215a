import type {
  ChangedImportPreset,
  ImportPreset,
  importPresetApi,
  NewImportPreset,
} from '@shared/contract/import-presets';
import { fold } from '@shared/fold';
import { reason } from '@shared/reasons/reasons';
import {
  auditChanged,
  auditCreated,
  auditDeleted,
  type Insert,
  type Remove,
  type Update,
} from '../../../access/changes';
import { list } from '../../../access/list';
import { inTenants, type Scope } from '../../../access/scope';
import { tenantFor } from '../../../access/tenants';
import { invalid, Refusal } from '../../../refusal';
import type { Connection } from '../../../store/connection';
import { contains, flag, isoTime, jsonObject, storedJson, valuesOf } from '../../../store/fragments';
import { change, query } from '../../../store/query';
import { insertRecord, mustMatchVersion, named, updateRecord } from '../../../store/record';
import { columnsOf, integer, text } from '../../../store/sql';

/** The most presets of a tenant. */
const mostPresets = 500;

/** SQL condition: the preset `p` is of a tenant in reach, or built in. Not an OR, for which SQLite would sort. */
const presetInScope = (scope: Scope): string =>
  `CASE WHEN p.is_builtin = 1 THEN 1 WHEN ${inTenants(scope, 'p')} THEN 1 ELSE 0 END = 1`;

/** What an import keeps of a preset. */
const kept = {
  ...columnsOf('p', ['preset_id', 'tenant_id', 'name', 'description', 'timezone', 'internal_digits', 'channels']),
  key: 'p.builtin_key',
  is_builtin: flag('p.is_builtin'),
  is_active: flag('p.is_active'),
  names: storedJson('p.names', '[]'),
  details: storedJson('p.details', '[]'),
};

/** The presets in reach, by name, then the built-in ones. */
export const presetList = list<typeof importPresetApi.list>('/api/v2/import_presets.json', {
  from: 'import_presets p',
  record: {
    ...kept,
    created_at: isoTime('p.created_at'),
  },
  key: [integer('p.is_builtin'), text('p.name_folded'), text('p.preset_id')],
  scope: presetInScope,
  filters: { search_term: (term, { bind }) => contains('p.name_folded', bind(fold(term))) },
  id: 'p.preset_id',
  named: { as: 'import_preset', by: 'p.name' },
  version: 'p.updated_at',
});

const target = (id: string, scope: Scope) => ({ list: presetList, resource: 'import_preset' as const, id, scope });

/** A preset as its columns have it; what is undefined is left out. */
function columnsFrom({ name, names, details, is_active, ...plain }: Omit<ChangedImportPreset, 'tenant_id'>) {
  const { description, timezone, internal_digits, channels } = plain;
  return {
    ...(name !== undefined && named(name)),
    description,
    timezone,
    internal_digits,
    channels,
    is_active: is_active === undefined ? undefined : Number(is_active),
    names: names && JSON.stringify(names),
    details: details && JSON.stringify(details),
  };
}

/** Stores and audits a preset. Refused with InvalidRecord, by field, or with Conflict when there are too many. */
export const insertPreset = change(
  'import-presets.insert',
  (db, { id, record, scope }: Insert<NewImportPreset>, by): void => {
    const tenant_id = tenantFor(db, scope, record.tenant_id);
    const { count } = db
      .prepare<object, { count: number }>('SELECT count(*) AS count FROM import_presets WHERE tenant_id = @tenant_id')
      .get({ tenant_id }) ?? { count: 0 };
    if (count >= mostPresets) throw new Refusal('Conflict', reason('too_many_presets', { most: mostPresets }));
    mustNotBeBuiltinName(db, record.name);
    insertRecord(db, 'import_presets', { preset_id: id, tenant_id, is_builtin: 0, ...columnsFrom(record) }, by);
    auditCreated(db, by, target(id, scope));
  },
);

/** Changes and audits a preset. Refused with NotFound, Stale, InvalidRecord by field, or Conflict if it is built in. */
export const changePreset = change(
  'import-presets.change',
  (db, { id, record, versions, scope }: Update<ChangedImportPreset>, by): void =>
    auditChanged(db, by, target(id, scope), () => {
      mustBeOwn(db, id);
      if (record.name !== undefined) mustNotBeBuiltinName(db, record.name);
      updateRecord(db, 'import_presets', { id: { preset_id: id }, versions }, columnsFrom(record), by);
      const sql = `SELECT 1 FROM import_presets WHERE preset_id = @id AND names = '[]' AND details = '[]'`;
      if (db.prepare<object>(sql).get({ id })) throw invalid({ names: reason('preset_empty') });
    }),
);

/** Deletes and audits a preset. Refused with NotFound, Stale, or Conflict if it is built in or used. */
export const removePreset = change('import-presets.remove', (db, { id, versions, scope }: Remove, by): void =>
  auditDeleted(db, by, target(id, scope), () => {
    mustBeOwn(db, id);
    const which = { preset_id: id };
    mustNotBeWatched(db, id);
    mustMatchVersion(db, 'import_presets', { id: which, versions });
    db.prepare<typeof which>('DELETE FROM import_presets WHERE preset_id = @preset_id').run(which);
    return {};
  }),
);

function mustBeOwn(db: Connection, id: string): void {
  const sql = 'SELECT 1 FROM import_presets WHERE preset_id = @id AND is_builtin = 1';
  if (db.prepare<object>(sql).get({ id })) throw new Refusal('Conflict', reason('preset_builtin'));
}

function mustNotBeWatched(db: Connection, id: string): void {
  const sql = 'SELECT 1 FROM watch_folders WHERE preset_id = @id LIMIT 1';
  if (db.prepare<object>(sql).get({ id })) throw new Refusal('Conflict', reason('preset_watched'));
}

function mustNotBeBuiltinName(db: Connection, name: string): void {
  const sql = 'SELECT 1 FROM import_presets WHERE is_builtin = 1 AND name_folded = @folded';
  if (db.prepare<object>(sql).get({ folded: fold(name) })) throw invalid({ name: reason('preset_builtin_name') });
}

/** A built-in preset: its id and key, and the digest of the file that it is from. */
export type Builtin = { preset_id: string; key: string; digest: string; preset: NewImportPreset };

/** Stores the built-in presets of this version. What it no longer has is removed. */
export const storeBuiltins = change('import-presets.store-builtins', (db, builtins: readonly Builtin[], by): void => {
  const keys = JSON.stringify(builtins.map(({ key }) => key));
  db.prepare<object>(
    `DELETE FROM import_presets WHERE is_builtin = 1 AND builtin_key NOT IN ${valuesOf('@keys', 'text')}`,
  ).run({ keys });
  for (const { preset_id, key, digest, preset } of builtins) {
    const known = db.prepare<object>('SELECT 1 FROM import_presets WHERE preset_id = @preset_id').get({ preset_id });
    const columns = { ...columnsFrom(preset), builtin_digest: digest };
    if (known) updateRecord(db, 'import_presets', { id: { preset_id }, versions: undefined }, columns, by);
    else insertRecord(db, 'import_presets', { preset_id, builtin_key: key, is_builtin: 1, ...columns }, by);
  }
});

/** The digests of the built-in presets that are stored, by key. */
export const selectBuiltins = query('import-presets.builtins', (db): { key: string; digest: string }[] =>
  db
    .prepare<[], { key: string; digest: string }>(
      'SELECT builtin_key AS key, builtin_digest AS digest FROM import_presets WHERE is_builtin = 1',
    )
    .all(),
);

/** A preset as an import keeps it. */
export type KeptPreset = Omit<ImportPreset, 'created_at' | 'preset_id'> & { preset_id: string | null };

/** The presets that a tenant's recordings are recognised by: its own that are active, then the built-in ones. */
export const selectRecognised = query(
  'import-presets.recognised',
  (db, { tenant_id }: { tenant_id: string }): KeptPreset[] =>
    db
      .prepare<object, { preset: string }>(`
      SELECT ${jsonObject<KeptPreset>(kept)} AS preset
      FROM import_presets p WHERE p.is_active = 1 AND (p.is_builtin = 1 OR p.tenant_id = @tenant_id)
      ORDER BY p.is_builtin, p.name_folded`)
      .all({ tenant_id })
      .map(({ preset }) => JSON.parse(preset)),
);

/** A preset, as an import keeps it. */
export const selectKept = query('import-presets.kept', (db, { id }: { id: string }): KeptPreset | undefined => {
  const sql = `SELECT ${jsonObject<KeptPreset>(kept)} AS preset FROM import_presets p WHERE p.preset_id = @id`;
  const row = db.prepare<object, { preset: string }>(sql).get({ id });
  return row && JSON.parse(row.preset);
});
