import { Check, LockKeyhole } from 'lucide-react';
import { ToggleButton } from 'react-aria-components';
import { classNames } from './class-names';
import { Icon } from './icon';
import styles from './toggle-chip.module.css';
import { Tooltip } from './tooltip';

type Props = {
  isSelected: boolean;
  onChange: (isSelected: boolean) => void;
  children: string;
  /** A quiet remark after the name. */
  note?: string | undefined;
  /** Why it cannot be changed. It stays focusable, and its tooltip shows this text. */
  unavailable?: string | undefined;
};

/** Something that is taken or not. */
export function ToggleChip({ isSelected, onChange, children, note, unavailable }: Props) {
  const off = unavailable !== undefined;
  return (
    <Tooltip text={unavailable} off={!off}>
      <ToggleButton
        className={classNames(styles.chip, off && styles.off)}
        isSelected={isSelected}
        onChange={(on) => !off && onChange(on)}
        aria-disabled={off || undefined}
      >
        {isSelected ? <Icon of={Check} size={14} /> : off && <Icon of={LockKeyhole} size={14} />}
        <span className={styles.name}>{children}</span> {note !== undefined && <span>{note}</span>}
      </ToggleButton>
    </Tooltip>
  );
}
