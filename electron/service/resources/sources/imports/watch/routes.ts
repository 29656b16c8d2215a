import { randomUUID } from 'node:crypto';
import {
  listWatchedFiles,
  readOldestWatchFolder,
  retryWatchedFiles,
  type WatchFolder,
  watchFolderApi,
} from '@shared/contract/watch-folders';
import { reason } from '@shared/reasons/reasons';
import type { Service } from '../../../../context';
import { created, Finished, jsonText } from '../../../../http/answers';
import { addressOf, asking } from '../../../../http/collection';
import type { Asked } from '../../../../http/handle';
import { listed } from '../../../../http/paging';
import { found, Refusal } from '../../../../refusal';
import { isoInZone, startOfDay } from '../../../../zones';
import { sources } from '../sources';
import {
  changeWatchFolder,
  insertWatchFolder,
  removeWatchFolder,
  selectWatchedFolders,
  watchFolderList,
} from './queries';
import { countWatched, reachesAll, retryTaken, watchedFileList } from './watched.queries';
import { folderToWatch, watchFolders } from './watching';

export function watchFolderRoutes(service: Service): void {
  const { handle, store, part, now } = service;
  const [watching, chosen] = [part(watchFolders), part(sources)];

  /** What the last look found in each watch folder, and what came of its files. */
  async function statesFor({ scope, actor: { zone } }: Pick<Asked<typeof readOldestWatchFolder>, 'scope' | 'actor'>) {
    const since = startOfDay(isoInZone(now(), zone).slice(0, 10), zone) ?? now();
    const counts = await store.read(countWatched, { scope, since });
    const byId = new Map(counts.map(({ watch_folder_id, ...counted }) => [watch_folder_id, counted]));
    return (id: string) => {
      const seen = watching.seen(id);
      // Names of files contain numbers. A folder is one of the computer, for all tenants.
      const growing = reachesAll(scope) ? (seen?.growing ?? []) : [];
      const none = { taken_today: 0, refused: 0, waiting: 0, moved_today: 0 };
      return { is_readable: seen?.is_readable ?? null, growing, ...(byId.get(id) ?? none) };
    };
  }

  handle(watchFolderApi.list, async (asked) => {
    const stateOf = await statesFor(asked);
    const shown = (record: WatchFolder) => ({ ...record, ...stateOf(record.watch_folder_id) });
    return listed(store, watchFolderApi.list, watchFolderList, shown)(asked);
  });

  async function one(id: string, asked: Pick<Asked<typeof readOldestWatchFolder>, 'scope' | 'actor'>) {
    const { scope, actor } = asked;
    const { json, version } = found(await store.get(watchFolderList.one, { id, scope, zone: actor.zone }));
    const watch_folder = { ...JSON.parse(json), ...(await statesFor(asked))(id) };
    return new Finished<{ watch_folder: WatchFolder }>(
      jsonText(JSON.stringify({ watch_folder }), { ETag: `"${version}"` }),
    );
  }

  handle(watchFolderApi.read, (asked) => one(asked.params.watch_folder_id, asked));

  handle(watchFolderApi.create, async (asked) => {
    const { source, ...told } = asked.body.watch_folder;
    const id = randomUUID();
    await placed(source, async (folder) => {
      await store.write(insertWatchFolder, { ...asking(asked), id, record: { ...told, folder } }, asked.by);
    });
    await watching.watchAll();
    return created(addressOf(watchFolderApi.read.path, {}, id));
  });

  handle(watchFolderApi.update, async (asked) => {
    const { source, ...told } = asked.body.watch_folder;
    const change = async (folder?: string) => {
      const record = { ...told, ...(folder !== undefined && { folder }) };
      await store.write(changeWatchFolder, { ...asking(asked), record, versions: asked.versions }, asked.by);
    };
    await (source === undefined ? change() : placed(source, change));
    return one(asked.params.watch_folder_id, asked);
  });

  handle(watchFolderApi.delete, async (asked) => {
    await store.write(removeWatchFolder, { ...asking(asked), versions: asked.versions }, asked.by);
    return {};
  });

  /** Takes a chosen folder for `work`; its handle works again if that fails. */
  const placed = (handle: string, work: (folder: string) => Promise<void>): Promise<void> =>
    chosen.use(handle, async (source) => {
      if (!source) throw new Refusal('NotFound', reason('source_unknown'));
      const [path, ...others] = source.paths;
      await work(await folderToWatch(service, others.length > 0 ? '' : (path ?? '')));
    });

  handle(readOldestWatchFolder, async (asked) => {
    const [oldest] = await store.get(selectWatchedFolders, {});
    const stateOf = await statesFor(asked);
    const { is_readable, growing, taken_today, refused } = stateOf(oldest?.watch_folder_id ?? '');
    const { folder = '', is_on = true } = oldest ?? {};
    return { watch_folder: { folder, is_on, is_readable, growing, taken_today, refused } };
  });

  handle(listWatchedFiles, listed(store, listWatchedFiles, watchedFileList));

  handle(retryWatchedFiles, async ({ body, scope, by }) => {
    const { watched_file_ids: keys, watch_folder_id } = body.retry;
    return { retried: await store.write(retryTaken, { keys, watch_folder_id, scope }, by) };
  });
}
