import { Check } from 'lucide-react';
import { Checkbox as AriaCheckbox, type CheckboxProps } from 'react-aria-components';
import styles from './checkbox.module.css';

type Props = Pick<CheckboxProps, 'isSelected' | 'onChange' | 'isReadOnly' | 'value'> & {
  children: string;
  hint?: string;
};

/** A checkbox with a label. */
export const Checkbox = ({ children, hint, ...props }: Props) => (
  <AriaCheckbox {...props} className={styles.checkbox ?? ''}>
    {({ isSelected }) => (
      <>
        <span className={styles.box} data-on={isSelected || undefined}>
          {isSelected && <Check size={12} strokeWidth={3} aria-hidden="true" />}
        </span>
        <span>
          {children}
          {hint !== undefined && <span className={styles.hint}>{hint}</span>}
        </span>
      </>
    )}
  </AriaCheckbox>
);
