import { callDirectionLabels } from '@shared/codes';
import type { Dimension } from '@shared/report-names';
import type { Id, Sums } from './figures';

/**
 * The values of a report by one dimension that has few of them. Undefined for any other report. They are counted in the
 * columns of one row, which is twice as fast as groups: these would be sorted first.
 */
export const fewValues = (names: readonly Dimension[]): readonly Id[] | undefined =>
  names.length === 1 && names[0] === 'direction' ? Object.keys(callDirectionLabels).map(Number) : undefined;

/** Figures of calls in SQL, by their names. */
export type Aggregates = Readonly<Record<string, string>>;

/** The columns of such a row: the figures of each value, and the number of calls. `value` is the SQL of the dimension. */
export const pivoted = (
  values: readonly Id[],
  value: string,
  { aggregates, bind }: { aggregates: Aggregates; bind: (value: string | number) => string },
): string[] => [
  'count(*) AS calls',
  ...values.flatMap((id, place) =>
    Object.entries(aggregates).map(
      ([name, sql]) => `${sql} FILTER (WHERE ${value} = ${bind(id as string | number)}) AS ${name}_${place}`,
    ),
  ),
];

/** The figures of a group, and the values of its dimensions; pivoted, the figures of each value by their number. */
export type GroupRow = Record<`value_of_${number}`, Id> & Partial<Sums> & Readonly<Record<`${string}_${number}`, Id>>;

/** The groups in such a row; undefined if a call has another value, as a direction of an older archive. */
export function groupsIn(
  row: GroupRow,
  values: readonly Id[],
  { aggregates }: { aggregates: Aggregates },
): GroupRow[] | undefined {
  const groups = values.map((id, place) => ({
    value_of_0: id,
    ...(Object.fromEntries(Object.keys(aggregates).map((name) => [name, row[`${name}_${place}`]])) as Partial<Sums>),
  }));
  const counted = groups.reduce((sum, { calls = 0 }) => sum + calls, 0);
  return counted === row.calls ? groups : undefined;
}
