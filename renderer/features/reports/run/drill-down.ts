import type { CustomField } from '@shared/contract/custom-fields';
import type { Definition } from '@shared/contract/reports';
import { evaluationMetrics, fieldOf, isDimension } from '@shared/reports/names';
import type { Advanced } from '../../calls';
import { advancedOf } from '../builder/definition-filters';
import type { Row } from '../use-value-text';
import { both, type Span, timeOf } from './cell-time';

type Settings = Pick<Definition, 'filters' | 'period_begin' | 'period_end' | 'timezone'>;
type Fields = readonly Pick<CustomField, 'field_id' | 'type' | 'search_options'>[];

/** The search name of each dimension whose values are ids or codes. */
const searchNames: Readonly<Record<string, string>> = {
  user: 'user_id',
  group: 'group_id',
  tenant: 'tenant_id',
  category: 'category_id',
  client: 'client_id',
  direction: 'direction',
};

/** Whether a figure counts calls, and not evaluations of calls or rows of the table. */
export const isOfCalls = (metric: string): boolean =>
  metric !== 'n_rows' && !(evaluationMetrics as readonly string[]).includes(metric);

/**
 * The filters of the advanced search that find exactly the calls of a row, or of all rows for a row without dimensions.
 * Null if the search has no such filters.
 */
export function callsBehind(settings: Settings, row: Row, fields: Fields): Advanced[] | null {
  const time = spanOf(settings, row);
  const given = advancedOf(settings.filters);
  const cells = dimensionsIn(row).map((name) => cellOf(name, row, fields));
  if (time === undefined || cells.includes(null)) return null;
  const cell = (cells as Advanced[][]).flat();
  const kept = given.filter((filter) => !cell.some((one) => implies(one, filter)));
  const all = [...kept, ...cell, ...timeFilter(time)];
  // The list of calls has one filter of each name.
  return new Set(all.map(({ name }) => name)).size === all.length ? all : null;
}

/** The dimensions of a row, except those that another one decides. */
function dimensionsIn(row: Row): string[] {
  const names = Object.keys(row).filter((name) => isDimension(name) && `${name}_id` in row);
  // The groups beside a user are those of that user.
  return names.filter((name) => !(name === 'group' && names.includes('user') && row.user_id !== null));
}

function spanOf({ period_begin, period_end, timezone }: Settings, row: Row): Span | undefined {
  const time = timeOf(row, timezone);
  const span = time && both(time, { begin: msOf(period_begin), end: msOf(period_end) });
  const isWhole = [span?.begin, span?.end].every((ms) => (ms ?? 0) % 1000 === 0);
  return isWhole ? span : undefined;
}

const msOf = (moment: string | null) =>
  moment === null ? null : Date.parse(moment.replace(/([+-]\d{2})(\d{2})$/, '$1:$2'));

/** The search compares whole seconds. */
function timeFilter({ begin, end }: Span): Advanced[] {
  const at = (ms: number) => new Date(ms).toISOString();
  const filter = (operator: string, text: string) => [{ name: 'datetime', operator, text }];
  if (begin !== null && end !== null) return filter('between', `${at(begin)},${at(end - 1000)}`);
  if (begin !== null) return filter('greater_or_equal', at(begin));
  return end === null ? [] : filter('lower_than', at(end));
}

/** The filter of one dimension; none for a time, which is a filter of its own. */
function cellOf(dimension: string, row: Row, fields: Fields): Advanced[] | null {
  const id = row[`${dimension}_id`];
  const field_id = fieldOf(dimension);
  if (field_id !== undefined) {
    const field = fields.find((one) => one.field_id === field_id);
    if (!field?.search_options.includes('advanced')) return null;
    // Texts are compared without case.
    if (field.type === 'string' && id !== null) return null;
    return [valueFilter(dimension, id)];
  }
  const name = searchNames[dimension];
  if (name !== undefined) return [valueFilter(name, id)];
  return /^(hour|weekday|day|week|month)$/.test(dimension) ? [] : null;
}

const valueFilter = (name: string, id: Row[string]): Advanced =>
  id === null ? { name, operator: 'is_empty', text: '1' } : { name, operator: 'equal_to', text: String(id) };

/** Whether calls that pass the first filter always pass the second, because it allows the same value among others. */
const implies = (one: Advanced, other: Advanced): boolean =>
  one.name === other.name &&
  one.operator === other.operator &&
  (one.operator === 'is_empty' || other.text === one.text || other.text.split(',').includes(one.text));
