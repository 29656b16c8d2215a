import { type ImportPreset, importPresetApi } from '@shared/contract/import-presets';
import { useQuery } from '@tanstack/react-query';
import { api } from '../api/api';
import { importPresetKeys } from '../api/cache/import-presets';

const none: readonly ImportPreset[] = [];

/** The import presets to choose from: a tenant's own, then the built-in ones. */
export function useImportPresets(): readonly ImportPreset[] {
  const { data } = useQuery({
    queryKey: importPresetKeys.choices,
    queryFn: async ({ signal }) => (await api(importPresetApi.list, { query: { limit: 1000 }, signal })).import_presets,
  });
  return data ?? none;
}
