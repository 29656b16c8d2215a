import type { ReportData } from '@shared/contract/report-runs';
import { isOneOf } from '@shared/one-of';
import { timeDimensions } from '@shared/report-names';
import type { Row } from '../use-value-text';

/** The data of a chart: a name for each point, and the values of each series there. */
export type Drawn = {
  kind: 'bars' | 'columns' | 'line' | 'pie';
  names: string[];
  series: {
    name: string;
    metric: string;
    values: (number | null)[];
    /** The interval of each value, of a chart that shows how sure they are. */
    ranges?: (readonly [low: number, high: number] | null)[];
  }[];
  /** Above a table whose first column is this wide, in px: the others are below their points, and name them. */
  above?: number;
  /** A line at a value, such as a pass mark; bars that do not reach it are hatched. */
  mark?: { value: number; name: string } | undefined;
};

/** Points by their time. Those without one come last. */
const inTime = <P extends Row>(points: readonly P[], id: string): P[] =>
  points.toSorted((a, b) => {
    const [one, other] = [a[id] ?? null, b[id] ?? null];
    if (one === other) return 0;
    return one === null || (other !== null && one > other) ? 1 : -1;
  });

/** The chart of a run in the order of its data, or of time; null if there is nothing to draw. */
export function drawnOf(
  { chart_style, dimensions, series: all }: ReportData['chart'],
  nameOf: (dimension: string, row: Row) => string,
  unnamed: string,
): Drawn | null {
  const [first] = dimensions;
  const isOverTime = isOneOf(timeDimensions, first?.name);
  const series = isOverTime ? all.map((one) => ({ ...one, data: inTime(one.data, `${first?.name}_id`) })) : all;
  const points = series[0]?.data ?? [];
  if (points.length === 0 || chart_style === 'none' || chart_style === 'table') return null;
  const isBar = chart_style === 'bar';
  return {
    // Times continue to the right; names need the space that rows have.
    kind: !isBar ? (chart_style as 'line' | 'pie') : isOverTime ? 'columns' : 'bars',
    names: points.map((point) => dimensions.map(({ name }) => nameOf(name, point)).join(', ') || unnamed),
    series: series.map(({ name, header, data }) => ({
      name: header,
      metric: name,
      values: data.map(({ value }) => (typeof value === 'number' ? value : null)),
      ...(data.some(({ low }) => typeof low === 'number') && {
        ranges: data.map(({ low, high }) =>
          typeof low === 'number' && typeof high === 'number' ? ([low, high] as const) : null,
        ),
      }),
    })),
  };
}
