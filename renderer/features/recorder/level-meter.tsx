import { useTranslation } from 'react-i18next';
import styles from './level-meter.module.css';
import { loudness } from './loudness';

const steps = Array.from({ length: 14 }, (_, n) => n);

/** How loud a source is, in steps; the last two warn. */
export function LevelMeter({ name, peak }: { name: string; peak: number }) {
  const { t } = useTranslation();
  const lit = Math.round(loudness(peak) * steps.length);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a meter element cannot be drawn as steps
    <div
      className={styles.meter}
      role="meter"
      aria-label={t('recorder.level', { name })}
      aria-valuenow={lit}
      aria-valuemin={0}
      aria-valuemax={steps.length}
    >
      {steps.map((step) => (
        <span
          key={step}
          className={styles.step}
          data-lit={step < lit || undefined}
          data-loud={step >= steps.length - 2 || undefined}
        />
      ))}
    </div>
  );
}
