import { CircleAlert } from 'lucide-react';
import styles from './text-field.module.css';

/** An error of the form as a whole, in one sentence. */
export const FormMessage = ({ children }: { children: string }) => (
  <p role="alert" className={styles.message}>
    <CircleAlert size={14} strokeWidth={1.75} aria-hidden="true" />
    {children}
  </p>
);
