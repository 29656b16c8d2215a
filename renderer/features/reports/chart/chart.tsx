import type { ReportData } from '@shared/contract/report-runs';
import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/use-format';
import { tokenColour } from '../../../ui/token-colour';
import { useTheme } from '../../../ui/use-theme';
import { useFigureText } from '../figure-text';
import { useRangeText } from '../sureness';
import { useHeaderText } from '../use-name-text';
import { useValueText } from '../use-value-text';
import styles from './chart.module.css';
import { type Colours, optionsOf, unitsOf } from './options';
import { type Drawn, drawnOf } from './points';

type Props = {
  chart: ReportData['chart'];
  /** The name of the chart. */
  label: string;
  /** In a narrow pane. */
  low?: boolean;
  mark?: Drawn['mark'];
};

/** The chart of a run: drawn, as a sentence, and as a table for screen readers. */
export function Chart({ chart, label, low = false, mark }: Props) {
  const { t } = useTranslation();
  const values = useValueText();
  const headerText = useHeaderText();
  const series = chart.series.map((one) => ({ ...one, header: headerText(one) }));
  const drawn = drawnOf({ ...chart, series }, values.dimension, t('reports.allCalls'));
  if (drawn === null) return null;
  return <Drawing drawn={{ ...drawn, mark }} label={label} low={low} />;
}

/** From this number of bars on, only the first are drawn; the table of the report has all of them. */
const maxBars = 200;
const [height, lowHeight] = [248, 200];
/** What each panel of columns or lines after the first adds. */
const panelHeight = 120;
/** The height of what stands above and below bars: the scale, and the legend of several series. */
const besideBars = (series: number) => (series > 1 ? 57 : 27);
/** The height of the bars of one name, with their values next to them. */
const rowHeight = (series: number) => Math.max(19, series * 13 + 6);

/** Draws a chart that is already in words. */
export function Drawing({ drawn, label, low = false }: { drawn: Drawn; label: string; low?: boolean }) {
  const { t } = useTranslation();
  const id = useId();
  const sentence = useSentence()(drawn);
  const element = useRef<HTMLDivElement>(null);
  const { kind, names, series, mark } = drawn;
  const isCut = kind === 'bars' && names.length > maxBars;
  const shown = isCut
    ? {
        ...drawn,
        names: names.slice(0, maxBars),
        series: series.map((one) => ({
          ...one,
          values: one.values.slice(0, maxBars),
          ...(one.ranges && { ranges: one.ranges.slice(0, maxBars) }),
        })),
      }
    : drawn;
  useDrawing(element, shown);
  const figure = useFigureText();
  const panels = kind === 'columns' || kind === 'line' ? unitsOf(drawn, figure).length : 1;
  const blockSize = (low ? lowHeight : height) + (panels - 1) * panelHeight;
  const rows = rowHeight(series.length);
  const beside = besideBars(series.length);
  const barsSize = beside + shown.names.length * rows;
  const isLong = kind === 'bars' && barsSize > blockSize;
  // Whole rows, so that no bar is cut.
  const seen = isLong ? beside + Math.floor((blockSize - beside) / rows) * rows : blockSize;
  return (
    <figure className={styles.figure} aria-labelledby={id}>
      <figcaption id={id} className="visually-hidden">
        {label}. {sentence} {mark && `${mark.name}.`}
      </figcaption>
      {mark && (
        <span className={styles.mark} aria-hidden="true">
          {mark.name}
        </span>
      )}
      {/* More bars than fit are scrolled, so that the table below stays in view. */}
      <div className={styles.scroller} style={{ maxBlockSize: seen }} {...(isLong && { tabIndex: 0 })}>
        <div
          ref={element}
          className={styles.chart}
          style={{ blockSize: isLong ? barsSize : blockSize }}
          data-chart
          aria-hidden="true"
        />
      </div>
      {isCut && <p className={styles.note}>{t('reports.chartCut', { count: maxBars })}</p>}
      <ChartTable drawn={shown} label={t('reports.chartTable', { label })} />
    </figure>
  );
}

const loadEcharts = () => import('./echarts');

/** Draws into an element, again when the data, the theme or the size changes. echarts is loaded with the first chart. */
function useDrawing(element: { readonly current: HTMLDivElement | null }, drawn: Drawn): void {
  const figure = useFigureText();
  const theme = useTheme();
  const key = JSON.stringify(drawn);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the data by its content, and the colours by the theme
  useEffect(() => {
    const box = element.current;
    if (!box) return;
    let end: (() => void) | undefined;
    let isOver = false;
    void loadEcharts().then(({ drawIn }) => {
      if (isOver) return;
      const chart = drawIn(box);
      const draw = () => chart.setOption(optionsOf(drawn, coloursOf(box), figure, box.clientWidth));
      draw();
      let width = box.clientWidth;
      const watch = new ResizeObserver(() => {
        chart.resize();
        if (box.clientWidth === width) return;
        width = box.clientWidth;
        draw();
      });
      watch.observe(box);
      end = () => {
        watch.disconnect();
        chart.dispose();
      };
    });
    return () => {
      isOver = true;
      end?.();
    };
  }, [key, theme, figure, element]);
}

const seriesTokens = ['blue', 'ochre', 'teal', 'pink', 'olive', 'violet', 'green', 'orange', 'red', 'grey'];

/** The colours of the current theme, in a form that echarts reads. */
function coloursOf(near: HTMLElement): Colours {
  const colour = (name: string) => tokenColour(`--${name}`, near);
  return {
    text: colour('text-1'),
    quiet: colour('text-3'),
    line: colour('line-2'),
    surface: colour('raised'),
    series: seriesTokens.map((name) => colour(`preset-${name}`)),
  };
}

/** The same values for screen readers. */
function ChartTable({ drawn: { names, series }, label }: { drawn: Drawn; label: string }) {
  const { metric } = useValueText();
  const rangeText = useRangeText();
  return (
    // A table is as high as its rows, even if it is hidden: they would be scrolled.
    <div className="visually-hidden">
      <table aria-label={label}>
        <thead>
          <tr>
            <td />
            {series.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {names.map((name, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: records can have the same name
            <tr key={at}>
              <th scope="row">{name}</th>
              {series.map((one) => (
                <td key={one.name}>
                  {metric(one.metric, one.values[at])}
                  {one.ranges?.[at] && ` (${rangeText(one.metric, ...one.ranges[at])})`}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A chart in one sentence: what it shows, with the highest and the lowest value. */
function useSentence(): (drawn: Drawn) => string {
  const { t } = useTranslation();
  const format = useFormat();
  const figure = useFigureText();
  return ({ kind, names, series }) => {
    const [first] = series;
    const known = (first?.values ?? []).flatMap((value, at) =>
      value === null ? [] : [{ value, name: names[at] ?? '' }],
    );
    const sorted = known.toSorted((one, other) => other.value - one.value);
    const [highest, lowest] = [sorted[0], sorted.at(-1)];
    const said = { kind: t(`reports.kind.${kind}`), figures: series.map(({ name }) => name).join(', ') };
    if (!highest || !lowest) return t('reports.chartEmpty', said);
    return t('reports.chartSays', {
      ...said,
      count: names.length,
      shown: format.figure(names.length),
      of: first?.name ?? '',
      most: highest.name,
      mostValue: figure(first?.metric ?? '', highest.value),
      least: lowest.name,
      leastValue: figure(first?.metric ?? '', lowest.value),
    });
  };
}
