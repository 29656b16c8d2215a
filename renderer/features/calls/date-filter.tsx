import { parseDate } from '@internationalized/date';
import { periods } from '@shared/periods';
import { useId } from 'react';
import { Group, RangeCalendar, ToggleButton } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { useToday } from '../../core/use-today';
import styles from './date-filter.module.css';
import { type DateValue, daysFrom } from './dates';
import { Month } from './month';
import month from './month.module.css';
import { TypedDays } from './typed-days';

type Props = { value: DateValue | null; onChange: (value: DateValue) => void; onDone: () => void };

/** A period that moves with the calendar, or a range of days, both included, in a calendar or typed. */
export function DateFilter({ value, onChange, onDone }: Props) {
  const { t } = useTranslation();
  const hint = useId();
  const today = useToday();
  const days = value && daysFrom(value, today);
  // The rest of this week or month has no calls yet, and cannot be chosen in the calendar.
  const last = days === null ? null : days.to < today ? days.to : today;
  const choose = (chosen: DateValue) => {
    onChange(chosen);
    onDone();
  };
  return (
    <>
      <div className={styles.date}>
        <Group className={styles.spans ?? ''} aria-label={t('filters.spans')}>
          {periods.map((period) => (
            <ToggleButton
              key={period}
              className={styles.span ?? ''}
              isSelected={value !== null && 'period' in value && value.period === period}
              onChange={() => choose({ period })}
            >
              {t(`filters.period.${period}`)}
            </ToggleButton>
          ))}
        </Group>
        <RangeCalendar
          className={month.calendar ?? ''}
          aria-label={t('filters.date')}
          defaultValue={days && { start: parseDate(days.from), end: parseDate(last ?? today) }}
          defaultFocusedValue={last === null ? null : parseDate(last)}
          aria-describedby={hint}
          maxValue={parseDate(today)}
          onChange={({ start, end }) => choose({ from: start.toString(), to: end.toString() })}
        >
          <Month hint={hint} />
        </RangeCalendar>
      </div>
      <TypedDays
        labels={[t('filters.from'), t('filters.to')]}
        start={[days?.from, last ?? undefined]}
        act={t('filters.show')}
        onDone={([from = '', to = '']) => choose({ from, to })}
      />
    </>
  );
}
