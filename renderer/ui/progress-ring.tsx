import styles from './progress-ring.module.css';

const radius = 7;
const round = 2 * Math.PI * radius;

type Props = {
  /** Undefined if it is not known. */
  value: number | undefined;
  /** What is in progress. Without it, the container provides the text, and screen readers skip the ring. */
  label?: string;
};

/** Progress from 0 to 1, as a ring of 18 px. */
export const ProgressRing = ({ value, label }: Props) => (
  <span
    className={styles.ring}
    {...(label !== undefined && {
      role: 'progressbar',
      'aria-label': label,
      'aria-valuenow': value === undefined ? undefined : Math.round(value * 100),
    })}
  >
    <svg width="18" height="18" viewBox="0 0 18 18" fill="none" strokeWidth="2.5" aria-hidden="true">
      <circle cx="9" cy="9" r={radius} className={styles.track} />
      <circle
        cx="9"
        cy="9"
        r={radius}
        className={styles.value}
        strokeDasharray={`${(value ?? 0) * round} ${round}`}
        transform="rotate(-90 9 9)"
      />
    </svg>
  </span>
);
