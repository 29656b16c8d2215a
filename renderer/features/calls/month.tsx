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
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/icon';
import styles from './month.module.css';

/**
 * One month of a calendar: its name between the buttons for other months, its days, and why future days cannot be
 * chosen.
 */
export function Month({ hint }: { /** The id that the calendar names as its description. */ hint: string }) {
  const { t } = useTranslation();
  return (
    <>
      <header className={styles.head}>
        <AriaButton slot="previous" className={styles.step ?? ''}>
          <Icon of={ChevronLeft} />
        </AriaButton>
        <Heading className={styles.month ?? ''} />
        <AriaButton slot="next" className={styles.step ?? ''}>
          <Icon of={ChevronRight} />
        </AriaButton>
      </header>
      <CalendarGrid weekdayStyle="short">
        <CalendarGridHeader>
          {(day) => <CalendarHeaderCell className={styles.weekday ?? ''}>{day.slice(0, 2)}</CalendarHeaderCell>}
        </CalendarGridHeader>
        <CalendarGridBody>
          {(date) => (
            <CalendarCell date={date} className={styles.day ?? ''}>
              {({ formattedDate, isDisabled }) => (
                <span className={styles.date} {...(isDisabled && { title: t('calls.daysAhead') })}>
                  {formattedDate}
                </span>
              )}
            </CalendarCell>
          )}
        </CalendarGridBody>
      </CalendarGrid>
      <p id={hint} className="visually-hidden">
        {t('calls.daysAhead')}
      </p>
    </>
  );
}
