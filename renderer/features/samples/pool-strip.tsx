import type { EvaluationSample } from '@shared/contract/evaluation-queue';
import { poolParts } from '@shared/evaluation/samples';
import { useTranslation } from 'react-i18next';
import { useToday } from '../../core/use-today';
import { useFormat } from '../../i18n/use-format';
import styles from './pool-strip.module.css';

/** Of a part of the time and of a mark in it, in px. */
const [partWidth, markWidth, height, dotHeight] = [3, 2, 16, 4];

const mark = (part: number, high: number) =>
  `M${part * partWidth} ${(height - high) / 2}h${markWidth}v${high}h-${markWidth}z`;

/** When the calls of an agent began that could have been drawn, and those that were drawn. */
export function PoolStrip({ pool }: { pool: EvaluationSample['pool'][number] }) {
  const { t } = useTranslation();
  const format = useFormat();
  const drawn = new Set(pool.drawn);
  const others = pool.parts.flatMap((count, part) => (count > 0 && !drawn.has(part) ? [part] : []));
  return (
    <div className={styles.pool}>
      <svg width={poolParts * partWidth} height={height} className={styles.strip} aria-hidden="true">
        <path className={styles.others} d={others.map((part) => mark(part, dotHeight)).join('')} />
        <path className={styles.drawn} d={[...drawn].map((part) => mark(part, height)).join('')} />
      </svg>
      <span className="visually-hidden">
        , {t('samples.pool', { count: pool.calls, shown: format.figure(pool.calls) })}
      </span>
    </div>
  );
}

/** What the marks of the strips mean, and their time. */
export function PoolKey({ from, to }: { from: string; to: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  const today = useToday();
  return (
    <p className={styles.key}>
      <svg width={markWidth} height={height} className={styles.strip} aria-hidden="true">
        <path className={styles.drawn} d={mark(0, height)} />
      </svg>
      {t('samples.keyDrawn')}
      <svg width={markWidth} height={height} className={styles.strip} aria-hidden="true">
        <path className={styles.others} d={mark(0, dotHeight)} />
      </svg>
      {t('samples.keyPool', { days: format.range(from.slice(0, 10), to.slice(0, 10), today) })}
    </p>
  );
}
