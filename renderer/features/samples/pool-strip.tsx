import type { EvaluationSample } from '@shared/contract/evaluation-queue';
import { partOf, poolParts } from '@shared/evaluation/samples';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/use-format';
import type { DrawnCall } from './by-agent';
import styles from './pool-strip.module.css';

/** Of a part of the time and of a mark in it, in px. */
const [partWidth, markWidth, height, dotHeight] = [3, 2, 16, 4];

const mark = (part: number, high: number) =>
  `M${part * partWidth} ${(height - high) / 2}h${markWidth}v${high}h-${markWidth}z`;

type Props = { pool: EvaluationSample['pool'][number]; from: string; to: string; calls: readonly DrawnCall[] };

/** When the calls of an agent began that could have been drawn, and those that were drawn, in the time of all. */
export function PoolStrip({ pool, calls, ...time }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const [from, to] = [Date.parse(time.from), Date.parse(time.to)];
  const drawn = calls.map(({ setup_time }) => partOf(Date.parse(setup_time), from, to));
  const others = pool.parts.flatMap((count, part) => (count > 0 && !drawn.includes(part) ? [part] : []));
  return (
    <div className={styles.pool}>
      <svg width={poolParts * partWidth} height={height} className={styles.strip} aria-hidden="true">
        <path className={styles.others} d={others.map((part) => mark(part, dotHeight)).join('')} />
        <path className={styles.drawn} d={drawn.map((part) => mark(part, height)).join('')} />
      </svg>
      <span className="visually-hidden">
        {t('samples.pool', { count: pool.calls, shown: format.figure(pool.calls) })}
      </span>
    </div>
  );
}

/** What the marks of the strips mean. */
export function PoolKey() {
  const { t } = useTranslation();
  return (
    <p className={styles.key} aria-hidden="true">
      <svg width={markWidth} height={height} className={styles.strip} aria-hidden="true">
        <path className={styles.drawn} d={mark(0, height)} />
      </svg>
      {t('samples.keyDrawn')}
      <svg width={markWidth} height={height} className={styles.strip} aria-hidden="true">
        <path className={styles.others} d={mark(0, dotHeight)} />
      </svg>
      {t('samples.keyPool')}
    </p>
  );
}
