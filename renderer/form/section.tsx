import { type ReactNode, useId } from 'react';
import styles from './section.module.css';

type Props = { title: string; hint?: string | undefined; children: ReactNode };

/** A part of a form: its title and hint at the left, and its fields. */
export function Section({ title, hint, children }: Props) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        {hint !== undefined && <p className={styles.hint}>{hint}</p>}
      </div>
      <div className={styles.fields}>{children}</div>
    </section>
  );
}

/** Fields side by side, below one another where there is no space. */
export const FieldRow = ({
  children,
  low = false,
}: {
  children: ReactNode /** Switches and buttons. */;
  low?: boolean;
}) => <div className={low ? styles.low : styles.row}>{children}</div>;
