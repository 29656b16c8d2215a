import { basename, isAbsolute } from 'node:path';
import {
  cancelImport,
  chooseSource,
  createImport,
  discardSource,
  type Import,
  listImportRows,
  listImports,
  previewImport,
  readImport,
  resumeImport,
} from '@shared/contract/imports';
import { listWatchedFiles, readWatchFolder, retryWatchedFiles } from '@shared/contract/watched-files';
import { isZone } from '@shared/locale';
import { reason } from '@shared/reasons/reasons';
import type { Service } from '../../../context';
import { freeBytes } from '../../../disk';
import { created } from '../../../http/answers';
import type { Asked } from '../../../http/handle';
import { listed } from '../../../http/paging';
import { localZone } from '../../../local-zone';
import { found, invalid } from '../../../refusal';
import { isoInZone, startOfDay } from '../../../zones';
import { selectSettings } from '../../site/settings';
import { presetFor } from '../presets';
import { importList, importRowList } from './lists.queries';
import { isField } from './metadata/headers';
import { previewPaths } from './preview-job';
import { runningImports } from './running';
import { sources } from './sources';
import { countWatched, retryTaken, watchedFileList } from './watch/queries';
import { watchFolder } from './watch/watch-folder';

export function importRoutes(service: Service): void {
  const { handle, store, jobs, dataFolder, part } = service;
  const [imports, chosenSources] = [part(runningImports), part(sources)];
  watchRoutes(service);
  const rows = listed(store, listImportRows, importRowList);
  const inReach = async ({ params, scope, actor: { zone } }: AboutImport) =>
    JSON.parse(found(await store.get(importList.one, { id: params.import_id, scope, zone })).json) as Import;

  handle(previewImport, async ({ body }) => {
    const { source, mapping = {} } = body.preview;
    checkMapping(mapping);
    const { paths } = chosen(chosenSources.get(source));
    jobs.cancel(source);
    const options = { timezone: await localZone(service), mapping };
    const preview = await jobs.run(previewPaths, { paths, dataFolder, options }, source);
    return { preview: { ...preview, free_bytes: freeBytes(dataFolder) } };
  });

  handle(discardSource, ({ params: { source } }) => {
    chosenSources.take(source);
    jobs.cancel(source);
    return {};
  });

  handle(createImport, async (asked) => {
    const { body, actor } = asked;
    const { source, mapping = {}, create_missing, metadata_only } = body.import;
    const sent = body.import.timezone;
    const timezone = sent ?? (await localZone(service));
    if (sent !== undefined && !isZone(sent)) throw invalid({ timezone: reason('not_a_zone') });
    checkMapping(mapping);
    const preset = await presetFor(store, { ...asked, ...body.import });
    const { tenant_id } = actor;
    const user_id = actor.is_owner ? null : actor.user_id;
    const told = { tenant_id, user_id, timezone, mapping, create_missing, metadata_only };
    const options = { ...told, ...(preset && { preset }) };
    const { import_id } = await chosenSources.use(source, async (taken) => {
      const wanted = { ...options, ...chosen(taken) };
      jobs.cancel(source);
      const going = user_id === null ? await imports.continued(wanted) : undefined;
      return going ? { import_id: going } : imports.begin(wanted);
    });
    return created(`/api/v2/imports/${import_id}.json`);
  });

  handle(chooseSource, ({ body }) => {
    const { paths } = body.source;
    const relative = paths.findIndex((path) => !isAbsolute(path));
    if (relative !== -1) throw invalid({ [`source.paths.${relative}`]: reason('path_relative') });
    return { handle: chosenSources.add(basename(paths[0] ?? ''), paths) };
  });

  handle(listImports, listed(store, listImports, importList));

  handle(readImport, async (asked) => ({ import: await inReach(asked) }));

  handle(listImportRows, async (asked) => {
    await inReach(asked);
    return rows(asked);
  });

  handle(resumeImport, async (asked) => {
    await imports.resume((await inReach(asked)).import_id);
    return { import: await inReach(asked) };
  });

  handle(cancelImport, async (asked) => {
    await imports.cancel((await inReach(asked)).import_id);
    return { import: await inReach(asked) };
  });
}

type AboutImport = Pick<Asked<typeof readImport>, 'params' | 'scope' | 'actor'>;

function checkMapping(mapping: Record<string, string>): void {
  const odd = Object.values(mapping).find((field) => field !== '' && !isField(field));
  if (odd !== undefined) throw invalid({ mapping: reason('mapping_unknown', { field: odd }) });
}

function chosen<T>(source: T | undefined): T {
  if (source === undefined) throw invalid({ source: reason('source_unknown') });
  return source;
}

function watchRoutes({ handle, store, part, now }: Service): void {
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
