import type { Call } from '@shared/contract/calls';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/use-format';
import { Button } from '../../ui/button';
import styles from './list-foot.module.css';
import { countedUpTo } from './use-calls';

type Props = {
  calls: Call[] | undefined;
  total: number | null;
  complete: boolean;
  error: Error | null;
  onRetry: () => void;
};

/** How many calls fit, and how long they are together once all of them are here. */
export function ListFoot({ calls, total, complete, error, onRetry }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  if (calls === undefined) return <div className={styles.foot} />;
  const seconds = calls.reduce((sum, call) => sum + call.duration, 0);
  const minutes = Math.max(1, Math.round(seconds / 60));
  const count =
    total === null
      ? t('review.countMore', { count: countedUpTo, shown: format.figure(countedUpTo) })
      : t('review.count', { count: total, shown: format.figure(total) });
  return (
    <div className={styles.foot}>
      <span role="status">{count}</span>
      {complete && calls.length > 0 && (
        <span>
          {minutes >= 60
            ? t('review.hours', {
                hours: format.figure(Math.floor(minutes / 60)),
                minutes: String(minutes % 60).padStart(2, '0'),
              })
            : t('review.minutes', { minutes })}
        </span>
      )}
      {error && (
        <span className={styles.error} role="alert">
          {t('review.moreFailed')}
          <Button look="quiet" onPress={onRetry}>
            {t('ui.tryAgain')}
          </Button>
        </span>
      )}
    </div>
  );
}
