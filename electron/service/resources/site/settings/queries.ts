import { createHash } from 'node:crypto';
import type { ChangedSettings, Settings } from '@shared/contract/settings';
import { reason } from '@shared/reasons/reasons';
import { difference } from '../../../access/changes';
import { mustBeMet, type Unmet } from '../../../access/needs';
import { invalid } from '../../../refusal';
import { audit, type By } from '../../../store/audit';
import type { Connection } from '../../../store/connection';
import { change, query } from '../../../store/query';
import { mustBeCurrent, type Versions } from '../../../store/record';
import { readSetting, writeSetting } from '../../../store/setting';
import { hasOtherTenants } from '../../people/tenants';

/** The settings in the database. */
type Stored = Omit<Settings, 'database_damaged_at'>;

const unset: Stored = {
  multi_tenancy: false,
  timezone: '',
  language: '',
  store_format: 'wav',
  auto_resume_seconds: 0,
  webhooks_outside: false,
  watch_folder_on: true,
  watch_folder: '',
};

/** The settings that users can change, with defaults. */
export const selectSettings = query('settings.all', (db): Stored => {
  const stored = (name: keyof Stored) => readSetting.run(db, { name });
  const names = Object.keys(unset) as (keyof Stored)[];
  return {
    ...unset,
    ...Object.fromEntries(names.flatMap((name) => (stored(name) === undefined ? [] : [[name, stored(name)]]))),
    watch_folder: oldestFolder(db),
  };
});

/** The oldest watch folder; earlier versions had only one. */
function oldestFolder(db: Connection): string {
  const sql = 'SELECT folder FROM watch_folders ORDER BY created_at, watch_folder_id LIMIT 1';
  return db.prepare<[], { folder: string }>(sql).get()?.folder ?? '';
}

type Change = { settings: ChangedSettings; versions: Versions; unmet: Unmet };

/** The version of the settings, which has no row of its own. */
export const versionOf = (settings: Stored): string =>
  createHash('sha256').update(JSON.stringify(settings)).digest('base64url').slice(0, 22);

/**
 * Changes and audits settings. Refused with Stale, or with InvalidRecord at `multi_tenancy` when it is turned off while
 * there are other tenants: their records would belong to nobody. A caller who may not change `multi_tenancy` is refused
 * with PermissionError, but may send it back as it was read.
 */
export const changeSettings = change('settings.change', (db, { settings, versions, unmet }: Change, by): void => {
  const before = selectSettings.run(db, undefined);
  const { multi_tenancy = before.multi_tenancy } = settings;
  if (multi_tenancy !== before.multi_tenancy) mustBeMet(unmet, 'settings.multi_tenancy');
  if (settings.multi_tenancy === false && hasOtherTenants.run(db, undefined)) {
    throw invalid({ multi_tenancy: reason('tenants_exist') });
  }
  mustBeCurrent(versionOf(before), versions);
  storeSettings(db, settings, by);
});

/** Stores and audits settings inside the caller's transaction. */
export function storeSettings(db: Connection, settings: Partial<Stored>, by: By): void {
  const before = selectSettings.run(db, undefined);
  for (const [name, value] of Object.entries(settings)) writeSetting(db, name, value);
  const changes = difference(before, selectSettings.run(db, undefined));
  audit(db, by, { action: 'update', resource: 'settings', resource_id: null, details: { changes } });
}
