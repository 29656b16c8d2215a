import type { EChartsCoreOption } from 'echarts/core';
import type { FigureText } from '../figure-text';
import type { Drawn } from './points';

/** The colours of a chart, read from the tokens. */
export type Colours = { text: string; quiet: string; line: string; surface: string; series: readonly string[] };

const font = '"Inter Variable", system-ui, sans-serif';

/** Patterns besides the colours; the first series is plain. */
const decals = [
  { symbol: 'none' },
  { symbol: 'rect', dashArrayX: [1, 0], dashArrayY: [2, 5], rotation: -Math.PI / 4 },
  { symbol: 'circle', symbolSize: 0.6, dashArrayX: [8, 8], dashArrayY: 6 },
  { symbol: 'rect', dashArrayX: [1, 0], dashArrayY: [2, 5], rotation: Math.PI / 4 },
  { symbol: 'rect', dashArrayX: [1, 0], dashArrayY: [3, 3] },
  { symbol: 'triangle', symbolSize: 0.7, dashArrayX: [9, 9], dashArrayY: 8 },
].map((decal) => ({ color: 'rgba(255,255,255,0.75)', ...decal }));

/** The widest digit of a value, the space between two values, and what the scale takes next to the points. */
const [digit, apart, scale] = [8, 4, 56];

/** Whether the value of each point can be read next to it. Bars have a row each, so that there is always room. */
export function hasRoom({ kind, names, series }: Drawn, figure: FigureText, width: number): boolean {
  if (kind === 'bars') return true;
  const lengths = series.flatMap(({ metric, values }) =>
    values.map((value) => (value === null ? 0 : figure(metric, value).length)),
  );
  const widest = Math.max(0, ...lengths) * digit + apart;
  return names.length * series.length * widest <= width - scale;
}

/** Narrower than this many pixels, a pie has less space for itself. */
const narrow = 420;

/** Patterns distinguish this many slices; more of them would only be noise. Each slice has its name next to it. */
const maxPatterns = decals.length;

/** A value that would lie on another one is left out; the table has it. */
const labelLayout = { hideOverlap: true };

/** The different units of a chart, each as the figure of nothing. */
export const unitsOf = ({ series }: Drawn, figure: FigureText): string[] => [
  ...new Set(series.map(({ metric }) => figure(metric, 0))),
];

/**
 * The options of echarts for a chart as wide as `width` pixels: a panel for each unit, because calls and minutes on one
 * axis compare nothing. Without animation, because the chart is there to be read.
 */
