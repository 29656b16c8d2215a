import type { ReactNode, Ref } from 'react';
import { TextField as AriaTextField, Input, Label, TextArea } from 'react-aria-components';
import { classNames } from './class-names';
import { FieldLabel, FieldNotes, type Said, stateOf } from './field-parts';
import styles from './text-field.module.css';

export type TextFieldProps = Said & {
  name?: string;
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  type?: 'text' | 'password';
  inputMode?: 'numeric' | 'decimal';
  autoComplete?: string;
  /** The maximum length. The length is shown if the maximum is small, or nearly reached. */
  max?: number | undefined;
  /** Nothing is typed beyond the maximum, because a longer text could not be saved while it is typed. */
  stops?: boolean;
  /** Content inside the edge, before and after the text. */
  before?: ReactNode;
  after?: ReactNode;
  /** For fingerprints and recovery words. */
  mono?: boolean;
  /** Read-only for everybody, because it is there to be copied: it does not look locked. */
  toCopy?: boolean;
  /** The label is only for screen readers, because an adjacent element shows it. */
  labelHidden?: boolean;
  size?: 'input' | 'page';
  /** Several lines. The field grows with its text. */
  long?: boolean;
  /** How many lines a long field has at least. */
  lines?: number;
  autoFocus?: boolean;
  spellCheck?: boolean;
  placeholder?: string | undefined;
  ref?: Ref<HTMLInputElement & HTMLTextAreaElement>;
};

/** A text with its label above, and hint and message below. */
export function TextField({
  before,
  after,
  mono,
  toCopy,
  labelHidden,
  size = 'input',
  long,
  lines = 4,
  ...props
}: TextFieldProps) {
  const input = {
    ref: props.ref ?? null,
    ...(props.placeholder !== undefined && { placeholder: props.placeholder }),
    className: classNames(styles.input, mono && styles.mono),
  };
  return (
    <AriaTextField
      {...stateOf(props)}
      name={props.name ?? ''}
      value={props.value}
      onChange={props.onChange}
      {...(props.onBlur && { onBlur: props.onBlur })}
      {...(props.stops && props.max !== undefined && { maxLength: props.max })}
      {...(props.inputMode && { inputMode: props.inputMode })}
      type={props.type ?? 'text'}
      autoComplete={props.autoComplete ?? 'off'}
      spellCheck={props.spellCheck ? 'true' : 'false'}
      autoFocus={props.autoFocus ?? false}
    >
      {labelHidden ? (
        <Label className="visually-hidden">{props.label}</Label>
      ) : (
        // On a page that is only a form, every field is required.
        <FieldLabel {...props} required={props.required && size === 'input'} />
      )}
      <div
        className={classNames(styles.box, toCopy && styles.toCopy, size === 'page' && styles.page, long && styles.long)}
      >
        {before}
        {long ? <TextArea {...input} style={{ minBlockSize: `calc(${lines}lh + 6px)` }} /> : <Input {...input} />}
        {after}
        {props.max !== undefined && !props.readOnly && <Count used={props.value.length} max={props.max} />}
      </div>
      <FieldNotes {...props} />
    </AriaTextField>
  );
}

const Count = ({ used, max }: { used: number; max: number }) =>
  (max <= 64 || used > 0.8 * max) && (
    <span className={styles.count} data-over={used > max || undefined} data-figures aria-hidden="true">
      {used} / {max}
    </span>
  );
