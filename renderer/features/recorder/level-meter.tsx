import { useTranslation } from 'react-i18next';
import styles from './level-meter.module.css';

const steps = Array.from({ length: 14 }, (_, n) => n);

/** The steps that a peak lights: 4 dB each, so that the quietest is at -52 dB. */
const litBy = (peak: number): number =>
  peak <= 0 ? 0 : Math.max(0, Math.min(14, Math.round((20 * Math.log10(peak) + 56) / 4)));

/** How loud a source is, in steps; the last two warn. */
export function LevelMeter({ name, peak }: { name: string; peak: number }) {
  const { t } = useTranslation();
  const lit = litBy(peak);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a meter element cannot be drawn as steps
    <div
      className={styles.meter}
      role="meter"
      aria-label={t('recorder.level', { name })}
      aria-valuenow={lit}
      aria-valuemin={0}
      aria-valuemax={14}
    >
      {steps.map((step) => (
        <span
          key={step}
          className={styles.step}
          data-lit={step < lit || undefined}
          data-loud={step >= 12 || undefined}
        />
      ))}
    </div>
  );
}
