import { createImport } from '@shared/contract/imports';
import type { ChannelRule, DateOrder } from '@shared/import-fields';
import { holds } from '@shared/permissions';
import type { Authenticator } from '../../../access/authenticate';
import { type Scope, scopeOf } from '../../../access/scope';
import type { Service } from '../../../context';
import { localZone } from '../../../local-zone';
import type { By } from '../../../store/audit';
import { type KeptPreset, selectRecognised } from '../presets';
import { selectExtensions, selectZones } from './names.queries';
import type { How } from './reading/plan';

/** The options of an import, stored until it ends, so that it can continue after a restart. */
export type ImportOptions = {
  import_id: string;
  tenant_id: string;
  /** null: started on the command line, or from a watch folder. */
  user_id: string | null;
  name: string;
  paths: string[];
  timezone: string;
  mapping: Record<string, string>;
  /** The preset that was named, as it was then. Otherwise one is recognised. */
  preset?: KeptPreset;
  /** Categories that all calls get. */
  category_ids?: string[];
  /** How dates are read of which nothing says it. */
  date_order?: DateOrder;
  /** Who is on which channel of stereo files, instead of what the preset says. */
  channels?: ChannelRule;
  create_missing: boolean;
  /** Rows that name none of the files become calls without audio. */
  metadata_only: boolean;
  /**
   * From a watch folder, whose call records are read with every batch. Rows that name none of its files are only counted, unless
   * they become calls without audio.
   */
  is_watched?: true;
};

/**
 * The calls that an import may add to: those in reach of the user who began it. The command line and watch folders may
 * add to every call of the archive; a user who can no longer sign in or create calls, to none.
 */
export type ImportReach = Scope | 'archive' | 'nothing';

type Deciding = { authenticator: Authenticator; now: () => number };

/** How an import reads its source. */
export async function howOf(
  options: Omit<ImportOptions, 'import_id' | 'paths'>,
  deps: Pick<Service, 'store' | 'timezone' | 'now'>,
): Promise<How> {
  const { tenant_id, timezone, mapping, preset, date_order, channels } = options;
  const known = await knownTo(deps, tenant_id);
  return { timezone, mapping, preset, date_order, channels, ...known, now: deps.now() };
}

/** The current reach of an import. */
export async function reachOf({ user_id }: ImportOptions, { authenticator, now }: Deciding): Promise<ImportReach> {
  if (user_id === null) return 'archive';
  const user = await authenticator.userOf(user_id);
  return user && holds(user.permissions, createImport.permission) ? scopeOf(user, now()) : 'nothing';
}

/** Whether an import creates the categories and custom fields that its records name, as its user currently may. */
export async function createsMissing(
  { user_id, create_missing }: ImportOptions,
  authenticator: Authenticator,
): Promise<boolean> {
  if (!create_missing || user_id === null) return create_missing;
  const user = await authenticator.userOf(user_id);
  const { rights } = createImport.needs['import.create_missing'];
  return user !== undefined && rights.every((right) => holds(user.permissions, right));
}

/** The author of an import's changes is the person who began it. */
export const importerAt = ({ user_id, tenant_id }: ImportOptions, at: number): By => ({ at, user_id, tenant_id });

/** What a tenant has that a source is read by. */
export async function knownTo(
  deps: Pick<Service, 'store' | 'timezone'>,
  tenant_id: string,
): Promise<Pick<How, 'presets' | 'extensions' | 'zones'>> {
  const { store } = deps;
  return {
    presets: await store.get(selectRecognised, { tenant_id }),
    extensions: await store.get(selectExtensions, { tenant_id }),
    zones: [await localZone(deps), ...(await store.get(selectZones, undefined))],
  };
}
