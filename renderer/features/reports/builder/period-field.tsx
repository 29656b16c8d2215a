import { parseAbsolute, parseDate, toCalendarDate } from '@internationalized/date';
import { msOf, withColon } from '@shared/moments';
import { useTranslation } from 'react-i18next';
import { type FormOf, useField } from '../../../form/use-field';
import { DateField } from '../../../ui/date-field';
import { MomentField } from '../../../ui/moment-field';
import type { ReportValues } from './values';

type Props = { form: FormOf<ReportValues>; zone: string; readOnly: boolean };

/** The first and the last day of the period. The API has the first moment, and the first one after it. */
export function PeriodFields({ form, zone, readOnly }: Props) {
  const { t } = useTranslation();
  return (
    <>
      <Limit form={form} name="period_begin" label={t('reports.from')} zone={zone} readOnly={readOnly} later={0} />
      <Limit form={form} name="period_end" label={t('reports.to')} zone={zone} readOnly={readOnly} later={1} />
    </>
  );
}

type LimitProps = Props & {
  name: 'period_begin' | 'period_end';
  label: string;
  /** The days from the shown day to the moment at the start of a day that is sent. */
  later: number;
};

function Limit({ form, name, label, zone, readOnly, later }: LimitProps) {
  const { t } = useTranslation();
  const { value, onChange, message } = useField<ReportValues, string | null>(form, name);
  const shown = { label, message, readOnly };
  const day = value === null ? null : dayAt(value, zone);
  if (day === undefined) {
    // Another tool has set a time within a day.
    return (
      <MomentField
        {...shown}
        {...(later > 0 && { hint: t('reports.untilHint') })}
        value={value}
        onChange={onChange}
        zone={zone}
      />
    );
  }
  return (
    <DateField
      {...shown}
      value={day && parseDate(day).subtract({ days: later }).toString()}
      onChange={(chosen) => onChange(chosen && startOf(parseDate(chosen).add({ days: later }).toString(), zone))}
    />
  );
}

/** The day that begins at a moment; undefined if none does. */
function dayAt(moment: string, zone: string): string | undefined {
  const day = toCalendarDate(parseAbsolute(withColon(moment), zone)).toString();
  return Date.parse(startOf(day, zone)) === msOf(moment) ? day : undefined;
}

const startOf = (day: string, zone: string): string => parseDate(day).toDate(zone).toISOString();
