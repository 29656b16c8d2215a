import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { FieldError, Label, Text } from 'react-aria-components';
import { classNames } from './class-names';
import { Icon } from './icon';
import styles from './text-field.module.css';

/** The texts and the state of every field: the label above, and below it the hint or, if there is one, the error. */
export type Said = {
  label: string;
  hint?: ReactNode;
  message?: string | undefined;
  required?: boolean;
  readOnly?: boolean;
};

/** The same as props of React Aria. */
export const stateOf = ({ message, required = false, readOnly = false }: Said) => ({
  className: styles.field ?? '',
  isRequired: required,
  isReadOnly: readOnly,
  isInvalid: message !== undefined,
  validationBehavior: 'aria' as const,
});

/** The class names of a label; the label of a required field has a mark. */
export const labelLook = ({ required, readOnly }: Pick<Said, 'required' | 'readOnly'>): string =>
  classNames(styles.label, required && !readOnly && styles.required);

export const FieldLabel = (said: Said) => <Label className={labelLook(said)}>{said.label}</Label>;

export const FieldNotes = ({ hint, message }: Said) => (
  <>
    {hint !== undefined && message === undefined && (
      <Text slot="description" className={styles.hint ?? ''}>
        {hint}
      </Text>
    )}
    <FieldError className={styles.message ?? ''}>
      <Icon of={CircleAlert} size={14} />
      {message}
    </FieldError>
  </>
);

/** The same for a field without descriptions in React Aria; the field refers to `id`. */
export const NotesOf = ({ id, hint, message }: Said & { id: string }) => (
  <div id={id}>
    {message !== undefined ? (
      <p className={styles.message}>
        <Icon of={CircleAlert} size={14} />
        {message}
      </p>
    ) : (
      hint !== undefined && <p className={styles.hint}>{hint}</p>
    )}
  </div>
);
