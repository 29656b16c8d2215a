import styles from './spinner.module.css';

/** Work under way, 14 px. The words for it belong to what it stands in. */
export const Spinner = () => <span className={styles.spinner} aria-hidden="true" />;