export function optionsOf(drawn: Drawn, colours: Colours, figure: FigureText, width: number): EChartsCoreOption {
  const isPie = drawn.kind === 'pie';
  const [first] = drawn.series;
  const written = (metric: string, none: string) => (value: unknown) =>
    typeof value === 'number' ? figure(metric, value) : none;
  const said = { color: colours.text, fontFamily: font, fontSize: 12 };
  const base = {
    animation: false,
    color: [...colours.series],
    textStyle: { fontFamily: font, color: colours.text },
    aria: {
      enabled: true,
      label: { enabled: false },
      decal: { show: !isPie || drawn.names.length <= maxPatterns, decals },
    },
    tooltip: {
      // As drawn text, because the policy of the page forbids the styles in the markup of the other kind.
      renderMode: 'richText',
      confine: true,
      trigger: isPie ? 'item' : 'axis',
      backgroundColor: colours.surface,
      borderColor: colours.line,
      textStyle: said,
      valueFormatter: written(first?.metric ?? '', '–'),
    },
    legend: {
      show: drawn.series.length > 1 && !isPie,
      top: 0,
      left: 0,
      type: 'scroll',
      textStyle: said,
      itemHeight: 12,
    },
  };
  if (isPie) {
    const label = written(first?.metric ?? '', '');
    const data = drawn.names.map((name, at) => ({ name, value: first?.values[at] ?? 0 }));
    const shown = {
      ...said,
      // The names next to the slices keep this distance from one another.
      lineHeight: 16,
      formatter: ({ name, value }: { name: string; value: number }) => `${name} ${label(value)}`,
    };
    // Next to the slices of a narrow chart, most of the space is for their names.
    const isNarrow = width < narrow;
    return {
      ...base,
      series: [
        {
          type: 'pie',
          name: first?.name,
          radius: ['0%', isNarrow ? '50%' : '72%'],
          center: ['50%', '50%'],
          data,
          label: shown,
          labelLayout,
          ...(isNarrow && { labelLine: { length: 6, length2: 4 } }),
        },
      ],
    };
  }
  const isAcross = drawn.kind === 'bars';
  const names = {
    type: 'category',
    data: drawn.names,
    inverse: isAcross,
    axisTick: { show: false },
    axisLine: { lineStyle: { color: colours.line } },
    axisLabel: {
      ...said,
      ...(isAcross && { width: 132, margin: 135, overflow: 'truncate', align: 'left' }),
      show: drawn.above === undefined,
      hideOverlap: true,
    },
  };
  const hasValues = hasRoom(drawn, figure, width);
  const { mark } = drawn;
  const misses = (value: number | null) => mark !== undefined && value !== null && value < mark.value;
  const line = mark && {
    markLine: {
      silent: true,
      symbol: 'none',
      data: [isAcross ? { xAxis: mark.value } : { yAxis: mark.value }],
      lineStyle: { type: 'dashed', width: 1.5, color: colours.text },
      // Its name stands above the chart, where no bar covers it.
      label: { show: false },
    },
  };
  const unitOf = (metric: string) => figure(metric, 0);
  const units = unitsOf(drawn, figure);
  const top = drawn.series.length > 1 ? 34 : isAcross ? 4 : 20;
  const panels = units.map((unit, at) => {
    const metric = drawn.series.find((one) => unitOf(one.metric) === unit)?.metric ?? '';
    const axes = {
      values: {
        type: 'value',
        gridIndex: at,
        // Parts of a hundred are comparable only on the same scale.
        ...(unit.includes('%') && { min: 0, max: 100, interval: 25 }),
        axisLabel: { ...said, color: colours.quiet, fontSize: 11, hideOverlap: true, formatter: written(metric, '') },
        splitLine: { lineStyle: { color: colours.line } },
      },
      // Beside each other the panels share the names of the first, and above each other those of the last.
      names: {
        ...names,
        gridIndex: at,
        axisLabel: { ...names.axisLabel, show: names.axisLabel.show && at === (isAcross ? 0 : units.length - 1) },
      },
    };
    return {
      grid: { top, ...placeOf(at, units.length, drawn, width) },
      // At the top of bars, which may be more than fit.
      xAxis: isAcross ? { ...axes.values, position: 'top' } : axes.names,
      yAxis: isAcross ? axes.names : axes.values,
    };
  });
  return {
    ...base,
    grid: panels.map(({ grid }) => grid),
    xAxis: panels.map(({ xAxis }) => xAxis),
    yAxis: panels.map(({ yAxis }) => yAxis),
    series: drawn.series.flatMap((series) => [
      {
        type: drawn.kind === 'line' ? 'line' : 'bar',
        name: series.name,
        xAxisIndex: units.indexOf(unitOf(series.metric)),
        yAxisIndex: units.indexOf(unitOf(series.metric)),
        data: series.values.map((value, at) => ({
          value,
          ...(misses(value) && { itemStyle: { decal: decals[1] } }),
          // It stands behind the line of the interval, which would cross it.
          ...(series.ranges?.[at] && { label: { show: false } }),
        })),
        ...line,
        barMaxWidth: isAcross ? 16 : 44,
        symbolSize: 7,
        connectNulls: false,
        itemStyle: { borderRadius: 2 },
        tooltip: { valueFormatter: written(series.metric, '–') },
        labelLayout,
        label: {
          show: hasValues,
          position: isAcross ? 'right' : 'top',
          ...said,
          fontWeight: 600,
          formatter: ({ value }: { value: unknown }) => written(series.metric, '')(value),
        },
      },
      ...(series.ranges
        ? [
            hairlines(series, {
              drawn,
              colours,
              units,
              unitOf,
              text: hasValues ? written(series.metric, '') : undefined,
            }),
          ]
        : []),
    ]),
  };
}

