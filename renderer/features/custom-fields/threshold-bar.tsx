import type { IntegerSettings } from '@shared/contract/custom-fields';
import { useFormat } from '../../i18n/use-format';
import styles from './threshold-bar.module.css';
import { partsOf } from './thresholds';

/** The range of a number with the colours and names of its thresholds. */
export function ThresholdBar({ settings }: { settings: IntegerSettings }) {
  const format = useFormat();
  const parts = partsOf(settings);
  if (parts.length === 0 || settings.fieldset_thresholds.thresholds.length === 0) return null;
  return (
    <div className={styles.bar} aria-hidden="true">
      {parts.map(({ from, to, share, threshold }) => (
        <div key={from} className={styles.part} style={{ flexGrow: share }}>
          <span className={styles.label}>{threshold?.label}</span>
          <i style={{ background: threshold?.color || undefined }} />
          <span className={styles.range} data-figures>
            {from === to ? format.figure(from) : `${format.figure(from)} – ${format.figure(to)}`}
          </span>
        </div>
      ))}
    </div>
  );
}
