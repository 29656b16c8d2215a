import { isEmptiness, unusedValue } from '@shared/call-filters/table';
import type { Definition } from '@shared/contract/reports';
import type { Advanced } from '../../calls';

type Stored = Definition['filters'];
const custom = 'custom_field_';

/** The filters of a report in the form of the advanced search, which wants a value even where none is compared. */
export const advancedOf = (filters: Stored): Advanced[] =>
  filters.map(({ param, param2, op, val }) => ({
    name: param === 'custom_field' ? custom + param2.toLowerCase() : param,
    operator: op.replace(/^duration_/, ''),
    text: isEmptiness(op) ? unusedValue : val,
  }));

/** The same, back. */
export const filtersOf = (advanced: readonly Advanced[]): Stored =>
  advanced.map(({ name, operator, text }) => ({
    ...(name.startsWith(custom)
      ? { param: 'custom_field', param2: name.slice(custom.length) }
      : { param: name, param2: '' }),
    op: operator,
    val: isEmptiness(operator) ? '' : text,
  }));
