import { ChevronRight } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { classNames } from '../../ui/class-names';
import { Icon } from '../../ui/icon';
import styles from './fold.module.css';

type Props = {
  title: string;
  /** The title is the heading of a part of the pane. */
  heading?: boolean;
  open: boolean;
  onChange: (open: boolean) => void;
  children: ReactNode;
};

/** Content that is shown on demand. */
export function Fold({ title, heading = false, open, onChange, children }: Props) {
  const id = useId();
  const button = (
    <AriaButton
      className={classNames(styles.opener, !heading && styles.inside)}
      aria-expanded={open}
      aria-controls={id}
      onPress={() => onChange(!open)}
    >
      <Icon of={ChevronRight} size={14} />
      {title}
    </AriaButton>
  );
  return (
    <>
      {heading ? <h3 className={styles.head}>{button}</h3> : button}
      <div id={id} hidden={!open}>
        {open && children}
      </div>
    </>
  );
}
