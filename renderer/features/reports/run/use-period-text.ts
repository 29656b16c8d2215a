import { parseAbsolute, toCalendarDate } from '@internationalized/date';
import type { Definition } from '@shared/contract/reports';
import { msOf } from '@shared/moments';
import { useTranslation } from 'react-i18next';
import { useZone } from '../../../core/session';
import { dayIn } from '../../../i18n/times';
import { useFormat } from '../../../i18n/use-format';

/** The period of a report in words, as days of its time zone. */
export function usePeriodText() {
  const { t } = useTranslation();
  const format = useFormat();
  const own = useZone();
  return ({ period_begin, period_end, timezone }: Pick<Definition, 'period_begin' | 'period_end' | 'timezone'>) => {
    const zone = timezone || own;
    const dayOf = (moment: string, earlierMs = 0) => {
      const at = new Date(msOf(moment) - earlierMs).toISOString();
      return toCalendarDate(parseAbsolute(at, zone)).toString();
    };
    const [from, to] = [period_begin && dayOf(period_begin), period_end && dayOf(period_end, 1)];
    const day = (text: string) => format.range(text, text, dayIn(zone));
    if (from && to) return format.range(from, to, dayIn(zone));
    if (from) return t('reports.since', { day: day(from) });
    return to ? t('reports.until', { day: day(to) }) : t('reports.always');
  };
}
