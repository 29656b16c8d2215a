import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useZone } from '../../core/session';
import { dayIn } from '../../i18n/times';
import { Button } from '../../ui/button';
import { DateField } from '../../ui/date-field';
import { FormMessage } from '../../ui/form-message';
import styles from './typed-days.module.css';

type Props = {
  /** The label of each day. Each day must not be before the one to its left. */
  labels: string[];
  /** The initial days, as `2026-11-16`. */
  start: (string | undefined)[];
  /** The label of the button. */
  act: string;
  onDone: (days: string[]) => void;
  /** The first day gets the focus. */
  autoFocus?: boolean;
};

/** Days that are typed, in the order of the user's language. Enter or the button applies them. */
export function TypedDays({ labels, start, act, onDone, autoFocus = false }: Props) {
  const { t } = useTranslation();
  const zone = useZone();
  const [days, setDays] = useState(() => labels.map((_, at) => start[at] ?? null));
  const [fault, setFault] = useState<Fault | null>(null);

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const found = faultIn(days, dayIn(zone));
    setFault(found);
    if (found === null) onDone(days.filter((day) => day !== null));
  };
  // The parts of a date are not inputs, for which the browser would submit the form, and handle their own keys.
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key === 'Enter' && (event.target as Element).role === 'spinbutton') event.currentTarget.requestSubmit();
  };
  return (
    <form className={styles.form} onSubmit={onSubmit} onKeyDownCapture={onKeyDown} noValidate>
      <div className={styles.row}>
        {labels.map((label, place) => (
          <div key={label} className={styles.field}>
            <DateField
              label={label}
              size="control"
              value={days[place] ?? null}
              onChange={(day) => {
                setFault(null);
                setDays(days.map((old, at) => (at === place ? day : old)));
              }}
              autoFocus={autoFocus && place === 0}
            />
          </div>
        ))}
        <Button type="submit">{act}</Button>
      </div>
      {fault && <FormMessage>{t(`dayFault.${fault}`)}</FormMessage>}
    </form>
  );
}

type Fault = 'incomplete' | 'early' | 'ahead' | 'order';

/** Calls are never older than 1900, but an incomplete year is. */
const firstYear = 1900;

/** Days as `2026-11-16` stand in the order of their letters. */
function faultIn(days: readonly (string | null)[], today: string): Fault | null {
  const whole = days.filter((day) => day !== null);
  if (whole.length < days.length) return 'incomplete';
  if (whole.some((day) => Number(day.slice(0, 4)) < firstYear)) return 'early';
  if (whole.some((day) => day > today)) return 'ahead';
  return whole.some((day, at) => at > 0 && day < (whole[at - 1] ?? '')) ? 'order' : null;
}
