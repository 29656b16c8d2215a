import { randomUUID } from 'node:crypto';
import { reassignReports as reassign } from '@shared/contract/evaluation-queue';
import {
  answerQuestion,
  evaluationReportApi as api,
  exportAnswers,
  listEvaluations,
} from '@shared/contract/evaluation-reports';
import { csvLine } from '@shared/csv';
import { minuteMs } from '@shared/duration';
import type { Answer } from '@shared/evaluation/conditions';
import { reason } from '@shared/reasons/reasons';
import type { Part, Service } from '../../../../context';
import { created } from '../../../../http/answers';
import { attachment } from '../../../../http/attachment';
import { addressOf, asking } from '../../../../http/collection';
import { listed } from '../../../../http/paging';
import { changed, single } from '../../../../http/single';
import { Streams, streamOf } from '../../../../http/streams';
import { repeat } from '../../../../repeat';
import { byEarshot } from '../../../../store/audit';
import { type ExportedAnswer, exportedColumns, recordExport, selectExported } from './export.queries';
import { evaluationList, reportList, wholeReports } from './list.queries';
import { changeAnswer, changeReport, insertReport, reassignReports, removeReport } from './queries';
import { selectIsDue, tellDue } from './told.queries';

/** Tells evaluators of deadlines, at the start and each minute. */
const deadlines: Part<void> = ({ store, now, log }, life) =>
  repeat(life, log, {
    everyMs: minuteMs,
    async work() {
      const at = now();
      if (await store.get(selectIsDue, { at })) await store.write(tellDue, undefined, byEarshot(at));
    },
    failed: 'nobody was told of deadlines',
  });

/** A cell of the table of answers: an answer is text, labels of several choices are separated. */
function cellOf(answer: ExportedAnswer, column: keyof ExportedAnswer): string | number | null {
  const value = answer[column];
  if (column !== 'answer' || value === null) return value;
  const given: Answer = JSON.parse(String(value));
  return Array.isArray(given) ? given.join(' | ') : given;
}

export function evaluationReportRoutes({ handle, store, part, now }: Service): void {
  part(deadlines);
  const streams = new Streams({ perPerson: 2, inAll: 8, why: reason('too_many_exports') });

  const page = listed(store, api.list, reportList);
  handle(api.list, (asked) => page({ ...asked, days: asked.actor.zone_of_days }));

  const pageWithNames = listed(store, listEvaluations, evaluationList);
  handle(listEvaluations, (asked) => pageWithNames({ ...asked, days: asked.actor.zone_of_days }));

  handle(exportAnswers, async ({ query: values, scope, actor, request, again, by }) => {
    const name = `Answers ${new Date(now()).toISOString().slice(0, 10)}.csv`;
    const headers = { 'Content-Type': 'text/csv; charset=utf-8', 'Content-Disposition': attachment(name) };
    if (request.method === 'HEAD') return new Response(null, { headers });
    const asked = { values, zone: actor.zone, days: actor.zone_of_days };
    // The first page is read before the file begins, so that filters that cannot be used are refused.
    const first = await store.read(selectExported, { ...asked, scope, after: undefined });
    const end = streams.take(actor.user_id, request);
    try {
      await store.write(recordExport, undefined, by);
    } catch (cause) {
      end();
      throw cause;
    }
    async function* lines(): AsyncGenerator<string> {
      yield csvLine(exportedColumns);
      for (
        let page = first;
        ;
        page = await store.read(selectExported, { ...asked, scope: (await again()).scope, after: page.after })
      ) {
        yield page.answers.map((answer) => csvLine(exportedColumns.map((column) => cellOf(answer, column)))).join('');
        if (!page.after) return;
      }
    }
    return new Response(streamOf(lines(), end), { headers });
  });

  handle(api.create, async (asked) => {
    const id = randomUUID();
    await store.write(insertReport, { ...asking(asked), id, record: asked.body.evaluation_report }, asked.by);
    return created(addressOf(api.read.path, {}, id));
  });

  const read = single(store, wholeReports, api.read);
  const readChanged = changed(store, wholeReports, api.read);
  handle(api.read, read);

  handle(api.update, async (asked) => {
    const { body, versions, by } = asked;
    await store.write(changeReport, { ...asking(asked), record: body.evaluation_report, versions }, by);
    return readChanged(asked);
  });

  handle(reassign, ({ body: { assignment: reassignment }, scope, by }) =>
    store.write(reassignReports, { reassignment, scope }, by),
  );

  handle(answerQuestion, async (asked) => {
    const { params, body, scope, versions, by } = asked;
    const { report_id: id, form_question_id } = params;
    await store.write(changeAnswer, { id, form_question_id, given: body.question, scope, versions }, by);
    return read({ ...asked, params: { report_id: id } });
  });

  handle(api.delete, async (asked) => {
    await store.write(removeReport, { ...asking(asked), versions: asked.versions }, asked.by);
    return {};
  });
}
