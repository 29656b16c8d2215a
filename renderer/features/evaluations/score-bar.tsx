import styles from './score-bar.module.css';

type Props = { score: number; pass_threshold: number | null; isFailed: boolean; size?: 'row' | 'wide' };

/** A score as a bar with the pass mark. The number is next to it. */
export const ScoreBar = ({ score, pass_threshold, isFailed, size = 'row' }: Props) => (
  <span className={styles.bar} data-size={size} aria-hidden="true" data-fails={isFailed || undefined}>
    <span className={styles.reached} style={{ inlineSize: `${score}%` }} />
    {pass_threshold !== null && <span className={styles.mark} style={{ insetInlineStart: `${pass_threshold}%` }} />}
  </span>
);
