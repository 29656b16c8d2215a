import { CircleAlert } from 'lucide-react';
import { FieldError, Label, Radio, RadioGroup, Text } from 'react-aria-components';
import styles from './segments.module.css';
import field from './text-field.module.css';

type Props = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  choices: readonly { id: string; name: string }[];
  hint?: string;
  message?: string | undefined;
  readOnly?: boolean;
};

/** A choice among a few, side by side. */
export const Segments = ({ label, value, onChange, onBlur, choices, hint, message, readOnly = false }: Props) => (
  <RadioGroup
    className={field.field ?? ''}
    orientation="horizontal"
    value={value}
    onChange={onChange}
    {...(onBlur && { onBlur })}
    isReadOnly={readOnly}
    isInvalid={message !== undefined}
    validationBehavior="aria"
  >
    <Label className={field.label ?? ''}>{label}</Label>
    <div className={styles.segments}>
      {choices.map(({ id, name }) => (
        <Radio key={id} value={id} className={styles.segment ?? ''}>
          {name}
        </Radio>
      ))}
    </div>
    {hint !== undefined && message === undefined && (
      <Text slot="description" className={field.hint ?? ''}>
        {hint}
      </Text>
    )}
    <FieldError className={field.message ?? ''}>
      <CircleAlert size={14} strokeWidth={1.75} aria-hidden="true" />
      {message}
    </FieldError>
  </RadioGroup>
);
