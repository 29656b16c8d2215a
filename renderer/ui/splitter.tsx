import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { classNames } from './class-names';
import styles from './splitter.module.css';

type Props = {
  label: string;
  /** vertical: a line that moves sideways. */
  orientation: 'vertical' | 'horizontal';
  value: number;
  min: number;
  max: number;
  onChange: (value: number) => void;
  controls: string;
};

const step = 16;

/**
 * The edge before a pane (to the right of it, or below): dragging towards the start enlarges the pane. Arrow keys move
 * it by 16 px, Home and End to its limits.
 */
export function Splitter({ label, orientation, value, min, max, onChange, controls }: Props) {
  const start = useRef<{ at: number; value: number } | null>(null);
  const vertical = orientation === 'vertical';
  const change = (wanted: number) => onChange(Math.round(Math.min(max, Math.max(min, wanted))));
  const at = (event: PointerEvent) => (vertical ? event.clientX : event.clientY);

  const onKeyDown = (event: KeyboardEvent) => {
    const [larger, smaller] = vertical ? ['ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown'];
    const wanted = { [larger]: value + step, [smaller]: value - step, Home: min, End: max }[event.key];
    if (wanted === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    change(wanted);
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that is moved has a value and takes focus; hr has neither
    <div
      role="separator"
      tabIndex={0}
      aria-label={label}
      aria-orientation={orientation}
      aria-valuenow={value}
      aria-valuemin={min}
      aria-valuemax={max}
      aria-controls={controls}
      className={classNames(styles.splitter, vertical ? styles.vertical : styles.horizontal)}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        start.current = { at: at(event), value };
      }}
      onPointerMove={(event) => start.current && change(start.current.value + start.current.at - at(event))}
      onPointerUp={() => {
        start.current = null;
      }}
    />
  );
}
