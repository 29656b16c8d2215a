import { type Ref, useId, useState } from 'react';
import { Switch as AriaSwitch } from 'react-aria-components';
import { NotesOf, type Said } from './field-parts';
import styles from './switch.module.css';
import { Tooltip } from './tooltip';

type Props = Said & {
  value: boolean;
  onChange: (value: boolean) => void;
  onBlur?: () => void;
  ref?: Ref<HTMLInputElement>;
  /** The switch is at the end of the line, as in a side pane. */
  atEnd?: boolean;
  /** Why it cannot be turned. It stays focusable, and its tooltip shows this text. */
  unavailable?: string | undefined;
};

/** What is on or off, with its words. */
export function Switch({ value, onChange, onBlur, ref, readOnly = false, atEnd = false, unavailable, ...said }: Props) {
  const id = useId();
  const [isHovered, setHovered] = useState(false);
  const off = unavailable !== undefined;
  return (
    <Tooltip text={unavailable} off={!off} hovered={isHovered}>
      {/* A locked switch of React Aria does not say that the pointer is on it. */}
      <div onPointerEnter={() => setHovered(true)} onPointerLeave={() => setHovered(false)}>
        <AriaSwitch
          className={styles.switch ?? ''}
          {...(atEnd && { 'data-at-end': true })}
          isSelected={value}
          onChange={onChange}
          {...(onBlur && { onBlur })}
          inputRef={ref ?? null}
          isReadOnly={readOnly || off}
          aria-describedby={off ? `${id} ${id}-off` : id}
        >
          <span className={styles.track} data-on={value || undefined} />
          {said.label}
        </AriaSwitch>
        <div className={styles.notes}>
          <NotesOf id={id} {...said} />
          {off && (
            <span id={`${id}-off`} className="visually-hidden">
              {unavailable}
            </span>
          )}
        </div>
      </div>
    </Tooltip>
  );
}
