import { parseDate, Time, toCalendarDateTime, toZoned } from '@internationalized/date';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CalendarSearch } from 'lucide-react';
import { useId, useState } from 'react';
import { Calendar } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { focusPage } from '../../core/keep-focus';
import { useZone } from '../../core/session';
import { useKeysOf } from '../../core/shortcuts';
import { useCommand } from '../../core/use-command';
import { useToday } from '../../core/use-today';
import { useRefusalText } from '../../i18n/use-refusal-text';
import { Icon } from '../../ui/icon';
import { IconButton } from '../../ui/icon-button';
import { Popover } from '../../ui/popover';
import { toast } from '../../ui/toast';
import { selectFound } from './list-state';
import { Month } from './month';
import styles from './month.module.css';
import { edgeOf } from './place';
import { TypedDays } from './typed-days';
import type { OpenListing } from './use-listing';

/** Selects the first call of a day in the order of the list. If the day has none, selects the next call. */
export function GoToDate({ open: { listing, length } }: { open: OpenListing }) {
  const keysOf = useKeysOf();
  const { t } = useTranslation();
  const hint = useId();
  const client = useQueryClient();
  const zone = useZone();
  const today = useToday();
  const refusalText = useRefusalText();
  const [isOpen, setOpen] = useState(false);
  const onOpenChange = (opens: boolean) => {
    // What has the focus when the popover opens gets it back, and that should be the list.
    if (opens) focusPage();
    setOpen(opens);
  };
  const whyNot = listing.filters.by === undefined ? undefined : t('calls.sortByTime');
  useCommand('listGoToDate', whyNot === undefined ? () => onOpenChange(true) : undefined, whyNot);

  const firstRowOf = async (chosen: string) => {
    const day = parseDate(chosen);
    const isDown = listing.filters.sort === 'desc';
    const lastSecond = toCalendarDateTime(isDown ? day : day.subtract({ days: 1 }), new Time(23, 59, 59));
    const edge = await edgeOf(client, listing, toZoned(lastSecond, zone).toAbsoluteString());
    return Math.max(0, Math.min(isDown ? edge : edge + 1, length - 1));
  };
  const goTo = useMutation({
    mutationFn: (day: string) => selectFound(listing.filters, () => firstRowOf(day)),
    onError: (error) => toast(refusalText(error), 'note'),
  });

  const choose = (day: string) => {
    setOpen(false);
    goTo.mutate(day);
  };

  return (
    <Popover
      label={t('calls.goToDate')}
      placement="bottom end"
      open={isOpen}
      onOpenChange={(opens) => whyNot === undefined && onOpenChange(opens)}
      trigger={
        <IconButton label={t('calls.goToDate')} keys={keysOf('listGoToDate')} size={30} unavailable={whyNot}>
          <Icon of={CalendarSearch} />
        </IconButton>
      }
    >
      <Calendar
        className={styles.calendar ?? ''}
        aria-label={t('calls.goToDate')}
        aria-describedby={hint}
        maxValue={parseDate(today)}
        onChange={(day) => choose(day.toString())}
      >
        <Month hint={hint} />
      </Calendar>
      <TypedDays
        autoFocus
        labels={[t('calls.day')]}
        start={[]}
        act={t('calls.go')}
        onDone={([day = '']) => choose(day)}
      />
    </Popover>
  );
}
