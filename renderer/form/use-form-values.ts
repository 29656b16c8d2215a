import { type Control, type FieldValues, useWatch } from 'react-hook-form';

/** The values of a form as they are typed. The React Compiler would keep what `watch` of the form once returned. */
export const useFormValues = <V extends FieldValues>({ control }: { control: Control<V> }): V =>
  useWatch({ control }) as V;
