import type { EChartsCoreOption } from 'echarts/core';
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

/** Up to this many points have their values beside them. Bars always do: there is room for the value of each. */
const fewPoints = 24;

/** The options of echarts for a chart. Without animation, because the chart is there to be read. */
export function optionsOf(drawn: Drawn, colours: Colours, figure: (value: number) => string): EChartsCoreOption {
  const said = { color: colours.text, fontFamily: font, fontSize: 12 };
  const base = {
    animation: false,
    color: [...colours.series],
    textStyle: { fontFamily: font, color: colours.text },
    aria: { enabled: true, label: { enabled: false }, decal: { show: true, decals } },
    tooltip: {
      // As drawn text, because the policy of the page forbids the styles in the markup of the other kind.
      ...{ renderMode: 'richText', confine: true, trigger: drawn.kind === 'pie' ? 'item' : 'axis' },
      ...{ backgroundColor: colours.surface, borderColor: colours.line, textStyle: said },
      valueFormatter: (value: unknown) => (typeof value === 'number' ? figure(value) : '–'),
    },
    legend: {
      show: drawn.series.length > 1 || drawn.kind === 'pie',
      ...{ top: 0, left: 0, type: 'scroll', textStyle: said, itemHeight: 12 },
    },
  };
  const label = (value: unknown) => (typeof value === 'number' ? figure(value) : '');
  if (drawn.kind === 'pie') {
    const [first] = drawn.series;
    const data = drawn.names.map((name, at) => ({ name, value: first?.values[at] ?? 0 }));
    const shown = {
      ...said,
      formatter: ({ name, value }: { name: string; value: number }) => `${name} ${label(value)}`,
    };
    return {
      ...base,
      series: [{ type: 'pie', name: first?.name, radius: ['0%', '68%'], center: ['50%', '56%'], data, label: shown }],
    };
  }
  const isAcross = drawn.kind === 'bars';
  const names = {
    ...{ type: 'category', data: drawn.names, inverse: isAcross, axisTick: { show: false } },
    axisLine: { lineStyle: { color: colours.line } },
    axisLabel: {
      ...said,
      ...(isAcross && { width: 132, margin: 132, overflow: 'truncate', align: 'left' }),
      hideOverlap: true,
    },
  };
  const values = {
    type: 'value',
    axisLabel: { ...said, color: colours.quiet, fontSize: 11, formatter: figure },
    splitLine: { lineStyle: { color: colours.line } },
  };
  const hasValues = isAcross || drawn.names.length * drawn.series.length <= fewPoints;
  return {
    ...base,
    grid: {
      ...{ left: 0, right: isAcross ? 48 : 12, bottom: 8, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
      top: drawn.series.length > 1 ? 34 : isAcross ? 4 : 20,
    },
    xAxis: isAcross ? values : names,
    yAxis: isAcross ? names : values,
    series: drawn.series.map((series) => ({
      ...{ type: drawn.kind === 'line' ? 'line' : 'bar', name: series.name, data: series.values },
      ...{ barMaxWidth: isAcross ? 16 : 44, symbolSize: 7, connectNulls: false },
      itemStyle: { borderRadius: 2 },
      label: {
        ...{ show: hasValues, position: isAcross ? 'right' : 'top', ...said, fontWeight: 600 },
        formatter: ({ value }: { value: unknown }) => label(value),
      },
    })),
  };
}
