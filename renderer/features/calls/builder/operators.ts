import { type FilterType, operatorsOf } from '@shared/call-filters/table';
import { useTranslation } from 'react-i18next';

/** The words for the operators differ by what is compared: "contains", "over", "after", "is". */
const wordsOf = {
  string: 'text',
  string_exact: 'text',
  number: 'size',
  decimal: 'size',
  duration: 'size',
  date: 'time',
  datetime: 'time',
  set: 'set',
  zone: 'set',
} as const satisfies Record<FilterType, string>;

/** The operator that a new filter starts with. */
const usual: Record<FilterType, string> = {
  string: 'includes',
  string_exact: 'equal_to',
  number: 'greater_than',
  decimal: 'greater_or_equal',
  duration: 'greater_than',
  date: 'equal_to',
  datetime: 'greater_or_equal',
  set: 'equal_to',
  zone: 'equal_to',
};

/** The operators of a type, with the usual one first. */
export const operatorsFor = (type: FilterType): readonly string[] => [
  usual[type],
  ...operatorsOf[type].filter((operator) => operator !== usual[type]),
];

/** The operator of a type in words. */
export function useOperatorText(): (type: FilterType, operator: string) => string {
  const { t } = useTranslation();
  return (type, operator) => t(`filters.operator.${wordsOf[type]}.${operator}` as 'filters.operator.set.equal_to');
}

/** Whether a chip can leave the operator out: "Category Billing" reads as "is". */
export const isPlain = (type: FilterType, operator: string) =>
  operator === 'equal_to' && ['set', 'zone', 'string_exact', 'date'].includes(type);
