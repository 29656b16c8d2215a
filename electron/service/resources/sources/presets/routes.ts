import { exportImportPreset, type ImportPreset, importPresetApi } from '@shared/contract/import-presets';
import type { Part, Service } from '../../../context';
import { Finished, jsonText } from '../../../http/answers';
import { attachment } from '../../../http/attachment';
import { bindCollection } from '../../../http/collection';
import { found } from '../../../refusal';
import { byEarshot } from '../../../store/audit';
import { ownBuiltins } from './chosen';
import { changePreset, insertPreset, presetList, removePreset, selectBuiltins, storeBuiltins } from './queries';

export function importPresetRoutes(service: Service): void {
  const { handle, store, part } = service;
  part(builtins);
  const rules = { list: presetList, insert: insertPreset, change: changePreset, remove: removePreset };
  bindCollection(service, importPresetApi, rules);

  handle(exportImportPreset, async ({ params: { preset_id: id }, scope, actor: { zone } }) => {
    const preset: ImportPreset = JSON.parse(found(await store.get(presetList.one, { id, scope, zone })).json);
    const { preset_id: _, tenant_id: _of, key: _key, is_builtin: _is, created_at: _at, ...import_preset } = preset;
    const text = JSON.stringify({ import_preset }, null, 2);
    return new Finished(jsonText(text, { 'Content-Disposition': attachment(`${preset.name}.json`) }));
  });
}

/** Stores the built-in presets when this version has others than the archive. */
const builtins: Part<void> = ({ store, now }, { onStart }) =>
  onStart(async () => {
    const stored = await store.get(selectBuiltins, undefined);
    const digests = new Map(stored.map(({ key, digest }) => [key, digest]));
    const ours = ownBuiltins();
    if (stored.length === ours.length && ours.every(({ key, digest }) => digests.get(key) === digest)) return;
    await store.write(storeBuiltins, ours, byEarshot(now()));
  });
