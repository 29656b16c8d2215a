import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/use-format';
import { Button } from '../../ui/button';
import styles from './list-foot.module.css';
import type { OpenListing } from './use-listing';

type Props = {
  open: OpenListing;
  /** What became of the pages in view. */
  pages: { error: Error | null; retry: () => void };
};

/** How many calls there are, and how long they are together where one page holds them all. */
export function ListFoot({ open: { total, length, isCounting, calls }, pages }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const seconds = calls.reduce((sum, call) => sum + call.duration, 0);
  const minutes = Math.max(1, Math.round(seconds / 60));
  return (
    <div className={styles.foot}>
      <span role="status" data-figures>
        {total !== null
          ? t('review.count', { count: total, shown: format.figure(total) })
          : !isCounting && t('review.countMore', { count: length, shown: format.figure(length) })}
      </span>
      {calls.length > 0 && calls.length === total && (
        <span data-figures>
          {minutes >= 60
            ? t('review.hours', {
                hours: format.figure(Math.floor(minutes / 60)),
                minutes: String(minutes % 60).padStart(2, '0'),
              })
            : t('review.minutes', { minutes })}
        </span>
      )}
      {pages.error && (
        <span className={styles.error} role="alert">
          {t('review.moreFailed')}
          <Button look="quiet" onPress={pages.retry}>
            {t('ui.tryAgain')}
          </Button>
        </span>
      )}
    </div>
  );
}
