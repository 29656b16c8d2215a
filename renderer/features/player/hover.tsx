import { lengthText } from '../../i18n/times';
import styles from './hover.module.css';

/** A thin line under the pointer with its time, on the side with more space. */
export function Hover({ at_ms, duration_ms }: { at_ms: number; duration_ms: number }) {
  const share = at_ms / duration_ms;
  return (
    <div
      className={styles.line}
      style={{ insetInlineStart: `${share * 100}%` }}
      data-late={share > 0.9 || undefined}
      aria-hidden="true"
    >
      <span className={styles.time} data-figures>
        {lengthText(at_ms / 1000)}
      </span>
    </div>
  );
}
