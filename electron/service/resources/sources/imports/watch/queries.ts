import { basename } from 'node:path';
import type { ChangedWatchFolder, NewWatchFolder, watchFolderApi } from '@shared/contract/watch-folders';
import { fold } from '@shared/fold';
import type { ChannelRule, DateOrder } from '@shared/import-fields';
import { reason } from '@shared/reasons/reasons';
import {
  auditChanged,
  auditCreated,
  auditDeleted,
  difference,
  type Insert,
  type Remove,
  type Update,
} from '../../../../access/changes';
import { list } from '../../../../access/list';
import { inTenants, type Scope } from '../../../../access/scope';
import { found, invalid, Refusal } from '../../../../refusal';
import { audit, type By } from '../../../../store/audit';
import type { Connection } from '../../../../store/connection';
import { contains, flag, jsonValues, storedJson } from '../../../../store/fragments';
import { change, query } from '../../../../store/query';
import { insertRecord, mustMatchVersion, named, updateRecord } from '../../../../store/record';
import { columnsOf, text } from '../../../../store/sql';
import { selectSettings, storeSettings } from '../../../site/settings';
import { selectImportTenant } from '../names.queries';
import { isWithin } from './within';

/** The most watch folders of an archive. */
const mostFolders = 20;
const longestName = 64;

const categoriesOf = jsonValues(
  'g.category_id ORDER BY g.place',
  'watch_folder_categories g WHERE g.watch_folder_id = f.watch_folder_id',
);

/** The watch folders of the tenants in reach, by name. What a look finds is added where they are read. */
export const watchFolderList = list<typeof watchFolderApi.list>('/api/v2/watch_folders.json', {
  from: 'watch_folders f',
  record: {
    ...columnsOf('f', ['watch_folder_id', 'name', 'folder', 'preset_id', 'timezone', 'date_order', 'channels']),
    ...columnsOf('f', ['tenant_id', 'afterwards', 'done_folder']),
    is_on: flag('f.is_on'),
    category_ids: categoriesOf,
    create_missing: flag('f.create_missing'),
    metadata_only: flag('f.metadata_only'),
    is_readable: 'NULL',
    growing: storedJson("'[]'"),
    taken_today: '0',
    refused: '0',
    waiting: '0',
    moved_today: '0',
  },
  key: [text('f.name_folded'), text('f.watch_folder_id')],
  scope: (scope) => inTenants(scope, 'f'),
  filters: { search_term: (term, { bind }) => contains('f.name_folded', bind(fold(term))) },
  id: 'f.watch_folder_id',
  named: { as: 'watch_folder', by: 'f.name' },
  version: 'f.updated_at',
});

/** A watch folder as it is looked at. `is_on` is false while all are off. `has_moved`: files went to a done folder; `done_before`: earlier ones. */
export type WatchedFolder = {
  watch_folder_id: string;
  tenant_id: string;
  name: string;
  folder: string;
  is_on: boolean;
  preset_id: string | null;
  timezone: string | null;
  date_order: DateOrder | null;
  channels: ChannelRule | null;
  category_ids: string[];
  create_missing: boolean;
  metadata_only: boolean;
  afterwards: NewWatchFolder['afterwards'];
  done_folder: string;
  done_before: string[];
  has_moved: boolean;
};

type Stored<T, Flags extends keyof T, Lists extends keyof T> = Omit<T, Flags | Lists> & {
  [K in Flags]: number;
} & { [K in Lists]: string };
type Row = Stored<
  WatchedFolder,
  'is_on' | 'create_missing' | 'metadata_only' | 'has_moved',
  'category_ids' | 'done_before'
>;

