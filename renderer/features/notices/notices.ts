import type { NoticeEvent } from '@shared/contract/events';
import { changeNotice, listNotices, type Notice, readNotices } from '@shared/contract/notices';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { api } from '../../api/api';
import { changedByNotice, noticeKeys } from '../../api/cache/notices';
import { notify } from '../../core/notify';
import { refresh } from '../../core/query-client';
import { useHolds, useSignedIn } from '../../core/session';
import { useFormat } from '../../i18n/use-format';

/** More are not counted, and not shown. */
export const mostCounted = 99;

/** Whether there is anything to tell the user: a view as another user shows none of theirs. */
export function useHasNotices(): boolean {
  const { viewer } = useSignedIn();
  return useHolds('evaluation_reports:view') && viewer === undefined;
}

/** The newest notices of the user. */
export const useNotices = () =>
  useQuery({
    queryKey: noticeKeys.latest,
    queryFn: async ({ signal }) => (await api(listNotices, { query: { limit: mostCounted }, signal })).notices,
  });

/** How many notices are not read, at most one more than are counted. */
export function useUnread(): number {
  const { data } = useQuery({
    queryKey: noticeKeys.unread,
    enabled: useHasNotices(),
    queryFn: ({ signal }) =>
      api(listNotices, { query: { is_read: 'false', limit: 1, max_total_calc: mostCounted + 1 }, signal }),
  });
  return data === undefined ? 0 : (data.total ?? mostCounted + 1);
}

/** Marks a notice as read. */
export const useRead = () =>
  useMutation({
    mutationFn: ({ notice_id }: Notice) =>
      api(changeNotice, { params: { notice_id }, body: { notice: { is_read: true } } }),
    onSettled: () => refresh(changedByNotice),
  });

/** Marks all notices as read. */
export const useReadAll = () =>
  useMutation({ mutationFn: () => api(readNotices, { body: {} }), onSettled: () => refresh(changedByNotice) });

/** A notice as a sentence, which names nobody. */
export function useNoticeText() {
  const { t } = useTranslation();
  const format = useFormat();
  return ({ kind, count, calibration_id }: Notice): string =>
    t(`notices.says.${kind === 'assigned' && calibration_id !== null ? 'round' : kind}`, {
      count,
      shown: format.figure(count),
    });
}

/** Where the thing is that a notice is about. */
export function usePlaceOf() {
  const queue = useHolds('evaluation_reports:edit') ? '/queue' : '/evaluations';
  return ({ kind, report_id, calibration_id, plan_id }: Notice): string => {
    if (report_id !== null) return `/evaluations/${report_id}`;
    if (calibration_id !== null) return `/evaluations/calibration/${calibration_id}`;
    if (kind === 'plan_failed') return plan_id === null ? '/evaluations/plans' : `/evaluations/plans/${plan_id}`;
    if (kind === 'calibration_ended') return '/evaluations/calibration';
    if (kind === 'disputed') return '/queue?show=disputed';
    return kind === 'result' ? '/evaluations' : queue;
  };
}

/** Shows a new notice as one of the system, while the window is in the background. A click opens what it is about. */
export function useTellNotice() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const textOf = useNoticeText();
  const placeOf = usePlaceOf();
  const { mutate: read } = useRead();
  return async ({ notice_id, change }: NoticeEvent): Promise<void> => {
    if (change !== 'created' || document.hasFocus()) return;
    const { notices } = await api(listNotices, { query: { limit: mostCounted } });
    const notice = notices.find((one) => one.notice_id === notice_id);
    if (!notice) return;
    notify(t('notices.title'), textOf(notice), () => {
      read(notice);
      void navigate(placeOf(notice));
    });
  };
}
