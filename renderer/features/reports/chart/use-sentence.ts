import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/use-format';
import { useFigureText } from '../figure-text';
import type { Drawn } from './points';

/** A chart in one sentence: what it shows, with the highest and the lowest value. */
export function useSentence(): (drawn: Drawn) => string {
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
