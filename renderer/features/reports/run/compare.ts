import type { ReportData } from '@shared/contract/report-runs';
import { isDimension } from '@shared/report-names';
import type { Row } from '../use-value-text';

type Figures = Pick<ReportData, 'columns' | 'rows' | 'summary'>;

/** The values of another run for the rows of one: by the ids of their dimensions. */
export function comparedWith(other: Figures) {
  const names = other.columns.map(({ name }) => name).filter(isDimension);
  const keyOf = (row: Row) => JSON.stringify(names.map((name) => row[`${name}_id`] ?? null));
  const rows = new Map(other.rows.map((row) => [keyOf(row), row]));
  const difference = (now: Row[string], before: Row[string]) =>
    typeof now === 'number' && typeof before === 'number' ? Math.round((now - before) * 100) / 100 : undefined;
  return {
    /** How much a figure of a row differs; undefined if one of the runs does not have it. */
    inRow: (row: Row, name: string) => difference(row[name], rows.get(keyOf(row))?.[name]),
    inSummary: (summary: Row, name: string) => difference(summary[name], other.summary[name]),
    /** The number of rows that only the other run has. */
    gone: (shown: readonly Row[]) => {
      const now = new Set(shown.map(keyOf));
      return [...rows.keys()].filter((key) => !now.has(key)).length;
    },
  };
}
export type Compared = ReturnType<typeof comparedWith>;
