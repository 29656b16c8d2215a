import { randomUUID } from 'node:crypto';
import { type Definition, reportApi } from '@shared/contract/reports';
import type { Insert } from '../../../access/changes';
import type { Scope } from '../../../access/scope';
import type { Part, Service } from '../../../context';
import { created } from '../../../http/answers';
import { addressOf, asking } from '../../../http/collection';
import { listed } from '../../../http/paging';
import { single } from '../../../http/single';
import { found, isRefusal } from '../../../refusal';
import { byEarshot } from '../../../store/audit';
import type { Store } from '../../../store/store';
import { merged } from './definition';
import { changeReport, checkFilter, insertReport, removeReport, reportList, selectVisibleFields } from './queries';
import { giveLacking, selectLacking } from './ready-made/queries';
import { checkedFilters } from './rules';
import { reportRuns } from './runs/running';

type Caller = { scope: Scope; actor: { zone: string } };

/** The filters of a definition that is in order for this caller. Refused with InvalidRecord by field. */
export const checked = (store: Store, definition: Definition, { scope, actor: { zone } }: Caller) =>
  checkedFilters(definition, {
    accepts: (filter) => store.get(checkFilter, { filter, scope, zone }),
    visible: (ids) => store.get(selectVisibleFields, { ids, scope }),
  });

export function reportRoutes({ handle, store, part }: Service): void {
  part(readyMadeReports);
  const runs = part(reportRuns);
  const read = single(store, reportList, reportApi.read);

  handle(reportApi.list, listed(store, reportApi.list, reportList));

  handle(reportApi.create, async (asked) => {
    const { body, by } = asked;
    await checked(store, body.report, asked);
    const id = randomUUID();
    const insert: Insert<Definition> = { ...asking(asked), id, record: body.report };
    await store.write(insertReport, insert, by);
    return created(addressOf(reportApi.read.path, {}, id));
  });

  handle(reportApi.read, read);

  handle(reportApi.update, async (asked) => {
    const { params, body, scope, actor, by } = asked;
    for (;;) {
      const { json, version } = found(
        await store.get(reportList.one, { id: params.report_id, scope, zone: actor.zone }),
      );
      const { report_id: _, ...stored } = JSON.parse(json);
      const record = merged(stored, body.report);
      await checked(store, record, asked);
      try {
        // What was checked is what is stored, also when two requests change the report at once.
        const versions = asked.versions ?? [String(version)];
        await store.write(changeReport, { ...asking(asked), record, versions }, by);
        return read(asked);
      } catch (cause) {
        const isOvertaken = isRefusal(cause, 'Stale') && asked.versions === undefined;
        if (!isOvertaken) throw cause;
      }
    }
  });

  handle(reportApi.delete, async (asked) => {
    const { versions, by } = asked;
    runs.stop(await store.write(removeReport, { ...asking(asked), versions }, by));
    return {};
  });
}

/** Gives the tenants of an older archive the ready-made reports that are new, at the start. */
const readyMadeReports: Part<void> = ({ store, now }, { onStart }) =>
  onStart(async () => {
    if ((await store.get(selectLacking, undefined)).length === 0) return;
    try {
      await store.write(giveLacking, undefined, byEarshot(now()));
    } catch (cause) {
      // On a full disk, the next start gives them.
      if (!isRefusal(cause, 'InsufficientStorage')) throw cause;
    }
  });
