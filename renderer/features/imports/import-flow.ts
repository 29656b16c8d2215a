import { createImport, discardSource, type ImportPreview, type NewImport } from '@shared/contract/imports';
import type { Source } from '@shared/ipc';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type NavigateFunction, useNavigate } from 'react-router';
import { create } from 'zustand';
import { api } from '../../api/api';
import { bridge } from '../../api/bridge';
import { importKeys } from '../../api/cache/imports';
import { idIn } from '../../api/id-in';
import { isRefusal } from '../../api/refusal';
import { useHolds, useMayCreateMissing } from '../../core/session';
import { useReadingOnly } from '../../core/view-as';
import { useRefusalText } from '../../i18n/use-refusal-text';
import { useMessage } from '../../i18n/use-said';
import { toast } from '../../ui/toast';
import { useImportList, useSampleImports } from './import-list';

/** Files that the user chose, or that were dropped and are still being read. */
export type Chosen = {
  id: number;
  source: Promise<Source | null>;
  /** The preset that is tried first. */
  preset_id?: string | undefined;
};

/** What was chosen, and how it is read. */
export type Previewed = Source & ImportPreview;

type Flow = {
  /** The files that wait for their preview and options. */
  chosen: Chosen | null;
  /** Why the samples could not be imported. For other files, the preview shows the error. */
  failure: Error | null;
  /** Whether the task list is open. */
  open: boolean;
};

const closed: Flow = { chosen: null, failure: null, open: false };
export const useImportFlow = create<Flow>()(() => closed);

/** Closes everything for the next user. */
export const closeImports = (): void => useImportFlow.setState(closed);

/** Closes the preview without importing. */
export async function discardChosen({ source }: Chosen): Promise<void> {
  useImportFlow.setState({ chosen: null });
  const handle = await source.then((known) => known?.handle).catch(() => undefined);
  // A refusal means that the service has already removed the handle.
  if (handle !== undefined) await api(discardSource, { params: { source: handle } }).catch(() => undefined);
}

let lastId = 0;

/** The page of what was chosen. */
export const importPath = '/import';

/** Shows what was chosen on its page. It replaces files that were not imported yet. */
async function show(navigate: NavigateFunction, source: Promise<Source | null>, preset_id?: string): Promise<void> {
  const { chosen: before } = useImportFlow.getState();
  if (before) void discardChosen(before);
  lastId += 1;
  useImportFlow.setState({ chosen: { id: lastId, source, preset_id } });
  // The page goes back to where the first files were chosen.
  await navigate(importPath, { replace: before !== null });
}

/** Shows the preview of files that the system opens with Earshot, or asks for a folder, next to the list of calls. */
export function useOpenImport(): (source: Source | null) => Promise<void> {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const mayImport = useHolds('calls:create');
  return async (source) => {
    if (!mayImport) return toast(t('imports.mayNot'), 'note');
    await navigate('/review');
    const chosen = source ?? (await bridge.choose('folder'));
    if (chosen) await show(navigate, Promise.resolve(chosen));
  };
}

/** Starts an import and adds it to the task list. */
export function useStartImport() {
  const client = useQueryClient();
  const { add } = useImportList();
  return useMutation({
    mutationFn: (wanted: NewImport) => api(createImport, { body: { import: wanted } }),
    onSuccess: ({ url }) => {
      add(idIn(url));
      useImportFlow.setState({ chosen: null, open: true });
      void client.invalidateQueries({ queryKey: importKeys.unfinished });
    },
  });
}

/** Why an import could not start, in one sentence. */
export function useImportText(): (error: Error) => string {
  const message = useMessage();
  const refusalText = useRefusalText();
  return (error) => (isRefusal(error) && message(error.field('source'))) || refusalText(error);
}

/** The ways to import calls. All except the samples show a preview first. */
export function useImportWays() {
  const start = useStartImport();
  const create_missing = useMayCreateMissing();
  const navigate = useNavigate();
  const { t } = useTranslation();
  const mayImport = useHolds('calls:create');
  const reading = useReadingOnly();
  const choose = async (kind: 'folder' | 'files', preset_id?: string) => {
    const source = await bridge.choose(kind);
    if (source) await show(navigate, Promise.resolve(source), preset_id);
  };
  return {
    busy: start.isPending,
    /** Why this user cannot import. */
    unavailable: mayImport ? undefined : (reading ?? t('imports.mayNot')),
    chooseFolder: (preset_id?: string) => choose('folder', preset_id),
    chooseFiles: () => choose('files'),
    loadSamples: async () => {
      const { handle } = await bridge.samples();
      // Not in callbacks of `mutate`: they end with the first page, which the first call replaces.
      await start.mutateAsync({ source: handle, create_missing }).then(
        ({ url }) => useSampleImports.setState(({ import_ids }) => ({ import_ids: [...import_ids, idIn(url)] })),
        (failure: Error) => useImportFlow.setState({ failure }),
      );
    },
    drop: (files: File[]) => void show(navigate, bridge.dropped(files)),
  };
}
