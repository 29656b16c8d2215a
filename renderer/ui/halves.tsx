import { useState } from 'react';
import { classNames } from './class-names';
import styles from './halves.module.css';
import { Segments } from './segments';

type Half = 'first' | 'second';

/**
 * Two halves of a page that stand side by side. A window too narrow for both shows one of them, with the choice of it
 * above. Both stay mounted, so that neither loses its state.
 */
export function useHalves(label: string, names: Readonly<Record<Half, string>>) {
  const [shown, show] = useState<Half>('first');
  return {
    show,
    /** The class names of a half. */
    lookOf: (half: Half, own?: string) => classNames(own, half !== shown && styles.folded),
    choice: (
      <div className={styles.choice}>
        <Segments
          label={label}
          value={shown}
          onChange={(half) => show(half as Half)}
          choices={(['first', 'second'] as const).map((id) => ({ id, name: names[id] }))}
          compact
        />
      </div>
    ),
  };
}
