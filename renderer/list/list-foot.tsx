import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button';
import styles from './list-foot.module.css';

type Props = {
  /** The number of records in words; false while it is unknown. */
  count: string | false;
  /** The error of the visible pages. */
  pages: { error: Error | null; retry: () => void };
  /** The text when some pages could not be loaded. */
  failed: string;
  /** Of the calls, whose rows begin closer to the edge. */
  ofCalls?: boolean;
  /** More about the records. */
  children?: ReactNode;
};

/** Shows the number of records of a list. */
export function ListFoot({ count, pages, failed, ofCalls, children }: Props) {
  const { t } = useTranslation();
  return (
    <div className={styles.foot} data-of-calls={ofCalls || undefined}>
      <span role="status" data-figures>
        {count}
      </span>
      {children}
      {pages.error && (
        <span className={styles.error} role="alert">
          {failed}
          <Button look="quiet" onPress={pages.retry}>
            {t('ui.tryAgain')}
          </Button>
        </span>
      )}
    </div>
  );
}
