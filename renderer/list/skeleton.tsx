import styles from './skeleton.module.css';

const widths = [
  [60, 110, 90, 70],
  [60, 90, 110, 60],
  [60, 122, 84, 80],
  [60, 100, 96, 70],
] as const;

/** Placeholder rows of the final height, shown after 200 ms. */
export function Skeleton({ label }: { label: string }) {
  return (
    <div className={styles.list} aria-busy="true">
      <span className="visually-hidden" role="status">
        {label}
      </span>
      {Array.from({ length: 24 }, (_, at) => widths[at % widths.length] ?? widths[0]).map(([a, b, c, d], at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows without identity that never change
        <div key={at} className={styles.row} aria-hidden="true">
          <i style={{ inlineSize: a }} />
          <i style={{ inlineSize: b }} />
          <i style={{ inlineSize: c, marginInlineStart: 'auto' }} />
          <i style={{ inlineSize: d }} />
          <i style={{ inlineSize: 36 }} />
        </div>
      ))}
    </div>
  );
}
