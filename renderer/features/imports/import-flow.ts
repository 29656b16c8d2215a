import { createImport, type NewImport } from '@shared/contract/imports';
import type { Source } from '@shared/ipc';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { create } from 'zustand';
import { api } from '../../api/api';
import { bridge } from '../../api/bridge';
import { isRefusal } from '../../api/refusal';
import { useMayCreateMissing } from '../../app/session';
import { useMessage, useRefusalText } from '../../i18n/use-message';

type Flow = {
  /** What waits for its options. */
  asking: Source | null;
  /** Why an import could not even be started. */
  failure: Error | null;
  /** Imports that are shown in the task list, newest first; one stays until it is put away. */
  import_ids: string[];
  /** Whether the task list is open. */
  open: boolean;
  putAway: (import_id: string) => void;
};

export const useImportFlow = create<Flow>()((set) => ({
  asking: null,
  failure: null,
  import_ids: [],
  open: false,
  putAway: (import_id) =>
    set(({ import_ids, open }) => {
      const left = import_ids.filter((id) => id !== import_id);
      return { import_ids: left, open: open && left.length > 0 };
    }),
}));

/** Empties the task list, for the next person; what still runs comes back to whom it belongs. */
export const forgetImports = (): void => useImportFlow.setState({ asking: null, import_ids: [], open: false });

const idOf = (url: string) => /([0-9a-f-]{36})\.json$/.exec(url)?.[1] ?? '';

/** Starts an import and puts it on the task list. */
export function useStartImport() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (wanted: NewImport) => api(createImport, { body: { import: wanted } }),
    onSuccess: ({ url }) => {
      useImportFlow.setState(({ import_ids }) => ({
        asking: null,
        open: true,
        import_ids: [idOf(url), ...import_ids],
      }));
      void client.invalidateQueries({ queryKey: ['imports', 'running'] });
    },
    // The options dialog says it at its fields.
    onError: (error) => useImportFlow.setState(({ asking }) => (asking ? {} : { failure: error })),
  });
}

/** Why an import was not started, in one sentence. */
export function useImportText(): (error: Error) => string {
  const message = useMessage();
  const refusalText = useRefusalText();
  return (error) => (isRefusal(error) && message(error.field('source'))) || refusalText(error);
}

/** The ways to bring calls in. A folder is asked about first, as it may hold call records. */
export function useImportWays() {
  const start = useStartImport();
  const create_missing = useMayCreateMissing();
  return {
    busy: start.isPending,
    chooseFolder: async () => {
      const source = await bridge.choose('folder');
      if (source) useImportFlow.setState({ asking: source });
    },
    chooseFiles: async () => {
      const source = await bridge.choose('files');
      if (source) start.mutate({ source: source.handle });
    },
    loadSamples: async () => {
      const source = await bridge.samples();
      start.mutate({ source: source.handle, create_missing });
    },
    drop: async (files: File[], mayHoldRecords: boolean) => {
      const source = await bridge.dropped(files);
      if (source === null) return;
      if (mayHoldRecords) useImportFlow.setState({ asking: source });
      else start.mutate({ source: source.handle });
    },
  };
}
