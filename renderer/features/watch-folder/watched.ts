import { updateSettings } from '@shared/contract/settings';
import { listWatchedFiles, readWatchFolder, retryWatchedFiles } from '@shared/contract/watched-files';
import { useMutation, useQuery } from '@tanstack/react-query';
import { api } from '../../api/api';
import { bridge } from '../../api/bridge';
import { settingsKey } from '../../api/cache/settings';
import { watchFolderKeys } from '../../api/cache/watch-folder';
import { refresh } from '../../core/query-client';

const everyMs = 2_000;
const changed = [watchFolderKeys.all, settingsKey];

/** The watch folder, read again every two seconds while it is shown. */
export const useWatchFolder = () =>
  useQuery({
    queryKey: watchFolderKeys.state,
    queryFn: async ({ signal }) => (await api(readWatchFolder, { signal })).watch_folder,
    refetchInterval: everyMs,
  });

const shown = { imported: 10, refused: 100, cancelled: 100 } as const;

/** The last files with this outcome, newest first. */
export const useWatchedFiles = (outcome: keyof typeof shown) =>
  useQuery({
    queryKey: watchFolderKeys.files(outcome),
    queryFn: async ({ signal }) =>
      (await api(listWatchedFiles, { query: { outcome, limit: shown[outcome] }, signal })).watched_files,
    refetchInterval: everyMs,
  });

/** Asks for the folder to watch. The data is false when cancelled, or why it is not watched. */
export const useChooseFolder = () =>
  useMutation({ gcTime: 0, mutationFn: () => bridge.watchFolder(), onSuccess: () => refresh(changed) });

export const useTurn = () =>
  useMutation({
    gcTime: 0,
    mutationFn: (watch_folder_on: boolean) => api(updateSettings, { body: { settings: { watch_folder_on } } }),
    onSuccess: () => refresh(changed),
  });

/** Imports files again. */
export const useRetry = () =>
  useMutation({
    gcTime: 0,
    mutationFn: (watched_file_ids: string[]) => api(retryWatchedFiles, { body: { retry: { watched_file_ids } } }),
    onSuccess: () => refresh([watchFolderKeys.all]),
  });
