import { CircleAlert } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { TextField as AriaTextField, FieldError, Input, Label, Text } from 'react-aria-components';
import { classNames } from './class-names';
import styles from './text-field.module.css';

export type TextFieldProps = {
  label: string;
  name?: string;
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  type?: 'text' | 'password';
  autoComplete?: string;
  /** The error of the value, in one sentence. */
  message?: string | undefined;
  hint?: ReactNode;
  /** Content inside the edge, before and after the text. */
  before?: ReactNode;
  after?: ReactNode;
  /** For fingerprints and recovery words. */
  mono?: boolean;
  /** The label is only for screen readers, because an adjacent element shows it. */
  labelHidden?: boolean;
  size?: 'input' | 'page';
  autoFocus?: boolean;
  spellCheck?: boolean;
  readOnly?: boolean;
  ref?: Ref<HTMLInputElement>;
};

/** A line of text with its label above, and hint and message below. */
export function TextField({
  label,
  message,
  hint,
  before,
  after,
  mono,
  labelHidden,
  size = 'input',
  ...props
}: TextFieldProps) {
  return (
    <AriaTextField
      className={styles.field ?? ''}
      name={props.name ?? ''}
      value={props.value}
      onChange={props.onChange}
      {...(props.onBlur && { onBlur: props.onBlur })}
      type={props.type ?? 'text'}
      autoComplete={props.autoComplete ?? 'off'}
      spellCheck={props.spellCheck ? 'true' : 'false'}
      autoFocus={props.autoFocus ?? false}
      isReadOnly={props.readOnly ?? false}
      isInvalid={message !== undefined}
      validationBehavior="aria"
    >
      <Label className={labelHidden ? 'visually-hidden' : (styles.label ?? '')}>{label}</Label>
      <div className={classNames(styles.box, size === 'page' && styles.page)}>
        {before}
        <Input ref={props.ref ?? null} className={classNames(styles.input, mono && styles.mono)} />
        {after}
      </div>
      {hint !== undefined && message === undefined && (
        <Text slot="description" className={styles.hint ?? ''}>
          {hint}
        </Text>
      )}
      <FieldError className={styles.message ?? ''}>
        <CircleAlert size={14} strokeWidth={1.75} aria-hidden="true" />
        {message}
      </FieldError>
    </AriaTextField>
  );
}
