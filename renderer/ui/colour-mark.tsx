import styles from './colour-mark.module.css';

/** The colour of a choice, next to its name; grey if it has none. */
export const ColourMark = ({ colour }: { colour: string | undefined }) => (
  <span className={styles.mark} style={{ background: colour || undefined }} aria-hidden="true" />
);
