import { useTranslation } from 'react-i18next';
import styles from './category-preview.module.css';

/** Shows the name as it appears in the list of calls. */
export function CategoryPreview({ name }: { name: string }) {
  const { t } = useTranslation();
  return (
    <>
      <p className={styles.caption}>{t('categories.previewList')}</p>
      <div className={styles.row} aria-hidden="true">
        <i />
        <span className={styles.name}>{name.trim() || t('categories.previewUnnamed')}</span>
        <span className={styles.length}>6:42</span>
      </div>
    </>
  );
}
