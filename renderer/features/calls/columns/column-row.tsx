import { EyeOff, GripVertical, type LucideIcon, Minus, Plus } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { Checkbox } from '../../../ui/checkbox';
import { Icon } from '../../../ui/icon';
import styles from './column-row.module.css';

/** The height of a row in px, the same as in the style sheet. */
export const columnRowHeight = 28;

/** A step of the width in px, and one with Shift. */
const [step, smallStep] = [8, 1];

type Props = {
  id: string;
  name: string;
  /** In px; null if the column takes the rest. */
  width: number | null;
  /** Undefined if the column must stay. */
  onToggle: (() => void) | undefined;
  /** For a shown column: its place, and whether the list is wide enough for it. */
  place?: number;
  hasRoom?: boolean;
  onMove?: (by: number) => void;
  onWidth?: (width: number) => void;
};

/** A column in the menu. Alt ↑ ↓ moves a shown one, ← → changes its width. */
export function ColumnRow({ id, name, width, onToggle, place, hasRoom = true, onMove, onWidth }: Props) {
  const { t } = useTranslation();
  const isShown = place !== undefined;
  const onKeyDown = (event: KeyboardEvent) => {
    const [up, down, narrower, wider] = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'].map(
      (key) => event.key === key,
    );
    const by = event.shiftKey ? smallStep : step;
    if (event.altKey && (up || down)) onMove?.(up ? -1 : 1);
    else if (width !== null && (narrower || wider)) onWidth?.(width + (narrower ? -by : by));
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <li className={styles.row} data-row={place} data-id={id} onKeyDown={isShown ? onKeyDown : undefined}>
      <span className={styles.grip} data-grip={isShown || undefined} aria-hidden="true">
        {isShown && <Icon of={GripVertical} size={14} />}
      </span>
      <span className={styles.name}>
        <Checkbox isSelected={isShown} isReadOnly={onToggle === undefined} onChange={() => onToggle?.()}>
          {name}
        </Checkbox>
      </span>
      {!hasRoom && (
        <span className={styles.noRoom} title={t('columns.noRoom')}>
          <Icon of={EyeOff} size={14} />
          <span className="visually-hidden">{t('columns.noRoom')}</span>
        </span>
      )}
      {width === null ? (
        <span className={styles.width}>{t('columns.rest')}</span>
      ) : (
        <span className={styles.stepper} data-steps={onWidth && true}>
          {onWidth && (
            <Step name={t('columns.narrower', { name })} icon={Minus} onPress={() => onWidth(width - step)} />
          )}
          <span className={styles.width} data-figures>
            {width}
          </span>
          {onWidth && <Step name={t('columns.wider', { name })} icon={Plus} onPress={() => onWidth(width + step)} />}
        </span>
      )}
    </li>
  );
}

/** For the pointer; the keys of the row do the same. */
const Step = ({ name, icon, onPress }: { name: string; icon: LucideIcon; onPress: () => void }) => (
  <AriaButton className={styles.step ?? ''} aria-label={name} excludeFromTabOrder preventFocusOnPress onPress={onPress}>
    <Icon of={icon} size={12} strokeWidth={2} />
  </AriaButton>
);
