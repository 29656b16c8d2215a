import { randomUUID } from 'node:crypto';
import {
  createReportRun,
  deleteReportRun,
  exportReportData,
  listReportRuns,
  readReportData,
  readReportRun,
  revokeReportRun,
} from '@shared/contract/report-runs';
import { csvLine } from '@shared/csv';
import { isOneOf } from '@shared/one-of';
import { reason } from '@shared/reasons/reasons';
import { intervalMetrics, intervalParts } from '@shared/report-names';
import type { Scope } from '../../../../access/scope';
import type { Service } from '../../../../context';
import { created, Finished, joined, jsonText } from '../../../../http/answers';
import { attachment } from '../../../../http/attachment';
import { addressOf, asking } from '../../../../http/collection';
import { listed } from '../../../../http/paging';
import { single } from '../../../../http/single';
import { Streams, streamOf } from '../../../../http/streams';
import { found, notFound } from '../../../../refusal';
import { merged, withDays } from '../definition';
import { rowsPerPage } from '../engine/figures';
import { reportList } from '../queries';
import { checked } from '../routes';
import { insertRun, removeRun, revokeRun, runList, selectChart, selectData, selectRows, selectRunId } from './queries';
import { reportRuns } from './running';

export function reportRunRoutes({ handle, store, part, now }: Service): void {
  const runs = part(reportRuns);
  const streams = new Streams({ perPerson: 2, inAll: 8, why: reason('too_many_exports') });
  const page = listed(store, listReportRuns, runList);
  const read = single(store, runList, readReportRun);

  type Named = { params: { report_id: string; run_id: string }; scope: Scope };
  /** The ids in the path, with that of the newest run in place of `latest`. */
  const idsOf = async ({ params, scope }: Named) => {
    const run_id = found(await store.get(selectRunId, { ...params, scope }));
    return { report_id: params.report_id, run_id };
  };
  /** The data of a run except its rows. */
  const dataOf = async (asked: Named) => {
    const ids = await idsOf(asked);
    const data = await store.get(selectData, { run_id: ids.run_id, scope: asked.scope });
    if (!data) throw notFound(reason('run_without_data'));
    return { ...ids, ...data };
  };

  handle(listReportRuns, async (asked) => {
    const { params, scope, actor } = asked;
    found(await store.get(reportList.one, { id: params.report_id, scope, zone: actor.zone }));
    return page(asked);
  });

  handle(createReportRun, async (asked) => {
    const { params, body, scope, actor, by } = asked;
    const { json } = found(await store.get(reportList.one, { id: params.report_id, scope, zone: actor.zone }));
    const { report_id: parent, ...report } = JSON.parse(json);
    const settings = merged(report, body.report_run);
    const sent = { ...settings, timezone: settings.timezone || actor.zone };
    const filters = await checked(store, sent, { scope, actor: { zone: sent.timezone } });
    const definition = withDays(sent, now());
    const run_id = randomUUID();
    const insert = { ...asking(asked), id: run_id, parent, record: definition };
    await runs.begin({ run_id, definition, filters, scope }, () => store.write(insertRun, insert, by));
    return created(addressOf(readReportRun.path, params, run_id));
  });

  handle(readReportRun, async (asked) => read({ ...asked, params: await idsOf(asked) }));

  handle(revokeReportRun, async (asked) => {
    const { versions, scope, by } = asked;
    const params = await idsOf(asked);
    await store.write(revokeRun, { id: params.run_id, parent: params.report_id, versions, scope }, by);
    runs.stop([params.run_id]);
    return read({ ...asked, params });
  });

  handle(deleteReportRun, async (asked) => {
    const { versions, scope, by } = asked;
    const { report_id: parent, run_id: id } = await idsOf(asked);
    await store.write(removeRun, { id, parent, versions, scope }, by);
    runs.stop([id]);
    return {};
  });

  handle(readReportData, async (asked) => {
    const { limit, start } = asked.query;
    const { report_id, run_id, name: _, column_settings: columns, intervals: __, ...data } = await dataOf(asked);
    const [rows, chart] = await Promise.all([
      store.read(selectRows, { run_id, start, limit }),
      store.read(selectChart, { run_id }),
    ]);
    const isLast = start + rows.length >= data.total_rows;
    const path = addressOf(readReportData.path, { report_id, run_id }, run_id);
    const next_url = isLast ? null : `${path}?limit=${limit}&start=${start + rows.length}`;
    const report_data = joined({ run_id, report_id, columns, rows, ...data }, { chart: found(chart) });
    return new Finished(jsonText(joined({ next_url }, { report_data })));
  });

  handle(exportReportData, async (asked) => {
    const { report_id, run_id, name, column_settings, intervals, total_rows } = await dataOf(asked);
    const columns = column_settings.flatMap(({ name, header }) => [
      { name, header },
      ...(intervals && isOneOf(intervalMetrics, name)
        ? intervalParts.map((part) => ({ name: `${name}_${part}`, header: `${header}_${part}` }))
        : []),
    ]);
    const headers = { 'Content-Type': 'text/csv; charset=utf-8', 'Content-Disposition': attachment(`${name}.csv`) };
    if (asked.request.method === 'HEAD') return new Response(null, { headers });
    async function* lines(): AsyncGenerator<string> {
      yield csvLine(columns.map(({ header }) => header));
      for (let start = 0; start < total_rows; start += rowsPerPage) {
        // Refused when the caller may no longer read it. A cut connection shows that, a short file would not.
        if (start > 0) await dataOf({ params: { report_id, run_id }, scope: (await asked.again()).scope });
        const rows = await store.read(selectRows, { run_id, start, limit: rowsPerPage });
        if (rows.length < Math.min(rowsPerPage, total_rows - start)) throw new Error('The run was deleted.');
        yield rows.map((row) => csvLine(columns.map(({ name }) => row[name]))).join('');
      }
    }
    return new Response(streamOf(lines(), streams.take(asked.actor.user_id, asked.request)), { headers });
  });
}
