import { parseAbsolute, parseDate, toCalendarDate } from '@internationalized/date';
import { msOf, withColon } from '@shared/moments';
import { isPeriod, type Period, periods } from '@shared/periods';
import { useTranslation } from 'react-i18next';
import { type FormOf, useField } from '../../../form/use-field';
import { useMessage } from '../../../i18n/use-said';
import { DateField } from '../../../ui/date-field';
import { MomentField } from '../../../ui/moment-field';
import { SelectField } from '../../../ui/select-field';
import { useRested } from '../../../ui/use-rested';
import { endsEarly, endsTooEarly } from './period';
import type { ReportValues } from './values';

const restMs = 600;

type Props = { form: FormOf<ReportValues>; zone: string; readOnly: boolean };

/** The choice of a period that moves with the calendar, or else its first and last day. */
export function PeriodFields(props: Props) {
  const { t } = useTranslation();
  const { form, readOnly } = props;
  const period = useField<ReportValues, Period | null>(form, 'period');
  const [begin, end] = [
    useField<ReportValues, string | null>(form, 'period_begin'),
    useField<ReportValues, string | null>(form, 'period_end'),
  ];
  const choose = (id: string) => {
    period.onChange(isPeriod(id) ? id : null);
    if (!isPeriod(id)) return;
    for (const limit of [begin, end]) limit.onChange(null);
  };
  return (
    <>
      <SelectField
        label={t('reports.period')}
        value={period.value ?? fixed}
        onChange={choose}
        choices={[
          { id: fixed, name: t('reports.fixedDays') },
          ...periods.map((id) => ({ id, name: t(`filters.period.${id}`) })),
        ]}
        readOnly={readOnly}
      />
      {!period.value && <Days {...props} />}
    </>
  );
}

/** The choice of days that do not move. */
const fixed = 'days';

/** The first and the last day of the period. The API has the first moment, and the first one after it. */
function Days({ form, zone, readOnly }: Props) {
  const { t } = useTranslation();
  const message = useMessage();
  const { value: period_begin } = useField<ReportValues, string | null>(form, 'period_begin');
  const { value: period_end } = useField<ReportValues, string | null>(form, 'period_end');
  const isWrong = endsTooEarly({ period_begin, period_end });
  // The year of a day is typed digit by digit: 2, 20, 202, 2026.
  const staysWrong = useRested(isWrong, restMs);
  const ends = isWrong && staysWrong ? message(endsEarly) : undefined;
  return (
    <>
      <Limit form={form} name="period_begin" label={t('reports.from')} zone={zone} readOnly={readOnly} later={0} />
      <Limit
        form={form}
        name="period_end"
        label={t('reports.to')}
        zone={zone}
        readOnly={readOnly}
        later={1}
        soon={ends}
      />
    </>
  );
}

type LimitProps = Props & {
  name: 'period_begin' | 'period_end';
  label: string;
  /** The days from the shown day to the moment at the start of a day that is sent. */
  later: number;
  /** The error of the typed period, before it is saved. */
  soon?: string | undefined;
};

function Limit({ form, name, label, zone, readOnly, later, soon }: LimitProps) {
  const { t } = useTranslation();
  const { value, onChange, message, ref } = useField<ReportValues, string | null>(form, name);
  const shown = { label, message: message ?? soon, readOnly, ref };
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
