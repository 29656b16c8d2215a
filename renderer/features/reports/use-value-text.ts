import { useTranslation } from 'react-i18next';
import { useToday } from '../../core/use-today';
import { localeOf } from '../../i18n/i18n';
import { weekdayText } from '../../i18n/times';
import { useFormat } from '../../i18n/use-format';
import { useCodeText } from '../call';
import { useFigureText } from './figure-text';

type Value = string | number | null | undefined;
export type Row = Readonly<Record<string, Value>>;

/** The values of the dimensions and metrics of a row, in the language of the window. */
export function useValueText() {
  const { t, i18n } = useTranslation();
  const format = useFormat();
  const figure = useFigureText();
  const code = useCodeText();
  const today = useToday();
  const locale = localeOf(i18n.language);
  const written = (ms: number, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(ms);

  return {
    dimension: (name: string, row: Row): string => {
      const [id, value] = [row[`${name}_id`], row[name]];
      if (id === null || id === undefined) return t('reports.noValue');
      if (name === 'direction') return code('protocol_call_direction', Number(id));
      if (name === 'weekday') return weekdayText(Number(id), locale);
      if (name === 'day') return format.range(String(id), String(id), today);
      if (name === 'answer' && (id === 'yes' || id === 'no')) return t(`filters.yesNo.${id === 'yes'}`);
      if (name === 'answer' && typeof id === 'number') return id.toLocaleString(locale);
      if (name === 'month') return written(Date.parse(`${id}-01T00:00:00Z`), { month: 'long', year: 'numeric' });
      // A record without a name, such as one that was deleted since.
      return String(value ?? id);
    },
    metric: (name: string, value: Value): string => (typeof value === 'number' ? figure(name, value) : '–'),
  };
}
