import { ChevronLeft, ChevronRight } from 'lucide-react';
import {
  Button as AriaButton,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  Heading,
} from 'react-aria-components';
import styles from './month.module.css';

/** One month of a calendar: its name between the steps to others, and its days. */
export const Month = () => (
  <>
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
  </>
);
