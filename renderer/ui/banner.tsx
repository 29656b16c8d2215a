import type { ReactNode } from 'react';
import styles from './banner.module.css';

type Props = {
  icon: ReactNode;
  /** The problem in one sentence. */
  title: string;
  /** Screen readers skip the title, because its number keeps changing. */
  counts?: boolean;
  text: string;
  /** The possible actions. */
  children: ReactNode;
};

/** A bar above the page that stays until its cause is resolved. */
export function Banner({ icon, title, counts = false, text, children }: Props) {
  return (
    <div className={styles.banner} role="status">
      {icon}
      <p className={styles.text}>
        <strong aria-hidden={counts}>{title}</strong> {text}
      </p>
      {children}
    </div>
  );
}
