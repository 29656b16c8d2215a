import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/icon';
import styles from './steps.module.css';

const steps = ['administrator', 'kit', 'calls'] as const;

/** The three steps of the first run, with the current one. */
export function Steps({ current }: { current: (typeof steps)[number] }) {
  const { t } = useTranslation();
  const at = steps.indexOf(current);
  return (
    <ol className={styles.steps} aria-label={t('firstRun.steps')}>
      {steps.map((step, index) => {
        const state = index < at ? 'done' : index === at ? 'current' : 'ahead';
        return (
          <li
            key={step}
            className={styles.step}
            data-state={state}
            aria-current={state === 'current' ? 'step' : undefined}
          >
            <span className={styles.sign} aria-hidden="true">
              {state === 'done' ? <Icon of={Check} size={14} strokeWidth={2} /> : index + 1}
            </span>
            <span className={styles.words}>
              <span className={styles.name}>
                {t(`firstRun.step.${step}.name`)}
                {state === 'done' && <span className="visually-hidden">, {t('firstRun.stepDone')}</span>}
              </span>
              <span className={styles.text}>{t(`firstRun.step.${step}.text`)}</span>
            </span>
          </li>
        );
      })}
    </ol>
  );
}
