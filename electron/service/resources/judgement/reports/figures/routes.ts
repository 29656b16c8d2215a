import { computeReportFigures } from '@shared/contract/report-figures';
import type { Service } from '../../../../context';
import { Finished, joined, jsonText } from '../../../../http/answers';
import { withDays } from '../definition';
import { computeFigures } from '../engine/queries';
import { checked } from '../routes';
import { periodOf } from '../rules';
import { Awaited } from './awaited';

export function reportFigureRoutes({ handle, store, now }: Service): void {
  const awaited = new Awaited(store);

  handle(computeReportFigures, async ({ query, body, scope, actor, view, request }) => {
    const settings = { ...body.report, name: '' };
    const sent = { ...settings, timezone: settings.timezone || actor.zone };
    const zone = sent.timezone;
    const filters = await checked(store, sent, { scope, actor: { zone } });
    const definition = withDays(sent, now());
    const progress = new Int32Array(new SharedArrayBuffer(4));
    const { pages, summary, chart, ...sizes } = await awaited.compute(
      computeFigures,
      { definition, zone, period: periodOf(definition), filters, scope, progress },
      { person: actor.user_id, view, signal: request.signal },
    );
    const [first = '[]'] = pages;
    const rows = JSON.parse(first).slice(0, query.limit);
    const plain = { columns: definition.column_settings, rows, ...sizes, truncated: sizes.truncated === 1 };
    return new Finished(jsonText(joined({}, { report_figures: joined(plain, { summary, chart }) })));
  });
}
