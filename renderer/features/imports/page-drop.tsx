import { useTranslation } from 'react-i18next';
import { useHolds } from '../../core/session';
import { useFormat } from '../../i18n/use-format';
import styles from './page-drop.module.css';
import { useDrop } from './use-drop';

/** Accepts files dropped anywhere on the page, and shows that while files are dragged over the window. */
export function PageDrop() {
  const { t } = useTranslation();
  const format = useFormat();
  const held = useDrop(useHolds('calls:create'));
  if (held === null) return null;
  return (
    <div className={styles.drop}>
      <p className={styles.text}>
        {held > 0 ? t('imports.drop', { count: held, shown: format.figure(held) }) : t('imports.dropSome')}
      </p>
    </div>
  );
}
