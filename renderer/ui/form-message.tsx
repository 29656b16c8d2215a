import { CircleAlert } from 'lucide-react';
import { Icon } from './icon';
import styles from './text-field.module.css';

/** An error of the form as a whole, in one sentence. */
export const FormMessage = ({ children }: { children: string }) => (
  <p role="alert" className={styles.message}>
    <Icon of={CircleAlert} size={14} />
    {children}
  </p>
);
