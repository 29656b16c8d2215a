import { createHash } from 'node:crypto';
import { type ImportPreset, NewImportPreset } from '@shared/contract/import-presets';
import { fold } from '@shared/fold';
import { reason } from '@shared/reasons/reasons';
import type { Scope } from '../../../access/scope';
import { invalid } from '../../../refusal';
import type { Store } from '../../../store/store';
import { builtinPresets } from './builtin';
import { type Builtin, type KeptPreset, presetList } from './queries';

type Chosen = {
  preset_id?: string | undefined;
  preset?: NewImportPreset | undefined;
  scope: Scope;
  actor: { zone: string; tenant_id: string };
};

/** The preset that a request names or sends; undefined without one. Refused at `preset_id` or `preset`. */
export async function presetFor(
  store: Store,
  { preset_id: id, preset, scope, actor }: Chosen,
): Promise<KeptPreset | undefined> {
  if (id !== undefined && preset) throw invalid({ preset: reason('preset_twice') });
  if (preset) return keptPreset(preset, { tenant_id: actor.tenant_id });
  if (id === undefined) return undefined;
  const stored = await store.get(presetList.one, { id, scope, zone: actor.zone });
  if (!stored) throw invalid({ preset_id: reason('preset_unseen') });
  const { created_at: _, ...kept }: ImportPreset = JSON.parse(stored.json);
  return kept;
}

type Place = { tenant_id?: string; builtin?: Pick<Builtin, 'preset_id' | 'key'> };

/** A preset that is in no archive, or one of this version, as an import keeps it. */
export function keptPreset(preset: NewImportPreset, { tenant_id, builtin }: Place = {}): KeptPreset {
  const { name, description, timezone, internal_digits, channels, names, details, is_active } = preset;
  const told = { name, description, timezone, internal_digits, channels, names, details, is_active };
  const { preset_id = null, key = null } = builtin ?? {};
  return { ...told, preset_id, tenant_id: tenant_id ?? null, key, is_builtin: builtin !== undefined };
}

/** The built-in presets of this version. */
export const ownBuiltins = (): Builtin[] =>
  Object.entries(builtinPresets).map(([key, file]) => ({
    preset_id: idOf(key),
    key,
    digest: digestOf(JSON.stringify(file)),
    preset: NewImportPreset.parse(file.import_preset),
  }));

/** The same as an import keeps them, in the order of their list. */
export const keptBuiltins = (): KeptPreset[] =>
  ownBuiltins()
    .map((builtin) => keptPreset(builtin.preset, { builtin }))
    .sort((a, b) => (fold(a.name) < fold(b.name) ? -1 : 1));

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The same in every archive, so that an import or a watch folder that names it can be moved. */
function idOf(key: string): string {
  const hex = digestOf(`earshot import preset ${key}`);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
