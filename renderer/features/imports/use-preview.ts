import { type ImportPreview, previewImport } from '@shared/contract/imports';
import type { Source } from '@shared/ipc';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/api';
import { importKeys } from '../../api/cache/imports';
import type { Chosen } from './import-flow';

type Preview = Source & ImportPreview;

/** The chosen source and its content; null when nothing was chosen. */
export const usePreview = ({ id, source }: Chosen) =>
  useQuery({
    queryKey: importKeys.preview(id),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }): Promise<Preview | null> => {
      const known = await source;
      if (known === null) return null;
      const { preview } = await api(previewImport, { body: { preview: { source: known.handle } }, signal });
      return { ...known, ...preview };
    },
  });

/** Whether an import would create any calls. */
export const bringsCalls = ({ recordings, rows_without_audio }: ImportPreview, metadata_only: boolean): boolean =>
  recordings > 0 || (metadata_only && rows_without_audio > 0);
