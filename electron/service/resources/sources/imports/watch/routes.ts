import { listWatchedFiles, readWatchFolder, retryWatchedFiles } from '@shared/contract/watched-files';
import type { Service } from '../../../../context';
import { listed } from '../../../../http/paging';
import { isoInZone, startOfDay } from '../../../../zones';
import { selectSettings } from '../../../site/settings';
import { countWatched, retryTaken, watchedFileList } from './queries';
import { watchFolder } from './watch-folder';

export function watchRoutes({ handle, store, part, now }: Service): void {
  const watched = part(watchFolder);

  handle(readWatchFolder, async ({ scope, actor: { zone } }) => {
    const { watch_folder: folder, watch_folder_on: is_on } = await store.get(selectSettings, undefined);
    const since = startOfDay(isoInZone(now(), zone).slice(0, 10), zone) ?? now();
    const counts = await store.read(countWatched, { scope, since });
    // Names of files contain numbers. The folder is one of the System tenant.
    const isInReach = scope.tenants === 'all' && scope.people === 'all';
    const growing = isInReach ? (watched.seen?.growing ?? []) : [];
    return { watch_folder: { folder, is_on, is_readable: watched.seen?.is_readable ?? null, growing, ...counts } };
  });

  handle(listWatchedFiles, listed(store, listWatchedFiles, watchedFileList));

  handle(retryWatchedFiles, async ({ body: { retry }, scope, by }) => ({
    retried: await store.write(retryTaken, { keys: retry.watched_file_ids, scope }, by),
  }));
}
