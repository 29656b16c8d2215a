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

/** How many calls there are. */
export function ListFoot({ open: { total, length, isCounting }, pages }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <div className={styles.foot}>
      <span role="status" data-figures>
        {total !== null
          ? t('review.count', { count: total, shown: format.figure(total) })
          : !isCounting && t('review.countMore', { count: length, shown: format.figure(length) })}
      </span>
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
