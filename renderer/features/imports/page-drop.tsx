import { useTranslation } from 'react-i18next';
import { useHolds } from '../../core/session';
import styles from './page-drop.module.css';
import { useDrop } from './use-drop';

/** The whole page takes a drop: while files are held over the window it says so. */
export function PageDrop() {
  const { t } = useTranslation();
  const held = useDrop(useHolds('calls:create'));
  if (held === null) return null;
  return (
    <div className={styles.drop}>
      <p className={styles.text}>{held > 0 ? t('imports.drop', { count: held }) : t('imports.dropSome')}</p>
    </div>
  );
}
