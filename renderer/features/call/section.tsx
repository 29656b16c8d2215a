import { type ReactNode, useId } from 'react';
import styles from './section.module.css';

type Props = { title: string; note?: ReactNode; children: ReactNode };

/** A group of facts with a title. */
export function Section({ title, note, children }: Props) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <header className={styles.head}>
        <h3 id={id} className={styles.title}>
          {title}
        </h3>
        {note !== undefined && <span className={styles.note}>{note}</span>}
      </header>
      {children}
    </section>
  );
}
