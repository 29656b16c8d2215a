import styles from './progress-ring.module.css';

const radius = 7;
const round = 2 * Math.PI * radius;

/** Progress from 0 to 1, as a ring of 18 px. Its container provides the text. */
export const ProgressRing = ({ value }: { value: number }) => (
  <svg width="18" height="18" viewBox="0 0 18 18" fill="none" strokeWidth="2.5" aria-hidden="true">
    <circle cx="9" cy="9" r={radius} className={styles.track} />
    <circle
      cx="9"
      cy="9"
      r={radius}
      className={styles.value}
      strokeDasharray={`${value * round} ${round}`}
      transform="rotate(-90 9 9)"
    />
  </svg>
);
