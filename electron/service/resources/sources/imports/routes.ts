import { basename, isAbsolute } from 'node:path';
import { tryImportPreset } from '@shared/contract/import-reading';
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
import { isZone } from '@shared/locale';
import { reason } from '@shared/reasons/reasons';
import type { Service } from '../../../context';
import { freeBytes } from '../../../disk';
import { created } from '../../../http/answers';
import type { Asked } from '../../../http/handle';
import { listed } from '../../../http/paging';
import { localZone } from '../../../local-zone';
import { found, invalid } from '../../../refusal';
import { presetFor } from '../presets';
import { importList, importRowList } from './lists.queries';
import { isField } from './metadata/headers';
import { selectImportTenant } from './names.queries';
import { knownTo } from './options';
import { previewPaths, tryReading } from './preview-job';
import type { How } from './reading/plan';
import { runningImports } from './running';
import { sources } from './sources';

export function importRoutes(service: Service): void {
  const { handle, store, jobs, dataFolder, part } = service;
  const [imports, chosenSources] = [part(runningImports), part(sources)];
  const rows = listed(store, listImportRows, importRowList);
  const inReach = async ({ params, scope, actor: { zone } }: AboutImport) =>
    JSON.parse(found(await store.get(importList.one, { id: params.import_id, scope, zone })).json) as Import;

  /** How a preview or a trial reads, for the tenant of its caller. */
  const howFor = async (asked: Reading, options: ReadingOptions): Promise<How> => {
    const { timezone: sent, mapping = {}, date_order, channels } = options;
    const timezone = await zoneOf(sent);
    checkMapping(mapping);
    const preset = await presetFor(store, { ...asked, ...options });
    const known = await knownTo(service, asked.actor.tenant_id);
    return {
      timezone,
      mapping,
      date_order,
      channels: channels ?? undefined,
      preset,
      ...known,
      now: service.now(),
    };
  };

  handle(previewImport, async (asked) => {
    const { source, limit, metadata_only } = asked.body.preview;
    const { paths } = chosen(chosenSources.get(source));
    const how = await howFor(asked, asked.body.preview);
    jobs.cancel(source);
    const preview = await jobs.run(previewPaths, { paths, dataFolder, how, limit, metadata_only }, source);
    return { preview: { ...preview, free_bytes: freeBytes(dataFolder) } };
  });

  handle(tryImportPreset, async (asked) => {
    const { names, details, limit, metadata_only } = asked.body.trial;
    if (names.length + details.length === 0) throw invalid({ names: reason('trial_empty') });
    const how = await howFor(asked, asked.body.trial);
    return { trial: { reading: await jobs.run(tryReading, { names, details, how, limit, metadata_only }) } };
  });

  async function zoneOf(sent: string | undefined): Promise<string> {
    if (sent !== undefined && !isZone(sent)) throw invalid({ timezone: reason('not_a_zone') });
    return sent ?? localZone(service);
  }

  handle(discardSource, ({ params: { source } }) => {
    chosenSources.take(source);
    jobs.cancel(source);
    return {};
  });

  handle(createImport, async (asked) => {
    const { body, actor, scope } = asked;
    const { source, mapping = {}, date_order, channels, create_missing, metadata_only } = body.import;
    const timezone = await zoneOf(body.import.timezone);
    checkMapping(mapping);
    const preset = await presetFor(store, { ...asked, ...body.import });
    const { category_ids = [] } = body.import;
    const tenant_id = await store.get(selectImportTenant, { tenant_id: body.import.tenant_id, category_ids, scope });
    const user_id = actor.is_owner ? null : actor.user_id;
    const told = { tenant_id, user_id, timezone, mapping, create_missing, metadata_only };
    const options = {
      ...told,
      ...(preset && { preset }),
      ...(date_order && { date_order }),
      ...(channels && { channels }),
      ...(category_ids.length > 0 && { category_ids }),
    };
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
    await imports.resume((await inReach(asked)).import_id, asked.body.import.date_order);
    return { import: await inReach(asked) };
  });

  handle(cancelImport, async (asked) => {
    await imports.cancel((await inReach(asked)).import_id);
    return { import: await inReach(asked) };
  });
}

type Reading = Pick<Asked<typeof tryImportPreset>, 'scope' | 'actor'>;
type ReadingOptions = Pick<
  Asked<typeof tryImportPreset>['body']['trial'],
  'preset_id' | 'preset' | 'timezone' | 'date_order' | 'channels' | 'mapping'
>;
type AboutImport = Pick<Asked<typeof readImport>, 'params' | 'scope' | 'actor'>;

function checkMapping(mapping: Record<string, string>): void {
  const odd = Object.values(mapping).find((field) => field !== '' && !isField(field));
  if (odd !== undefined) throw invalid({ mapping: reason('mapping_unknown', { field: odd }) });
}

function chosen<T>(source: T | undefined): T {
  if (source === undefined) throw invalid({ source: reason('source_unknown') });
  return source;
}