/** The watch folders, or one of them, the oldest first. */
export const selectWatchedFolders = query(
  'watch-folders.watched',
  (db, { id = null }: { id?: string | null }): WatchedFolder[] => {
    const { watch_folder_on } = selectSettings.run(db, undefined);
    const where = id === null ? '' : 'WHERE f.watch_folder_id = @id';
    return db
      .prepare<object, Row>(`
        SELECT f.watch_folder_id, f.tenant_id, f.name, f.folder, f.is_on, f.preset_id, f.timezone, f.date_order, f.channels,
          f.create_missing, f.metadata_only, f.afterwards, f.done_folder, f.done_before,
          ${categoriesOf} AS category_ids,
          EXISTS (SELECT 1 FROM watched_files w
            WHERE w.watch_folder_id = f.watch_folder_id AND w.source = 'moved') AS has_moved
        FROM watch_folders f ${where} ORDER BY f.created_at, f.watch_folder_id`)
      .all(id === null ? {} : { id })
      .map((row) => ({
        ...row,
        category_ids: JSON.parse(row.category_ids),
        done_before: JSON.parse(row.done_before),
        is_on: watch_folder_on && row.is_on === 1,
        create_missing: row.create_missing === 1,
        metadata_only: row.metadata_only === 1,
        has_moved: row.has_moved === 1,
      }));
  },
);

const target = (id: string, scope: Scope) => ({ list: watchFolderList, resource: 'watch_folder' as const, id, scope });

type Placed<T> = Omit<T, 'source' | 'folder'> & { folder: string };

/**
 * Stores and audits a watch folder at a real path. Refused with Conflict when there are too many, or when it is in or above
 * another one; with InvalidRecord by field.
 */
export const insertWatchFolder = change(
  'watch-folders.insert',
  (db, { id, record, scope }: Insert<Placed<NewWatchFolder>>, by): void => {
    const { tenant_id: asked, category_ids, folder, name = nameOf(folder) } = record;
    const tenant_id = selectImportTenant.run(db, { tenant_id: asked as string, category_ids, scope });
    mustHaveRoom(db);
    mustBeApart(db, folder, null);
    mustHavePreset(db, record.preset_id);
    insertRecord(db, 'watch_folders', { watch_folder_id: id, tenant_id, ...columnsFrom({ ...record, name }) }, by);
    storeCategories(db, id, category_ids);
    auditCreated(db, by, target(id, scope));
  },
);

/** Changes and audits a watch folder. Files that wait for an answer are then read again. Refused like an insert, and with Stale. */
export const changeWatchFolder = change(
  'watch-folders.change',
  (db, { id, record, versions, scope }: Update<Partial<Placed<ChangedWatchFolder>>>, by): void =>
    auditChanged(db, by, target(id, scope), () => {
      const known = found(selectWatchedFolders.run(db, { id })[0]);
      const { folder, category_ids, preset_id, done_folder = known.done_folder } = record;
      // What was moved there must not come in again.
      const isLeft = known.has_moved && done_folder !== known.done_folder;
      const done_before = isLeft ? JSON.stringify([...known.done_before, known.done_folder]) : undefined;
      if (folder !== undefined) mustBeApart(db, folder, id);
      mustHavePreset(db, preset_id ?? null);
      const asked = (record.tenant_id as string | null | undefined) ?? known.tenant_id;
      const areNew = record.tenant_id !== undefined || category_ids !== undefined;
      const wanted = { tenant_id: asked, category_ids: category_ids ?? known.category_ids, scope };
      const tenant_id = areNew ? selectImportTenant.run(db, wanted) : undefined;
      updateRecord(
        db,
        'watch_folders',
        { id: { watch_folder_id: id }, versions },
        { ...columnsFrom(record), tenant_id, done_before },
        by,
      );
      if (category_ids) storeCategories(db, id, category_ids);
      forgetWaiting.change(db, { watch_folder_id: id }, by);
    }),
);

/** Removes and audits a watch folder; its files and calls stay. Refused with NotFound or Stale. */
export const removeWatchFolder = change('watch-folders.remove', (db, { id, versions, scope }: Remove, by): void =>
  auditDeleted(db, by, target(id, scope), () => {
    mustMatchVersion(db, 'watch_folders', { id: { watch_folder_id: id }, versions });
    forget(db, id, by);
    return {};
  }),
);

/** Forgets the files that wait for an answer, so that the next look reads them again. */
export const forgetWaiting = change('watch-folders.forget-waiting', (db, which: { watch_folder_id: string }): void => {
  db.prepare<object>(`DELETE FROM watched_files WHERE watch_folder_id = @watch_folder_id AND outcome = 'waiting'`).run(
    which,
  );
});

type Adding = { folders: { watch_folder_id: string; folder: string }[]; tenant_id: string };

/**
 * Adds folders that are not watched yet, by the owner of the machine, and turns watching on. Without any, all watch folders are
 * removed. Refused like an insert.
 */
