import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/use-format';
import type { DraftSection } from './draft';
import type { Share } from './shares';
import { useActions } from './use-designer';
import styles from './weights.module.css';

type Props = { sections: readonly DraftSection[]; shares: readonly Share[]; points: number };

/** How much each section counts, as a bar. Pressing a part opens its section. */
export function Weights({ sections, shares, points }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const { open } = useActions();
  return (
    <section className={styles.weights} aria-labelledby="weights">
      <div className={styles.head}>
        <h2 id="weights" className={styles.title}>
          {t('forms.weights')}
        </h2>
        <span className={styles.points} data-figures>
          {t('forms.pointsInAll', { count: points, shown: format.figure(points) })}
        </span>
      </div>
      <div className={styles.bar}>
        {sections.map(({ key, title }, at) => {
          const percent = shares[at]?.percent ?? 0;
          const name = title.trim() || t('forms.untitledSection');
          return (
            <button
              key={key}
              type="button"
              className={styles.part}
              style={{ flexGrow: Math.max(percent, 1) }}
              title={name}
              onClick={() => open(key)}
            >
              <span className={styles.name}>{name}</span>{' '}
              <span className={styles.percent} data-figures>
                {format.percent(Math.round(percent))}
              </span>
            </button>
          );
        })}
      </div>
    </section>
  );
}
