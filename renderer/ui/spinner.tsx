import styles from './spinner.module.css';

/** A spinner of 14 px. Its container provides the text. */
export const Spinner = () => <span className={styles.spinner} aria-hidden="true" />;
