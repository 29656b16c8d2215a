import { type ReactNode, useLayoutEffect, useRef } from 'react';
import styles from './row-details.module.css';

/** In a list whose rows can be opened: the open row, its details, and where their height is reported. */
export type Opened<T> = {
  row: number | null;
  details: (record: T) => ReactNode;
  onSize: (height: number) => void;
};

type Props = { index: number; top: number; onSize: (height: number) => void; children: ReactNode };

/** The details of a record, below its row. */
export function RowDetails({ index, top, onSize, children }: Props) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const details = box.current;
    if (!details) return;
    const measure = () => onSize(details.offsetHeight);
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(details);
    return () => watch.disconnect();
  }, [onSize]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: as row.tsx
    // biome-ignore lint/a11y/useFocusableInteractive: as row.tsx
    <div
      role="row"
      ref={box}
      className={styles.details}
      aria-rowindex={index + 2}
      style={{ insetBlockStart: top }}
      data-details
    >
      {/* biome-ignore lint/a11y/useSemanticElements: as row.tsx */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: as row.tsx */}
      <div role="gridcell" aria-colindex={1}>
        {children}
      </div>
    </div>
  );
}