export const addWatchFolders = change('watch-folders.add', (db, { folders, tenant_id }: Adding, by): void => {
  const known = selectWatchedFolders.run(db, {});
  const audited = (action: 'create' | 'delete', id: string, folder: string) => {
    const [was, is] = action === 'create' ? [{}, { folder }] : [{ folder }, {}];
    const details = { changes: difference(was, is) };
    audit(db, by, { action, resource: 'watch_folder', resource_id: id, details });
  };
  for (const { watch_folder_id: id, folder } of folders.length === 0 ? known : []) {
    forget(db, id, by);
    audited('delete', id, folder);
  }
  for (const { watch_folder_id, folder } of folders) {
    if (known.some((one) => one.folder === folder)) continue;
    mustHaveRoom(db);
    mustBeApart(db, folder, null);
    const row = { watch_folder_id, tenant_id, ...columnsFrom({ ...plain, folder, name: nameOf(folder) }) };
    insertRecord(db, 'watch_folders', row, by);
    audited('create', watch_folder_id, folder);
  }
  if (folders.length > 0) switchWatching.change(db, { isOn: true }, by);
});

/** Turns all watch folders off, or on again. */
export const switchWatching = change('watch-folders.switch', (db, { isOn }: { isOn: boolean }, by): void => {
  if (selectSettings.run(db, undefined).watch_folder_on !== isOn) storeSettings(db, { watch_folder_on: isOn }, by);
});

/** A watch folder about which nothing was said. */
const plain = {
  is_on: true,
  create_missing: false,
  metadata_only: false,
  afterwards: 'keep',
  done_folder: 'imported',
} as const;

const nameOf = (folder: string): string => (basename(folder) || folder).slice(0, longestName);

/** A watch folder as its columns have it; what is undefined is left out. */
function columnsFrom(record: Omit<Partial<Placed<NewWatchFolder>>, 'category_ids'>) {
  const { name, folder, is_on, preset_id, timezone, date_order, channels, afterwards, done_folder } = record;
  const { create_missing, metadata_only } = record;
  const number = (is: boolean | undefined) => (is === undefined ? undefined : Number(is));
  return {
    ...(name !== undefined && named(name)),
    folder,
    is_on: number(is_on),
    preset_id,
    timezone,
    date_order,
    channels,
    create_missing: number(create_missing),
    metadata_only: number(metadata_only),
    afterwards,
    done_folder,
  };
}

function storeCategories(db: Connection, watch_folder_id: string, category_ids: readonly string[]): void {
  db.prepare<object>('DELETE FROM watch_folder_categories WHERE watch_folder_id = @watch_folder_id').run({
    watch_folder_id,
  });
  const insert = db.prepare<object>(`
    INSERT INTO watch_folder_categories (watch_folder_id, place, category_id)
    VALUES (@watch_folder_id, @place, @category_id)`);
  for (const [place, category_id] of category_ids.entries()) insert.run({ watch_folder_id, place, category_id });
}

function forget(db: Connection, watch_folder_id: string, by: By): void {
  const which = { watch_folder_id };
  forgetWaiting.change(db, which, by);
  db.prepare<object>('DELETE FROM watch_folders WHERE watch_folder_id = @watch_folder_id').run(which);
}

function mustHaveRoom(db: Connection): void {
  const { n } = found(db.prepare<[], { n: number }>('SELECT count(*) AS n FROM watch_folders').get());
  if (n >= mostFolders) throw new Refusal('Conflict', reason('too_many_watch_folders', { most: mostFolders }));
}

function mustBeApart(db: Connection, folder: string, own: string | null): void {
  const others = db
    .prepare<[], { watch_folder_id: string; folder: string }>('SELECT watch_folder_id, folder FROM watch_folders')
    .all();
  const isNear = others.some(
    (other) => other.watch_folder_id !== own && (isWithin(folder, other.folder) || isWithin(other.folder, folder)),
  );
  if (isNear) throw new Refusal('Conflict', reason('watch_folder_near'));
}

function mustHavePreset(db: Connection, preset_id: string | null): void {
  const sql = 'SELECT 1 FROM import_presets WHERE preset_id = @preset_id';
  if (preset_id !== null && !db.prepare<object>(sql).get({ preset_id }))
    throw invalid({ preset_id: reason('preset_unseen') });
}
