import { listQuarantine, restoreRecording } from '@shared/contract/quarantine';
import { useMutation, useQuery } from '@tanstack/react-query';
import { ArchiveRestore, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/api';
import { changedByRestore, quarantineKeys } from '../../api/cache/quarantine';
import { isRefusal } from '../../api/refusal';
import { refresh } from '../../core/query-client';
import { useHolds } from '../../core/session';
import { useFormat } from '../../i18n/use-format';
import { useRefusalText } from '../../i18n/use-refusal-text';
import { Banner } from '../../ui/banner';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { IconButton } from '../../ui/icon-button';
import { toast } from '../../ui/toast';

/** Shows recordings that the archive has but does not list, and restores them. */
export function QuarantineBanner() {
  const { t } = useTranslation();
  const format = useFormat();
  const refusalText = useRefusalText();
  const mayRestore = useHolds('system:edit');
  const count = useQuarantineCount();
  const { mutate, isPending, restored, data, error } = useRestore();
  const [isAway, setAway] = useState(false);
  if (count === undefined || (count === 0 && !isPending) || isAway) return null;
  const found =
    count === null
      ? t('quarantine.many', { count: countedTo, figure: format.figure(countedTo) })
      : t('quarantine.found', { count, shown: format.figure(count) });
  const [failure] = error ? [error] : (data?.failures ?? []);
  const failed = failure && `${t('quarantine.failed', { count: count ?? countedTo })} ${refusalText(failure)}`;
  return (
    <Banner
      icon={<Icon of={ArchiveRestore} />}
      title={isPending ? t('quarantine.restoring', { count: restored, shown: format.figure(restored) }) : found}
      counts={isPending}
      text={isPending ? '' : (failed ?? t('quarantine.text'))}
    >
      <Button
        busy={isPending}
        unavailable={mayRestore ? undefined : t('quarantine.mayNot')}
        onPress={() =>
          mutate(undefined, {
            onSuccess: ({ done }) =>
              done > 0 && toast(t('quarantine.restored', { count: done, shown: format.figure(done) })),
          })
        }
      >
        {t('quarantine.restore')}
      </Button>
      <IconButton label={t('quarantine.later')} size={24} onPress={() => setAway(true)}>
        <Icon of={X} size={14} />
      </IconButton>
    </Banner>
  );
}

/** The limit of the count. */
const countedTo = 1000;
const atOnce = 100;

/** The number of recordings in quarantine; `null` for a thousand or more; undefined if the role may not see it. */
function useQuarantineCount(): number | null | undefined {
  const mayLook = useHolds('system:view');
  const { data } = useQuery({
    queryKey: quarantineKeys.all,
    enabled: mayLook,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => api(listQuarantine, { query: { limit: 1, max_total_calc: countedTo }, signal }),
  });
  return data?.total;
}

/**
 * Restores all of them in sequence; `restored` is the progress. Its result is the recordings that could not be
 * restored. When the page closes, it stops after the current one, so that after a lock the next session does not
 * restore the rest.
 */
function useRestore() {
  const [restored, setRestored] = useState(0);
  const here = useRef<AbortSignal>(undefined);
  useEffect(() => {
    const stop = new AbortController();
    here.current = stop.signal;
    return () => stop.abort();
  }, []);
  const restore = useMutation({
    mutationFn: async () => {
      const signal = here.current;
      const failures: Error[] = [];
      let done = 0;
      const next = () => api(listQuarantine, { query: { limit: atOnce, start: failures.length }, signal });
      setRestored(done);
      for (let page = await next(); page.quarantine.length > 0; page = await next()) {
        for (const { quarantine_id } of page.quarantine) {
          const failure = await api(restoreRecording, { params: { quarantine_id }, signal }).then(
            () => undefined,
            refusalOfOne,
          );
          if (failure) failures.push(failure);
          else setRestored(++done);
        }
      }
      return { done, failures };
    },
    onSettled: () => refresh(changedByRestore),
  });
  return { ...restore, restored };
}

/** Returns the refusal of one recording; throws an error that would also affect the next one. */
function refusalOfOne(error: Error): Error {
  if (!isRefusal(error) || [0, 401, 503].includes(error.status)) throw error;
  return error;
}
