import { type Ref, useId } from 'react';
import { Switch as AriaSwitch } from 'react-aria-components';
import { NotesOf, type Said } from './field-parts';
import styles from './switch.module.css';

type Props = Said & {
  value: boolean;
  onChange: (value: boolean) => void;
  onBlur?: () => void;
  ref?: Ref<HTMLInputElement>;
  /** The switch is at the end of the line, as in a side pane. */
  atEnd?: boolean;
};

/** What is on or off, with its words. */
export function Switch({ value, onChange, onBlur, ref, readOnly = false, atEnd = false, ...said }: Props) {
  const id = useId();
  return (
    <div>
      <AriaSwitch
        className={styles.switch ?? ''}
        {...(atEnd && { 'data-at-end': true })}
        isSelected={value}
        onChange={onChange}
        {...(onBlur && { onBlur })}
        inputRef={ref ?? null}
        isReadOnly={readOnly}
        aria-describedby={id}
      >
        <span className={styles.track} data-on={value || undefined} />
        {said.label}
      </AriaSwitch>
      <div className={styles.notes}>
        <NotesOf id={id} {...said} />
      </div>
    </div>
  );
}
