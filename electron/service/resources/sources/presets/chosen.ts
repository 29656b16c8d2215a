import type { ImportPreset, NewImportPreset } from '@shared/contract/import-presets';
import { reason } from '@shared/reasons/reasons';
import type { Scope } from '../../../access/scope';
import { invalid } from '../../../refusal';
import type { Store } from '../../../store/store';
import { type KeptPreset, presetList } from './queries';

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
  if (preset) {
    const { name, description, timezone, internal_digits, channels, names, details, is_active } = preset;
    const told = { name, description, timezone, internal_digits, channels, names, details, is_active };
    return { ...told, preset_id: null, tenant_id: actor.tenant_id, key: null, is_builtin: false };
  }
  if (id === undefined) return undefined;
  const stored = await store.get(presetList.one, { id, scope, zone: actor.zone });
  if (!stored) throw invalid({ preset_id: reason('preset_unseen') });
  const { created_at: _, ...kept }: ImportPreset = JSON.parse(stored.json);
  return kept;
}
