import { lengthText } from '../../i18n/times';
import styles from './hover.module.css';
import type { View } from './view';

/** A thin line under the pointer with its time, on the side with more space. */
export function Hover({ at_ms, view }: { at_ms: number; view: View }) {
  const share = (at_ms - view.start_ms) / view.span_ms;
  return (
    <div
      className={styles.line}
      style={{ insetInlineStart: `${share * 100}%` }}
      data-late={share > 0.9 || undefined}
      aria-hidden="true"
      data-hover
    >
      <span className={styles.time} data-figures>
        {lengthText(at_ms / 1000)}
      </span>
    </div>
  );
}
