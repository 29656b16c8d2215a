import { X } from 'lucide-react';
import { Fragment, type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { Button } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/icon';
import { Popover } from '../../ui/popover';
import styles from './filter-chip.module.css';

type Props = {
  name: string;
  /** Null while the filter is being added. */
  value: string | null;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onRemove: () => void;
  /** The editor, shown in a popover. */
  children: ReactNode;
};

/** An active filter. Pressing it edits it; × or Backspace removes it. */
export function FilterChip({ name, value, open, onOpenChange, onRemove, children }: Props) {
  const { t } = useTranslation();
  const chip = useRef<HTMLDivElement>(null);
  // An editor that is opened again during its closing animation would still have its old input.
  const [openings, setOpenings] = useState(0);
  const edit = () => {
    setOpenings(openings + 1);
    onOpenChange(true);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // React also delivers key events of the popover here.
    if (!event.currentTarget.contains(event.target as Node)) return;
    // The key that is held down would remove the next chip, which gets the focus.
    if (event.repeat) return;
    if (event.key === 'Backspace' || event.key === 'Delete') onRemove();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div ref={chip} role="group" aria-label={name} className={styles.chip} onKeyDown={onKeyDown}>
      <Button className={styles.value ?? ''} aria-haspopup="dialog" aria-expanded={open} onPress={edit}>
        <span className={styles.name}>{name}</span> {value ?? '…'}
      </Button>
      {value !== null && (
        <Button className={styles.remove ?? ''} aria-label={t('filters.remove', { name })} onPress={onRemove}>
          <Icon of={X} size={14} />
        </Button>
      )}
      <Popover label={name} triggerRef={chip} open={open} onOpenChange={onOpenChange}>
        <Fragment key={openings}>{children}</Fragment>
      </Popover>
    </div>
  );
}
