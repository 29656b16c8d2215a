import { type WatchFolder, watchFolderApi } from '@shared/contract/watch-folders';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../api/api';
import { watchFolderKeys } from '../api/cache/watch-folders';
import { useMay } from './session';

/** The watch folders with what the last look found. */
export const watchFoldersQuery = queryOptions({
  queryKey: watchFolderKeys.states,
  queryFn: async ({ signal }) => (await api(watchFolderApi.list, { query: { limit: 100 }, signal })).watch_folders,
});

const none: readonly WatchFolder[] = [];

/** The watch folders that the user may change; none for others. */
export function useOwnWatchFolders(): readonly WatchFolder[] {
  const mayChange = useMay(watchFolderApi.update);
  return useQuery({ ...watchFoldersQuery, enabled: mayChange }).data ?? none;
}
