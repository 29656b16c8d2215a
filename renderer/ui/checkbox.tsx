import { Check, Minus } from 'lucide-react';
import { Checkbox as AriaCheckbox, type CheckboxProps } from 'react-aria-components';
import styles from './checkbox.module.css';
import { classNames } from './class-names';
import { Icon } from './icon';

type Props = Pick<CheckboxProps, 'isSelected' | 'isIndeterminate' | 'onChange' | 'isReadOnly' | 'value'> & {
  children: string;
  hint?: string;
  /** The label is only for screen readers. */
  labelHidden?: boolean;
};

/** A checkbox with a label. */
export const Checkbox = ({ children, hint, labelHidden = false, ...props }: Props) => (
  <AriaCheckbox {...props} className={classNames(styles.checkbox, labelHidden && styles.bare)}>
    {({ isSelected, isIndeterminate }) => (
      <>
        <span className={styles.box} data-on={isSelected || isIndeterminate || undefined}>
          {isIndeterminate ? (
            <Icon of={Minus} size={12} strokeWidth={3} />
          ) : (
            isSelected && <Icon of={Check} size={12} strokeWidth={3} />
          )}
        </span>
        <span className={labelHidden ? 'visually-hidden' : undefined}>
          {children}
          {hint !== undefined && <span className={styles.hint}>{hint}</span>}
        </span>
      </>
    )}
  </AriaCheckbox>
);
