import { parseDate } from '@internationalized/date';
import type { Call } from '@shared/contract/calls';
import { useState } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { useOpenCall } from '../../core/open-call';
import { lengthText } from '../../i18n/times';
import { useFormat } from '../../i18n/use-format';
import { titleWhenCut } from '../../ui/title-when-cut';
import { useRested } from '../../ui/use-rested';
import { agentOf, customerOf, partyText } from '../parties';
import styles from './rows.module.css';
import { Section } from './section';
import { isDialled, useOtherCalls } from './use-call';

const days = 30;

/** The days around a call, in the API's format. */
function daysAround({ setup_time }: Call): string {
  const day = parseDate(setup_time.slice(0, 10));
  return `${day.subtract({ days })}-${day.add({ days })}`.replace(/(\d{4})-(\d\d)-(\d\d)/g, '$1/$2/$3');
}

/** The number shown initially. Their space is reserved, so that nothing below moves when they arrive. */
const atFirst = 2;

/** The latest calls with the same outside number around the time of this one, each with a link. */
export function OtherCalls({ call }: { call: Call }) {
  const { t } = useTranslation();
  const format = useFormat();
  const openCall = useOpenCall();
  const { number } = customerOf(call);
  const rested = useRested(number, 250);
  const [showsAll, setShowsAll] = useState(false);
  const { data, isError } = useOtherCalls(call, rested === number ? number : null, daysAround(call));
  if (!isDialled(number) || isError) return null;
  const { latest: calls, count = 0 } = data ?? {};
  return (
    <Section
      title={t('call.otherCalls')}
      note={
        count > atFirst ? (
          <AriaButton className={styles.all ?? ''} aria-expanded={showsAll} onPress={() => setShowsAll(!showsAll)}>
            {t('call.countWithin', { count, days })}
          </AriaButton>
        ) : (
          t('call.within', { days })
        )
      }
    >
      <ul className={styles.links} data-none={calls?.length === 0 || undefined}>
        {calls?.length === 0 && <li className={styles.none}>{t('call.noOtherCalls', { days })}</li>}
        {calls?.slice(0, showsAll ? undefined : atFirst).map((other) => (
          <li key={other.call_id}>
            <AriaButton className={styles.link ?? ''} onPress={() => openCall(other.call_id)}>
              <span className={styles.quiet}>{format.started(other.setup_time)}</span>
              <span className={styles.grow} onPointerEnter={titleWhenCut}>
                {partyText(agentOf(other))}
              </span>
              <span className={styles.quiet}>{lengthText(other.duration)}</span>
            </AriaButton>
          </li>
        ))}
      </ul>
    </Section>
  );
}
