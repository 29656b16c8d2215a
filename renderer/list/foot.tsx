import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button';
import styles from './foot.module.css';

type Props = {
  /** How many records there are, in words; nothing while that is not known. */
  count: string | false;
  /** What became of the pages in view. */
  pages: { error: Error | null; retry: () => void };
  /** Said when some of them could not be loaded. */
  failed: string;
};

/** How many records a list has. */
export function ListFoot({ count, pages, failed }: Props) {
  const { t } = useTranslation();
  return (
    <div className={styles.foot}>
      <span role="status" data-figures>
        {count}
      </span>
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
