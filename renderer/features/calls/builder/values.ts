import { testOf } from '@shared/call-filters/comparison';
import { filterOf } from '@shared/call-filters/filter';
import { chosenFrom, day, readSearchedText, readWholeNumber } from '@shared/call-filters/values';
import type { Reason } from '@shared/reasons/reasons';
import type { Filters } from '../filters';
import type { Item } from './catalogue';

/** An editor for the value of a filter. */
export type ValueProps = {
  item: Item;
  operator: string;
  /** The value as the API takes it; empty while there is none. */
  text: string;
  onChange: (text: string) => void;
  error: string | undefined;
  /** The search that the filter is part of, whose calls are counted for each choice. */
  search?: Filters | undefined;
};

/** The values in the text of a filter. Those of an option may contain commas. */
export function valuesIn({ type, choices }: Pick<Item, 'type' | 'choices'>, text: string): string[] {
  if (type !== 'set') return type === 'date' || type === 'datetime' ? text.split(',') : [text];
  if (text === '') return [];
  const chosen = choices ? chosenFrom(choices.map(({ id }) => id))(text) : text.split(',');
  return Array.isArray(chosen) ? chosen : [];
}

const readers = { string: readSearchedText, number: readWholeNumber, date: day } as const;

/** The reason to refuse a filter before it is sent. */
export function faultOf({ name, type, choices }: Item, operator: string, text: string): Reason | undefined {
  const read = choices ? chosenFrom(choices.map(({ id }) => id)) : readers[type as keyof typeof readers];
  const test = name.startsWith('custom_field_')
    ? testOf(type, operator, text, read)
    : filterOf(`${name}__${operator}`, text);
  return 'code' in test ? test : undefined;
}
