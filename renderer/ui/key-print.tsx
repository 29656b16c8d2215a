import { barsOf } from './fingerprint';
import styles from './key-print.module.css';

const sizes = {
  card: { count: 23, pitch: 8, width: 5, tall: 48 },
  row: { count: 13, pitch: 4.4, width: 2.4, tall: 14 },
  badge: { count: 13, pitch: 3.4, width: 1.8, tall: 9 },
};

/** A picture of a key, drawn from its fingerprint, so that two keys look different. The fingerprint itself is next to it. */
export function KeyPrint({ fingerprint, size }: { fingerprint: string; size: keyof typeof sizes }) {
  const { count, pitch, width, tall } = sizes[size];
  const total = (count - 1) * pitch + width;
  const least = width;
  return (
    <svg
      className={styles.print}
      width={total}
      height={2 * tall + 2}
      viewBox={`0 0 ${total} ${2 * tall + 2}`}
      aria-hidden="true"
    >
      {barsOf(fingerprint, count).map(({ above, below }, place) => {
        const [up, down] = [least + above * (tall - least), least + below * (tall - least)];
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the bars of a fingerprint never change their order
          <g key={place}>
            <rect className={styles.above} x={place * pitch} y={tall - up} width={width} height={up} rx={width / 2} />
            <rect className={styles.below} x={place * pitch} y={tall + 2} width={width} height={down} rx={width / 2} />
          </g>
        );
      })}
    </svg>
  );
}
