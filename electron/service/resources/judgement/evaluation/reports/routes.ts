import { randomUUID } from 'node:crypto';
import { reassignReports as reassign } from '@shared/contract/evaluation-queue';
import { answerQuestion, evaluationReportApi as api, listEvaluations } from '@shared/contract/evaluation-reports';
import { minuteMs } from '@shared/duration';
import type { Part, Service } from '../../../../context';
import { created } from '../../../../http/answers';
import { addressOf, asking } from '../../../../http/collection';
import { listed } from '../../../../http/paging';
import { changed, single } from '../../../../http/single';
import { logged } from '../../../../log';
import { byEarshot } from '../../../../store/audit';
import { evaluationList, reportList, wholeReports } from './list.queries';
import { changeAnswer, changeReport, insertReport, reassignReports, removeReport } from './queries';
import { selectIsDue, tellDue } from './told.queries';

/** Tells evaluators of deadlines, at the start and each minute. */
const deadlines: Part<void> = ({ store, now, log }, { onStart, onClose }) => {
  let timer: NodeJS.Timeout | undefined;
  async function tell(): Promise<void> {
    const at = now();
    if (await store.get(selectIsDue, { at })) await store.write(tellDue, undefined, byEarshot(at));
  }
  onStart(async () => {
    const tellOrLog = () => tell().catch(logged(log, 'nobody was told of deadlines'));
    timer = setInterval(tellOrLog, minuteMs).unref();
    await tellOrLog();
  });
  onClose(async () => clearInterval(timer));
};

export function evaluationReportRoutes({ handle, store, part }: Service): void {
  part(deadlines);
  const page = listed(store, api.list, reportList);
  handle(api.list, (asked) => page({ ...asked, days: asked.actor.zone_of_days }));

  const pageWithNames = listed(store, listEvaluations, evaluationList);
  handle(listEvaluations, (asked) => pageWithNames({ ...asked, days: asked.actor.zone_of_days }));

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