type Series = Drawn['series'][number];
type Place = {
  drawn: Drawn;
  colours: Colours;
  units: readonly string[];
  unitOf: (metric: string) => string;
  /** Writes the value behind the line, where it does not lie on it. */
  text: ((value: unknown) => string) | undefined;
};

/** The parts of echarts that draw something of one's own at a point. */
type Drawing = {
  value(dimension: number): number;
  coord(at: readonly number[]): [number, number];
  barLayout(bars: { barMaxWidth: number; count: number }): { offsetCenter: number }[];
};

const [cap, apartFromLine] = [3, 6];

/** The intervals of a series as thin lines on its bars, each with a short line at both ends. */
function hairlines(series: Series, { drawn, colours, units, unitOf, text }: Place): object {
  const isAcross = drawn.kind === 'bars';
  const beside = drawn.series.filter(({ metric }) => unitOf(metric) === unitOf(series.metric));
  const panel = units.indexOf(unitOf(series.metric));
  const stroke = { stroke: colours.text, lineWidth: 1 };
  const line = ([x1, y1]: readonly [number, number], [x2, y2]: readonly [number, number]) => ({
    type: 'line',
    shape: { x1, y1, x2, y2 },
    style: stroke,
  });
  return {
    type: 'custom',
    name: series.name,
    xAxisIndex: panel,
    yAxisIndex: panel,
    silent: true,
    z: 5,
    tooltip: { show: false },
    encode: isAcross ? { x: [1, 2], y: 0, tooltip: [] } : { x: 0, y: [1, 2], tooltip: [] },
    data: (series.ranges ?? []).flatMap((range, at) => (range ? [[at, ...range, series.values[at]]] : [])),
    renderItem: (_: unknown, api: Drawing) => {
      const [at, low, high, value] = [0, 1, 2, 3].map((place) => api.value(place)) as [number, number, number, number];
      const place = (of: number) => api.coord(isAcross ? [of, at] : [at, of]);
      const bars =
        drawn.kind === 'line' ? [] : api.barLayout({ barMaxWidth: isAcross ? 16 : 44, count: beside.length });
      const offset = bars[beside.indexOf(series)]?.offsetCenter ?? 0;
      const moved = ([x, y]: readonly [number, number], across = 0): [number, number] =>
        isAcross ? [x, y + offset + across] : [x + offset + across, y];
      const ends = [place(low), place(high)] as const;
      const [x, y] = moved(place(Math.max(high, value)));
      const style = { text: text?.(value) ?? '', fill: colours.text, font: `600 12px ${font}` };
      const label = isAcross
        ? { ...style, x: x + apartFromLine, y, verticalAlign: 'middle' }
        : { ...style, x, y: y - apartFromLine, align: 'center', verticalAlign: 'bottom' };
      return {
        type: 'group',
        children: [
          line(moved(ends[0]), moved(ends[1])),
          ...ends.map((end) => line(moved(end, -cap), moved(end, cap))),
          ...(text ? [{ type: 'text', style: label }] : []),
        ],
      };
    },
  };
}

/** The names of bars, and the value next to the longest bar, in px. */
const [nameWidth, valueRoom] = [140, 48];

/** Where the panel of one unit is: beside the others if bars lie across, and otherwise above them. */
function placeOf(at: number, panels: number, { kind, above }: Drawn, width: number): object {
  if (above !== undefined) return { left: above, right: 0, bottom: 8 };
  const isAcross = kind === 'bars';
  if (panels === 1) {
    const outer = { outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' };
    return { left: 0, right: isAcross ? valueRoom : 12, bottom: 8, ...outer };
  }
  if (isAcross) {
    const share = (width - nameWidth) / panels;
    return { left: nameWidth + at * share, width: Math.max(20, share - valueRoom - 8), bottom: 8 };
  }
  // In per cent of the height, below the legend and above the names.
  const [from, to] = [18, 94];
  const share = (to - from) / panels;
  return { left: scale, right: 12, top: `${from + at * share}%`, height: `${share - 8}%` };
}
