import { Check, Plus } from 'lucide-react';
import { Focusable } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/icon';
import { Tooltip } from '../../ui/tooltip';
import styles from './right-control.module.css';

type Props = {
  name: string;
  isHeld: boolean;
  /** Changed since the role was saved. */
  isChanged: boolean;
  /** Why it cannot be changed. */
  locked: string | undefined;
  onToggle: () => void;
};

/** A right with a column of its own, as a checkbox. A locked one stays focusable, and its tooltip says why. */
export function RightBox({ name, isHeld, isChanged, locked, onToggle }: Props) {
  const { t } = useTranslation();
  return (
    <span className={styles.cell}>
      <Tooltip text={locked} off={locked === undefined}>
        <Focusable>
          <input
            type="checkbox"
            className={styles.box}
            checked={isHeld}
            onChange={() => locked === undefined && onToggle()}
            aria-label={isChanged ? t('roles.changed', { name }) : name}
            aria-disabled={locked !== undefined || undefined}
          />
        </Focusable>
      </Tooltip>
      {isHeld && <Icon of={Check} className={styles.check} size={12} strokeWidth={3} />}
      {isChanged && <i className={styles.dot} aria-hidden="true" />}
    </span>
  );
}

/** Any other right, as a toggle named in words. */
export function RightToggle({ name, isHeld, isChanged, locked, onToggle }: Props) {
  const { t } = useTranslation();
  const Sign = isHeld ? Check : Plus;
  return (
    <span className={styles.cell}>
      <Tooltip text={locked} off={locked === undefined}>
        <Focusable>
          <button
            type="button"
            className={styles.toggle}
            aria-pressed={isHeld}
            onClick={() => locked === undefined && onToggle()}
            aria-label={isChanged ? t('roles.changed', { name }) : name}
            aria-disabled={locked !== undefined || undefined}
          >
            <Icon of={Sign} size={12} strokeWidth={2} />
            {name}
          </button>
        </Focusable>
      </Tooltip>
      {isChanged && <i className={styles.dot} aria-hidden="true" />}
    </span>
  );
}
