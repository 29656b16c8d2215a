import type { ReactNode } from 'react';
import styles from './banner.module.css';

type Props = {
  icon: ReactNode;
  /** What is not as it should be, in a sentence. */
  title: string;
  text: string;
  /** What one can do about it. */
  children: ReactNode;
};

/** A line above the page that stays until its cause is resolved. */
export function Banner({ icon, title, text, children }: Props) {
  return (
    <div className={styles.banner} role="status">
      {icon}
      <p className={styles.text}>
        <strong>{title}</strong> {text}
      </p>
      {children}
    </div>
  );
}
