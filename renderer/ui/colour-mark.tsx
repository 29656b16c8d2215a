import styles from './colour-mark.module.css';

/** The colour of a choice, beside its name. The edge keeps a colour visible that is close to the surface. */
export const ColourMark = ({ colour }: { colour: string }) => (
  <span className={styles.mark} style={{ background: colour }} aria-hidden="true" />
);
