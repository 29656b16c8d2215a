import * as contract from '@shared/contract/notices';
import { hourMs } from '@shared/duration';
import type { Part, Service } from '../../../context';
import { listed } from '../../../http/paging';
import { changed } from '../../../http/single';
import { repeat } from '../../../repeat';
import { byEarshot } from '../../../store/audit';
import { changeNotice, noticeList, readNotices, removeOldNotices } from './queries';

/** Removes old notices, at the start and each hour. */
const tidying: Part<void> = ({ store, now, log }, life) =>
  repeat(life, log, {
    everyMs: hourMs,
    work: () => store.write(removeOldNotices, undefined, byEarshot(now())),
    failed: 'old notices not removed',
  });

export function noticeRoutes({ handle, store, part }: Service): void {
  part(tidying);

  handle(contract.listNotices, listed(store, contract.listNotices, noticeList));

  const read = changed(store, noticeList, contract.changeNotice);
  handle(contract.changeNotice, async (asked) => {
    const { params, body, scope, by } = asked;
    await store.write(changeNotice, { id: params.notice_id, ...body.notice, scope }, by);
    return read(asked);
  });

  handle(contract.readNotices, async ({ scope, by }) => {
    await store.write(readNotices, { scope }, by);
    return {};
  });
}
