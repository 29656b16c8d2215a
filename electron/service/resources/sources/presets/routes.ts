import { createHash } from 'node:crypto';
import {
  exportImportPreset,
  type ImportPreset,
  importPresetApi,
  NewImportPreset,
} from '@shared/contract/import-presets';
import type { Part, Service } from '../../../context';
import { Finished, jsonText } from '../../../http/answers';
import { attachment } from '../../../http/attachment';
import { bindCollection } from '../../../http/collection';
import { found } from '../../../refusal';
import { byEarshot } from '../../../store/audit';
import { builtinPresets } from './builtin';
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
    const ours = Object.entries(builtinPresets).map(([key, file]) => ({
      key,
      file,
      digest: digestOf(JSON.stringify(file)),
    }));
    const stored = await store.get(selectBuiltins, undefined);
    const digests = new Map(stored.map(({ key, digest }) => [key, digest]));
    if (stored.length === ours.length && ours.every(({ key, digest }) => digests.get(key) === digest)) return;
    const presets = ours.map(({ key, file, digest }) => ({
      preset_id: idOf(key),
      key,
      digest,
      preset: NewImportPreset.parse(file.import_preset),
    }));
    await store.write(storeBuiltins, presets, byEarshot(now()));
  });

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The same in every archive, so that an import or a watch folder that names it can be moved. */
function idOf(key: string): string {
  const hex = digestOf(`earshot import preset ${key}`);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
