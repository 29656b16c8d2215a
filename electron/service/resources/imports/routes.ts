import { randomUUID } from 'node:crypto';
import {
  cancelImport,
  createImport,
  discardSource,
  listImportRows,
  listImports,
  previewImport,
  readImport,
  resumeImport,
} from '@shared/contract/imports';
import { mustHold } from '../../access/actor';
import type { Service } from '../../context';
import { freeBytes } from '../../disk';
import { created } from '../../http/answers';
import { decodeAfter, page } from '../../http/paging';
import { found, invalid } from '../../refusal';
import { isZone } from '../../zones';
import { countImports, countRows, selectImport, selectImportKey, selectImports, selectRows } from './lists/queries';
import { isField } from './metadata/headers';
import { previewPaths } from './preview-job';
import { insertImport } from './queries';
import { runningImports } from './running';
import { sources } from './sources';

export function importRoutes(service: Service): void {
  const { handle, store, jobs, dataFolder, timezone: systemZone, now, part } = service;
  const [imports, chosenSources] = [part(runningImports), part(sources)];

  handle(previewImport, async ({ body }) => {
    const { source, mapping = {} } = body.preview;
    checkMapping(mapping);
    const { paths } = chosen(chosenSources.get(source));
    jobs.cancel(source);
    const options = { timezone: systemZone, mapping };
    const preview = await jobs.run(previewPaths, { paths, dataFolder, options }, source);
    return { preview: { ...preview, free_bytes: freeBytes(dataFolder) } };
  });

  handle(discardSource, ({ params: { source } }) => {
    chosenSources.take(source);
    jobs.cancel(source);
    return {};
  });

  handle(createImport, async ({ body, actor }) => {
    const { source, timezone = systemZone, mapping = {}, create_missing, metadata_only } = body.import;
    if (create_missing) {
      mustHold(actor, 'call_categories:edit');
      mustHold(actor, 'custom_fields:edit');
    }
    if (!isZone(timezone)) throw invalid({ timezone: 'Is not the name of a time zone' });
    checkMapping(mapping);
    const { name, paths } = chosen(chosenSources.take(source));
    jobs.cancel(source);
    const { tenant_id, user_id } = actor;
    const import_id = randomUUID();
    const options = { import_id, tenant_id, user_id, name, paths, timezone, mapping, create_missing, metadata_only };
    await store.write(insertImport, { ...options, at: now() });
    void imports.start(options);
    return created(`/api/v2/imports/${import_id}.json`);
  });

  handle(listImports, async ({ query, scope, actor: { zone }, request: { url } }) =>
    page({
      name: 'imports',
      rows: await store.list(selectImports, { ...query, after: decodeAfter(query, url), scope, zone }),
      query,
      url,
      count: (cap) => store.read(countImports, { scope, cap }),
      keyOf: (row) => found(store.get(selectImportKey, { import_id: JSON.parse(row).import_id })),
    }),
  );

  handle(readImport, ({ params, scope, actor: { zone } }) => ({
    import: found(store.get(selectImport, { import_id: params.import_id, scope, zone })),
  }));

  handle(listImportRows, async ({ params, query, scope, actor: { zone }, request: { url } }) => {
    const import_id = params.import_id;
    found(store.get(selectImport, { import_id, scope, zone }));
    const { outcome } = query;
    const annotated = query.annotated === undefined ? undefined : query.annotated === 'true';
    return page({
      name: 'rows',
      rows: await store.list(selectRows, {
        ...query,
        after: decodeAfter(query, url),
        import_id,
        outcome,
        annotated,
        scope,
      }),
      query,
      url,
      count: (cap) => store.read(countRows, { import_id, outcome, annotated, scope, cap }),
      keyOf: (row) => JSON.parse(row).row,
    });
  });

  handle(resumeImport, async ({ params: { import_id }, scope, actor: { zone } }) => {
    found(store.get(selectImport, { import_id, scope, zone }));
    await imports.resume(import_id);
    return { import: found(store.get(selectImport, { import_id, scope, zone })) };
  });

  handle(cancelImport, async ({ params, scope, actor: { zone } }) => {
    const import_id = params.import_id;
    found(store.get(selectImport, { import_id, scope, zone }));
    await imports.cancel(import_id);
    return { import: found(store.get(selectImport, { import_id, scope, zone })) };
  });
}

function checkMapping(mapping: Record<string, string>): void {
  const odd = Object.values(mapping).find((field) => field !== '' && !isField(field));
  if (odd !== undefined) throw invalid({ mapping: `"${odd}" is no field of a call` });
}

function chosen<T>(source: T | undefined): T {
  if (source === undefined) throw invalid({ source: 'Was not chosen in this window, or is used up' });
  return source;
}
