import type { FieldValues } from 'react-hook-form';
import { ChoiceTagsField, TextTagsField } from '../ui/tags-field';
import { saidWithin } from './field-error';
import { type FieldProps, useField } from './use-field';

/** Several short texts, such as extensions. */
export const Texts = <T extends FieldValues>({ form, name, ...shown }: FieldProps<T, string[]>) => (
  <TextTagsField {...useField<T, string[]>(form, name, saidWithin)} {...shown} />
);

type Choices = { choices: readonly { id: string; name: string }[] };

/** Several of many choices, found by typing; `ManyOf` is for a few. */
export const SomeOfMany = <T extends FieldValues>({ form, name, ...shown }: FieldProps<T, string[]> & Choices) => (
  <ChoiceTagsField {...useField<T, string[]>(form, name)} {...shown} />
);
