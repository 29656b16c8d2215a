import { parseDate } from '@internationalized/date';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import {
  Button as AriaButton,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  Group,
  Heading,
  RangeCalendar,
  ToggleButton,
} from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { localDay } from '../../i18n/times';
import styles from './date-filter.module.css';

type Days = { from: string; to: string };
type Props = { value: Days | null; onChange: (value: Days) => void; onDone: () => void };

const ranges = { today: [0, 0], yesterday: [-1, -1], week: [-6, 0], month: [-29, 0], quarter: [-89, 0] } as const;
const days = (name: keyof typeof ranges): Days => ({ from: localDay(ranges[name][0]), to: localDay(ranges[name][1]) });

/** Days from and to, both included: a few common spans, and a calendar for any other. */
export function DateFilter({ value, onChange, onDone }: Props) {
  const { t } = useTranslation();
  const choose = (chosen: Days) => {
    onChange(chosen);
    onDone();
  };
  return (
    <div className={styles.date}>
      <Group className={styles.spans ?? ''} aria-label={t('filters.spans')}>
        {(Object.keys(ranges) as (keyof typeof ranges)[]).map((name) => (
          <ToggleButton
            key={name}
            className={styles.span ?? ''}
            isSelected={value?.from === days(name).from && value.to === days(name).to}
            onChange={() => choose(days(name))}
          >
            {t(`filters.span.${name}`)}
          </ToggleButton>
        ))}
      </Group>
      <RangeCalendar
        className={styles.calendar ?? ''}
        aria-label={t('filters.date')}
        defaultValue={value && { start: parseDate(value.from), end: parseDate(value.to) }}
        defaultFocusedValue={value && parseDate(value.to)}
        maxValue={parseDate(localDay())}
        onChange={({ start, end }) => choose({ from: start.toString(), to: end.toString() })}
      >
        <header className={styles.head}>
          <AriaButton slot="previous" className={styles.step ?? ''}>
            <ChevronLeft size={16} strokeWidth={1.75} aria-hidden="true" />
          </AriaButton>
          <Heading className={styles.month ?? ''} />
          <AriaButton slot="next" className={styles.step ?? ''}>
            <ChevronRight size={16} strokeWidth={1.75} aria-hidden="true" />
          </AriaButton>
        </header>
        <CalendarGrid weekdayStyle="short">
          <CalendarGridHeader>
            {(day) => <CalendarHeaderCell className={styles.weekday ?? ''}>{day.slice(0, 2)}</CalendarHeaderCell>}
          </CalendarGridHeader>
          <CalendarGridBody>{(date) => <CalendarCell date={date} className={styles.day ?? ''} />}</CalendarGridBody>
        </CalendarGrid>
      </RangeCalendar>
    </div>
  );
}
