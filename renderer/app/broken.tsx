import { useTranslation } from 'react-i18next';
import { useRouteError } from 'react-router';
import { PaneError } from '../ui/pane-error';
import styles from './root.module.css';

/** An error of the window itself: reports it and offers to reload the page. */
export function Broken() {
  const { t } = useTranslation();
  const error = useRouteError();
  return (
    <main className={styles.centre}>
      <PaneError title={t('root.broken')} error={error} onRetry={() => window.location.reload()} />
    </main>
  );
}
