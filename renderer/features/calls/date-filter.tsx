import { parseDate } from '@internationalized/date';
import { useId } from 'react';
import { Group, RangeCalendar, ToggleButton } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { useZone } from '../../core/session';
import { dayIn } from '../../i18n/times';
import styles from './date-filter.module.css';
import { Month } from './month';
import month from './month.module.css';
import { TypedDays } from './typed-days';

type Days = { from: string; to: string };
type Props = { value: Days | null; onChange: (value: Days) => void; onDone: () => void };

const ranges = { today: [0, 0], yesterday: [-1, -1], week: [-6, 0], month: [-29, 0], quarter: [-89, 0] } as const;

/** A range of days, both included: a few common ranges, or any other in a calendar or typed. */
export function DateFilter({ value, onChange, onDone }: Props) {
  const { t } = useTranslation();
  const hint = useId();
  const zone = useZone();
  const days = (name: keyof typeof ranges): Days => ({
    from: dayIn(zone, ranges[name][0]),
    to: dayIn(zone, ranges[name][1]),
  });
  const choose = (chosen: Days) => {
    onChange(chosen);
    onDone();
  };
  return (
    <>
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
          className={month.calendar ?? ''}
          aria-label={t('filters.date')}
          defaultValue={value && { start: parseDate(value.from), end: parseDate(value.to) }}
          defaultFocusedValue={value && parseDate(value.to)}
          aria-describedby={hint}
          maxValue={parseDate(dayIn(zone))}
          onChange={({ start, end }) => choose({ from: start.toString(), to: end.toString() })}
        >
          <Month hint={hint} />
        </RangeCalendar>
      </div>
      <TypedDays
        labels={[t('filters.from'), t('filters.to')]}
        start={[value?.from, value?.to]}
        act={t('filters.show')}
        onDone={([from = '', to = '']) => choose({ from, to })}
      />
    </>
  );
}
